import { z } from 'zod';
import { type AvailableModel, availableModelSchema } from '#schema/models/available-models.ts';

/** More than any provider has; a longer list is cut. */
const maxModels = 2000;
/** Models that write no text. */
const others =
  /embed|whisper|tts|dall-e|moderation|transcribe|realtime|(?:^|[-/])(?:image|audio|veo|imagen)/i;

const price = z.coerce.number().nonnegative().optional().catch(undefined);
const size = z.coerce.number().int().optional().catch(undefined);

/** One model, by the names that OpenAI, Anthropic, Google, Ollama and OpenRouter have for its fields. */
const modelSchema = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  /** Of Google; others say nothing. */
  supportedGenerationMethods: z.array(z.string()).optional().catch(undefined),
  inputTokenLimit: size,
  context_length: size,
  max_input_tokens: size,
  /** Of OpenRouter: dollars for one token. */
  pricing: z
    .object({ prompt: price, completion: price, input_cache_read: price })
    .optional()
    .catch(undefined),
});

const listingSchema = z.union([
  z.object({ data: z.array(z.unknown()) }),
  z.object({ models: z.array(z.unknown()) }),
  z.array(z.unknown()),
]);

/** What a provider's list of models says, sorted by name; null if it is no list. Models that cannot write are left out. */
export function readListing(body: unknown): AvailableModel[] | null {
  const listing = listingSchema.safeParse(body).data;
  if (listing === undefined) return null;
  const items = Array.isArray(listing) ? listing : 'data' in listing ? listing.data : listing.models;
  const read = items.slice(0, maxModels).flatMap(readModel);
  const byName = new Map(read.map((each) => [each.model, each]));
  return [...byName.values()].sort((a, b) => (a.model < b.model ? -1 : 1));
}

function readModel(item: unknown): AvailableModel[] {
  const found = modelSchema.safeParse(item).data;
  // Google's names have a folder before them.
  const model = (found?.id ?? found?.name)?.replace(/^models\//, '');
  if (found === undefined || model === undefined || others.test(model)) return [];
  const { supportedGenerationMethods: methods, pricing } = found;
  if (methods && !methods.includes('generateContent')) return [];
  const contextTokens = found.context_length ?? found.inputTokenLimit ?? found.max_input_tokens ?? null;
  const { data } = availableModelSchema.safeParse({
    model,
    contextTokens: availableModelSchema.shape.contextTokens.safeParse(contextTokens).data ?? null,
    // A price that cannot be true leaves the model listed without prices.
    prices: availableModelSchema.shape.prices.safeParse(pricesOf(pricing)).data ?? null,
  });
  return data ? [data] : [];
}

function pricesOf(pricing: z.infer<typeof modelSchema>['pricing']): unknown {
  if (pricing?.prompt === undefined || pricing.completion === undefined) return null;
  return {
    inputPerMillionUsd: perMillion(pricing.prompt),
    outputPerMillionUsd: perMillion(pricing.completion),
    cachedInputPerMillionUsd: perMillion(pricing.input_cache_read ?? pricing.prompt),
  };
}

/** Without the error of a fraction: 0.0000002 × 1,000,000 is not quite 0.2. */
function perMillion(forOne: number): number {
  return Number((forOne * 1_000_000).toPrecision(10));
}
