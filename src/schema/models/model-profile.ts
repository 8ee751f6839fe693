import { z } from 'zod';
import { modelProfileIdSchema, timestampSchema } from '#schema/ids.ts';
import { visibleText } from '#schema/visible-text.ts';

export const providers = ['builtin', 'openai', 'anthropic', 'google', 'openai-compatible', 'ollama'] as const;
export const providerSchema = z.enum(providers);
export type Provider = z.infer<typeof providerSchema>;

const tokenCount = z.int().min(256).max(20_000_000);
const milliseconds = z.int().min(100).max(3_600_000);

export const pricesSchema = z.object({
  inputPerMillionUsd: z.number().nonnegative(),
  cachedInputPerMillionUsd: z.number().nonnegative(),
  outputPerMillionUsd: z.number().nonnegative(),
});

export const timeoutsSchema = z.object({
  firstTokenMs: milliseconds.default(120_000),
  idleMs: milliseconds.default(60_000),
  runMs: milliseconds.default(180_000),
});

/** A key is set as a value or as the name of an environment variable, and is never returned. */
export const keyInputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: z.string().min(1).max(4096) }),
  z.object({ kind: z.literal('env'), name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/) }),
  z.object({ kind: z.literal('none') }),
]);

/** Only if the address has changed: the origin that the key was saved for. It needs confirmation. */
const givenFor = z.string().optional();

export const keyStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('stored'), givenFor }),
  z.object({ kind: z.literal('env'), name: z.string(), present: z.boolean(), givenFor }),
]);
export type KeyState = z.infer<typeof keyStateSchema>;

const profileFields = {
  id: modelProfileIdSchema,
  name: z.string().trim().min(1).max(120),
  provider: providerSchema,
  model: z.string().trim().min(1).max(200),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  contextTokens: tokenCount.default(128_000),
  maxOutputTokens: z.int().min(16).max(1_000_000).default(4_096),
  temperature: z.number().min(0).max(2).nullable().default(null),
  prices: pricesSchema.nullable().default(null),
  concurrency: z.int().min(1).max(64).default(4),
  requestsPerMinute: z.int().min(1).max(100_000).nullable().default(null),
  timeouts: timeoutsSchema.prefault({}),
};

/** What a person fills in. `key` left out keeps the stored one. */
export const modelProfileInputSchema = z.object({
  ...profileFields,
  name: visibleText(profileFields.name),
  model: visibleText(profileFields.model),
  provider: providerSchema.exclude(['builtin']),
  key: keyInputSchema.optional(),
});
export type ModelProfileInput = z.infer<typeof modelProfileInputSchema>;

export const modelProfileSchema = z.object({
  ...profileFields,
  key: keyStateSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type ModelProfile = z.infer<typeof modelProfileSchema>;

export const connectionTestSchema = z.object({
  ok: z.boolean(),
  model: z.string().nullable(),
  durationMs: z.int().nonnegative(),
  message: z.string(),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;
