import { z } from 'zod';
import { type DocumentedField, namesOf, shapeOf } from '#schema/field-table.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';

export const providers = ['builtin', 'openai', 'anthropic', 'google', 'openai-compatible', 'ollama'] as const;
export const providerSchema = z.enum(providers);
export type Provider = z.infer<typeof providerSchema>;

/** A key is set as a value or as the name of an environment variable, and is never returned. */
export const keyInputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: z.string().min(1).max(4096) }),
  z.object({
    kind: z.literal('env'),
    name: z
      .string()
      .regex(
        /^[A-Za-z_][A-Za-z0-9_]*$/,
        'Enter the name of an environment variable, such as OPENAI_API_KEY.',
      ),
  }),
  z.object({ kind: z.literal('none') }),
]);

interface PlainField extends DocumentedField {
  /** Text that follows the meaning in the docs only. */
  more?: string;
  /** What null means in this field. */
  empty?: 'provider' | 'unlimited';
  group?: undefined;
}

/** A field with a number input and a flag. Every other field has a control of its own. */
export interface NumberField extends Omit<PlainField, 'group'> {
  /** The part of the form that has the field. */
  group: 'sampling' | 'prices' | 'limits';
  /** The flag of `precis models add`. */
  flag: string;
  /** Says that people enter the number in seconds. */
  inSeconds?: true;
  /** Says that each call sends the number to the model, as the AI SDK's setting of the same name. */
  isSent?: true;
}

type ProfileFields = Readonly<Record<string, PlainField | NumberField>>;

const byProvider = { initial: null, empty: 'provider' } as const;

export const profileFields = {
  name: { value: z.string().trim().min(1).max(120), meaning: 'the display name' },
  provider: {
    value: providerSchema,
    meaning: '`openai`, `anthropic`, `google`, `openai-compatible` or `ollama`; `builtin` always exists',
  },
  model: { value: z.string().trim().min(1).max(200), meaning: "the provider's name for the model" },
  baseUrl: {
    value: z.url({ protocol: /^https?$/ }),
    ...byProvider,
    meaning: 'for compatible servers and proxies',
  },
  key: {
    value: keyInputSchema.optional(),
    meaning: 'a value (stored encrypted, never shown again) or the name of an environment variable',
  },
  temperature: {
    value: z.number().min(0).max(2),
    ...byProvider,
    group: 'sampling',
    flag: 'temperature',
    isSent: true,
    meaning: '0 to 2',
  },
  contextTokens: {
    value: z.int().min(256).max(20_000_000),
    initial: 128_000,
    group: 'limits',
    flag: 'context',
    meaning: 'context size in tokens',
    more: 'longer input is read in parts. Sent to Ollama as `num_ctx`',
  },
  maxOutputTokens: {
    value: z.int().min(16).max(1_000_000),
    initial: 4_096,
    group: 'limits',
    flag: 'output',
    meaning: 'output limit in tokens',
    more: 'an answer that reaches it fails (`model_output_cut_off`)',
  },
  concurrency: {
    value: z.int().min(1).max(64),
    initial: 4,
    group: 'limits',
    flag: 'concurrency',
    meaning: 'maximum runs that use this profile at the same time',
    more: 'counts its use as primary and as fallback, across all processes',
  },
  requestsPerMinute: {
    value: z.int().min(1).max(100_000),
    initial: null,
    empty: 'unlimited',
    group: 'limits',
    flag: 'requests-per-minute',
    meaning: 'maximum model calls per minute',
    more: 'retries count; applies across all processes. Further calls wait',
  },
} as const satisfies ProfileFields;

const timeout = { value: z.int().min(100).max(3_600_000), group: 'limits', inSeconds: true } as const;

export const timeoutFields = {
  firstTokenMs: {
    ...timeout,
    initial: 120_000,
    flag: 'first-token-seconds',
    meaning: 'time to the first token',
  },
  idleMs: { ...timeout, initial: 60_000, flag: 'idle-seconds', meaning: 'time between tokens' },
  runMs: { ...timeout, initial: 180_000, flag: 'run-seconds', meaning: 'time for one whole call' },
} as const satisfies ProfileFields;

/**
 * The price is at most one dollar per token. That is a hundred times what any model costs, and sums of it still fit
 * into every number.
 */
const highestPerMillionUsd = 1_000_000;
const price = { value: z.number().min(0).max(highestPerMillionUsd), group: 'prices' } as const;
const perMillion = 'US dollars per million';

export const priceFields = {
  inputPerMillionUsd: { ...price, flag: 'input-price', meaning: `${perMillion} input tokens` },
  cachedInputPerMillionUsd: {
    ...price,
    flag: 'cached-input-price',
    meaning: `${perMillion} input tokens from the provider's cache`,
  },
  outputPerMillionUsd: { ...price, flag: 'output-price', meaning: `${perMillion} output tokens` },
} as const satisfies ProfileFields;

/** Where to ask for models, from what a person has filled in so far. */
export const availableModelsRequestSchema = z.object({
  provider: providerSchema.exclude(['builtin']),
  baseUrl: profileFields.baseUrl.value.nullable().default(null),
  key: keyInputSchema.optional(),
  /** The profile whose key is used if `key` is absent, at the address that the key was saved for. */
  profileId: modelProfileIdSchema.optional(),
});
export type AvailableModelsRequest = z.infer<typeof availableModelsRequestSchema>;

/** A model that a provider offers. Values that the provider does not state are null. */
export const availableModelSchema = z.object({
  model: profileFields.model.value,
  contextTokens: profileFields.contextTokens.value.nullable(),
  prices: z.object(shapeOf(priceFields)).nullable(),
});
export type AvailableModel = z.infer<typeof availableModelSchema>;

export const availableModelsSchema = z.object({
  /**
   * The address of the models, if it is not the provider's default. The environment may name another address for
   * Ollama.
   */
  baseUrl: z.string().nullable(),
  items: z.array(availableModelSchema),
});
export type AvailableModels = z.infer<typeof availableModelsSchema>;

type NamesWith<T extends ProfileFields, Column> = {
  [K in keyof T & string]: T[K] extends Column ? K : never;
}[keyof T & string];

/** The path of a number in a profile. */
export type ProfileNumber =
  | NamesWith<typeof profileFields, { group: string }>
  | `prices.${keyof typeof priceFields}`
  | `timeouts.${keyof typeof timeoutFields}`;

export type ProfileFieldName = ProfileNumber | keyof typeof profileFields;

/** All fields by their paths. */
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

/** Returns what is sent to the model with each call. A field that is not set is left to the provider. */
export function callSettingsOf(profile: object): CallSettings {
  const sent = profileNumberNames.filter((name) => profileNumbers[name].isSent);
  const set = sent
    .map((name) => [name, readProfileNumber(profile, name)])
    .filter(([, value]) => value !== null);
  return Object.fromEntries(set);
}

/** Returns null if the number is not set. */
export function readProfileNumber(profile: object, name: ProfileNumber): number | null {
  const value = name
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], profile);
  if (typeof value !== 'number') return null;
  return profileNumbers[name].inSeconds ? value / 1000 : value;
}

/** Makes a part of a profile's input from numbers that people entered. A number that is absent gets its default. */
export function toProfileInput(
  entered: Partial<Record<ProfileNumber, number | undefined>>,
): Record<string, unknown> {
  const input = new Map<string, unknown>();
  for (const name of profileNumberNames) {
    // Few providers have a separate price for cached input, so the input price is used instead.
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
