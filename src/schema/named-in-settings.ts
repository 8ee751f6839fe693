import type { ModelProfileId } from './ids.ts';
import {
  type Sections,
  type Settings,
  type SettingsField,
  type SettingsPatch,
  settingsFields,
} from './settings.ts';

type PathOf<S extends keyof Sections> = {
  [F in keyof Sections[S] & string]: Sections[S][F] extends { model: unknown } ? `${S}.${F}` : never;
}[keyof Sections[S] & string];

/** The path of a field that names a model, as `section.field`. */
export type ModelPath = { [S in keyof Sections]: PathOf<S> }[keyof Sections];

interface NamedField<P extends string> {
  path: P;
  section: keyof Sections;
  field: string;
  about: SettingsField;
}

function findFields<P extends string>(isOne: (about: SettingsField) => boolean): NamedField<P>[] {
  return Object.entries(settingsFields).flatMap(([section, fields]) =>
    Object.entries<SettingsField>(fields)
      .filter(([, about]) => isOne(about))
      .map(([field, about]) => ({
        path: `${section}.${field}` as P,
        section: section as keyof Sections,
        field,
        about,
      })),
  );
}

export const modelFields = findFields<ModelPath>(({ model }) => model !== undefined);
export const templateFields = findFields<string>(({ templateOf }) => templateOf !== undefined);

export function readField(
  settings: SettingsPatch,
  { section, field }: Pick<NamedField<string>, 'section' | 'field'>,
): unknown {
  return (settings[section] as Record<string, unknown> | undefined)?.[field];
}

/** Finds the fields that name this model. */
export function findModelUses(settings: Settings, id: ModelProfileId): ModelPath[] {
  return modelFields.filter((named) => readField(settings, named) === id).map(({ path }) => path);
}

/** Returns the models that write summaries, in the order in which they are asked. */
export function summaryRoute({
  primaryModelProfileId,
  fallbackModelProfileId,
}: Pick<Settings['summaryAgent'], 'primaryModelProfileId' | 'fallbackModelProfileId'>): ModelProfileId[] {
  return fallbackModelProfileId === null
    ? [primaryModelProfileId]
    : [primaryModelProfileId, fallbackModelProfileId];
}
