import { APICallError } from '@ai-sdk/provider';
import { z } from 'zod';
import { AppError } from '#schema/app-error.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import { type AvailableModel, availableModelSchema } from '#schema/models/profile-fields.ts';
import { parseJson } from '#schema/parse-json.ts';
import { classifyError, redactorOf } from './classify-error.ts';
import { baseUrlOf, originOf } from './provider-address.ts';
import { createUpstreamAgent, createUpstreamFetch } from './upstream-fetch.ts';

export interface ModelPlace extends Pick<ModelProfile, 'provider' | 'baseUrl'> {
  key: string | null;
}

const timeoutMs = 15_000;
const anthropicVersion = '2023-06-01';

/** Lists the models that a provider offers, by name. Throws AppError `model_…`. */
export async function listModels({ key, ...place }: ModelPlace): Promise<AvailableModel[]> {
  const baseUrl = baseUrlOf(place);
  const agent = createUpstreamAgent();
  const signal = AbortSignal.timeout(timeoutMs);
  const { host } = new URL(baseUrl);
  const fetch = createUpstreamFetch({
    agent,
    origin: originOf(place),
    hasKey: key !== null,
    streamFormat: 'json',
  });
  try {
    const response = await fetch(addressOf(place.provider, baseUrl), {
      headers: headersOf(place.provider, key ?? ''),
      signal,
    });
    const text = await response.text();
    if (!response.ok) throw toCallError(response, text);
    const listed = readListing(parseJson(text));
    if (listed === null)
      throw new AppError('model_bad_response', `${host} did not answer with a list of models.`);
    return listed;
  } catch (error) {
    if (signal.aborted)
      throw new AppError(
        'model_unreachable',
        `${host} did not list its models in ${timeoutMs / 1000} seconds.`,
      );
    throw classifyError(error, { host, redact: redactorOf(key) });
  } finally {
    await agent.destroy();
  }
}

function addressOf(provider: ModelProfile['provider'], baseUrl: string): string {
  if (provider === 'ollama') return `${baseUrl.replace(/\/api$/, '')}/api/tags`;
  // The limit is higher than any provider needs. The default would be a page of 20 or 50.
  if (provider === 'anthropic') return `${baseUrl}/models?limit=1000`;
  return provider === 'google' ? `${baseUrl}/models?pageSize=1000` : `${baseUrl}/models`;
}

function headersOf(provider: ModelProfile['provider'], key: string): Record<string, string> {
  if (provider === 'anthropic') return { 'x-api-key': key, 'anthropic-version': anthropicVersion };
  return provider === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

function toCallError(response: Response, responseBody: string): APICallError {
  return new APICallError({
    message: response.statusText,
    url: response.url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody,
  });
}

/** More models than any provider has. A longer list is cut. */
const maxModels = 2000;
/** Matches names of models that write no text. */
const others =
  /embed|whisper|tts|dall-e|moderation|transcribe|realtime|(?:^|[-/])(?:image|audio|veo|imagen)/i;

const price = z.coerce.number().nonnegative().optional().catch(undefined);
const size = z.coerce.number().int().optional().catch(undefined);

/** One model with the field names of OpenAI, Anthropic, Google, Ollama and OpenRouter. */
const modelSchema = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  /** Only Google sends this field. */
  supportedGenerationMethods: z.array(z.string()).optional().catch(undefined),
  inputTokenLimit: size,
  context_length: size,
  max_input_tokens: size,
  /** The prices from OpenRouter, in dollars for one token. */
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

/**
 * Reads a provider's list of models, sorted by name. Returns null if it is no list. Models that cannot write are left
 * out.
 */
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
  // Google's names have the prefix of a folder.
  const model = (found?.id ?? found?.name)?.replace(/^models\//, '');
  if (found === undefined || model === undefined || others.test(model)) return [];
  const { supportedGenerationMethods: methods, pricing } = found;
  if (methods && !methods.includes('generateContent')) return [];
  const contextTokens = found.context_length ?? found.inputTokenLimit ?? found.max_input_tokens ?? null;
  const { data } = availableModelSchema.safeParse({
    model,
    contextTokens: availableModelSchema.shape.contextTokens.safeParse(contextTokens).data ?? null,
    // A model with an impossible price is listed without prices.
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

/** Rounds away the error of a fraction: 0.0000002 × 1,000,000 is not exactly 0.2. */
function perMillion(forOne: number): number {
  return Number((forOne * 1_000_000).toPrecision(10));
}
