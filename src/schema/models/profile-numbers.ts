import { namesOf } from '#schema/field-table.ts';
import {
  type NumberField,
  type ProfileFields,
  priceFields,
  profileFields,
  timeoutFields,
} from './profile-fields.ts';

type NamesWith<T extends ProfileFields, Column> = {
  [K in keyof T & string]: T[K] extends Column ? K : never;
}[keyof T & string];

/** A number of a profile, by its path. */
export type ProfileNumber =
  | NamesWith<typeof profileFields, { group: string }>
  | `prices.${keyof typeof priceFields}`
  | `timeouts.${keyof typeof timeoutFields}`;

export type ProfileFieldName = ProfileNumber | keyof typeof profileFields;

/** Every field by its path. */
export const profileRows: ProfileFields = {
  ...profileFields,
  ...under('prices', priceFields),
  ...under('timeouts', timeoutFields),
};

/** The fields that people enter as numbers, in the order of the form. */
export const profileNumbers = Object.fromEntries(
  Object.entries(profileRows).filter(([, { group }]) => group !== undefined),
) as Readonly<Record<ProfileNumber, NumberField>>;

export const profileNumberNames = namesOf(profileNumbers);

export type CallSettings = Partial<Record<NamesWith<typeof profileFields, { isSent: true }>, number>>;

/** What is sent to the model with each call; a field that is not set is left to the provider. */
export function callSettingsOf(profile: object): CallSettings {
  const sent = profileNumberNames.filter((name) => profileNumbers[name].isSent);
  const set = sent
    .map((name) => [name, readProfileNumber(profile, name)])
    .filter(([, value]) => value !== null);
  return Object.fromEntries(set);
}

/** Null if it is not set. */
export function readProfileNumber(profile: object, name: ProfileNumber): number | null {
  const value = name
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], profile);
  if (typeof value !== 'number') return null;
  return profileNumbers[name].inSeconds ? value / 1000 : value;
}

/** Numbers as people entered them, as part of a profile's input. Without one, its default applies. */
export function toProfileInput(
  entered: Partial<Record<ProfileNumber, number | undefined>>,
): Record<string, unknown> {
  const input = new Map<string, unknown>();
  for (const name of profileNumberNames) {
    // Few providers have a separate price for cached input.
    const stead = name === 'prices.cachedInputPerMillionUsd' ? 'prices.inputPerMillionUsd' : name;
    const value = entered[name] ?? entered[stead];
    if (value === undefined) continue;
    const [first = '', second] = name.split('.');
    const stored = profileNumbers[name].inSeconds ? Math.round(value * 1000) : value;
    const whole = { ...(input.get(first) as object | undefined), [second ?? '']: stored };
    input.set(first, second === undefined ? stored : whole);
  }
  return Object.fromEntries(input);
}

function under(path: string, fields: ProfileFields): ProfileFields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${path}.${name}`, field]));
}
