import { z } from 'zod';
import { shapeOf } from '#schema/field-table.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { keyInputSchema, priceFields, profileFields, providerSchema } from './profile-fields.ts';

/** Where to ask for models, as a person has filled it in so far. */
export const availableModelsRequestSchema = z.object({
  provider: providerSchema.exclude(['builtin']),
  baseUrl: profileFields.baseUrl.value.nullable().default(null),
  key: keyInputSchema.optional(),
  /** Without `key`: the key of this profile is used, at the address it was saved for. */
  profileId: modelProfileIdSchema.optional(),
});
export type AvailableModelsRequest = z.infer<typeof availableModelsRequestSchema>;

/** A model that a provider offers. What the provider does not say is null. */
export const availableModelSchema = z.object({
  model: profileFields.model.value,
  contextTokens: profileFields.contextTokens.value.nullable(),
  prices: z.object(shapeOf(priceFields)).nullable(),
});
export type AvailableModel = z.infer<typeof availableModelSchema>;

export const availableModelsSchema = z.object({
  /** Where they are, if that is not the provider's default: the environment may name another address of Ollama. */
  baseUrl: z.string().nullable(),
  items: z.array(availableModelSchema),
});
export type AvailableModels = z.infer<typeof availableModelsSchema>;
