import { z } from 'zod';
import { shapeOf } from '#schema/field-table.ts';
import { modelProfileIdSchema, timestampSchema } from '#schema/ids.ts';
import { visibleText } from '#schema/text/entered-text.ts';
import { priceFields, profileFields, providerSchema, timeoutFields } from './profile-fields.ts';

/** The origin that the key was saved for, if the address has changed since. The key then needs confirmation. */
const givenFor = z.string().optional();

export const keyStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('stored'), givenFor }),
  z.object({ kind: z.literal('env'), name: z.string(), present: z.boolean(), givenFor }),
]);
export type KeyState = z.infer<typeof keyStateSchema>;

export const timeoutsSchema = z.object(shapeOf(timeoutFields));

const profileShape = {
  id: modelProfileIdSchema,
  ...shapeOf(profileFields),
  prices: z.object(shapeOf(priceFields)).nullable().default(null),
  timeouts: timeoutsSchema.prefault({}),
};

/** What a person fills in. If `key` is left out, the stored key stays. */
export const modelProfileInputSchema = z.object({
  ...profileShape,
  name: visibleText(profileShape.name),
  model: visibleText(profileShape.model),
  provider: providerSchema.exclude(['builtin']),
});
export type ModelProfileInput = z.infer<typeof modelProfileInputSchema>;

/** What is needed to open the model, beside its key. */
export const openProfileSchema = z.object(profileShape).omit({ key: true });

export const modelProfileSchema = openProfileSchema.extend({
  key: keyStateSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type ModelProfile = z.infer<typeof modelProfileSchema>;

/** What the test asks the model for: a text, or a vector for search by meaning. */
export const testModelQuerySchema = z.object({ as: z.enum(['text', 'embedding']).default('text') });
export type TestedAs = z.infer<typeof testModelQuerySchema>['as'];

export const connectionTestSchema = z.object({
  ok: z.boolean(),
  model: z.string().nullable(),
  durationMs: z.int().nonnegative(),
  message: z.string(),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;

/** A key as it is stored. `origin` is where it may be sent: the scheme, host and port it was given for. */
export const storedKeySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('env'), name: z.string(), origin: z.string() }),
  z.object({ kind: z.literal('stored'), ciphertext: z.string(), origin: z.string() }),
]);
export type StoredKey = z.infer<typeof storedKeySchema>;

/** A model profile as the store keeps it. It never leaves the server. */
export const storedProfileSchema = modelProfileSchema.omit({ key: true }).extend({ key: storedKeySchema });
export type StoredProfile = z.infer<typeof storedProfileSchema>;
