import { APICallError } from '@ai-sdk/provider';
import { AppError } from '#schema/app-error.ts';
import type { AvailableModel } from '#schema/models/available-models.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import { parseJson } from '#schema/parse-json.ts';
import { classifyError } from './classify-error.ts';
import { baseUrlOf, originOf } from './provider-address.ts';
import { readListing } from './read-listing.ts';
import { redactorOf } from './redactor-of.ts';
import { createUpstreamAgent, createUpstreamFetch } from './upstream-fetch.ts';

export interface ModelPlace extends Pick<ModelProfile, 'provider' | 'baseUrl'> {
  key: string | null;
}

const timeoutMs = 15_000;
const anthropicVersion = '2023-06-01';

/** The models that a provider offers, by name. Throws AppError `model_…`. */
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
  // More than any of them has; the default would be a page of 20 or 50.
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
