import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { Embedding, Model, ModelPart } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { callSettingsOf } from '#schema/models/profile-fields.ts';
import { readTokenCount } from '#schema/runs/run.ts';
import { abortReason } from './abort-reason.ts';
import { type Classifying, classifyError, redactorOf } from './classify-error.ts';
import { openEmbedding, openProvider } from './open-provider.ts';
import { baseUrlOf } from './provider-address.ts';
import { createUpstreamAgent } from './upstream-fetch.ts';

export type OpenRemote = (profile: Model['profile'], key: string | null) => Model;

/** The number of opened models that are kept. It is more than anyone uses at the same time. */
const keptModels = 32;

/**
 * Opens models that are called over the network and share one pool of connections. A run opens its model several
 * times, and the SDK builds its schemas each time. An opened model is therefore kept while profile and key stay the
 * same.
 */
export function createRemoteOpener(): OpenRemote {
  const agent = createUpstreamAgent();
  const opened = new Map<string, Model>();
  return (profile, key) => {
    const version = JSON.stringify([profile, key]);
    const known = opened.get(version);
    if (known !== undefined) return known;
    const model = open(profile, key);
    for (const oldest of opened.keys()) {
      if (opened.size < keptModels) break;
      opened.delete(oldest);
    }
    opened.set(version, model);
    return model;
  };

  function open(profile: Model['profile'], key: string | null): Model {
    const stream = openProvider({ profile, key, agent });
    const embedding = openEmbedding({ profile, key, agent });
    const classifying = { host: new URL(baseUrlOf(profile)).host, redact: redactorOf(key) };
    const settings = callSettingsOf(profile);
    return {
      profile,
      writesAnyLanguage: true,
      stream: (request, signal) => {
        const parts = stream({ request, settings, signal });
        return guard(parts, { signal, classifying });
      },
      ...(embedding && {
        embed: async (texts, signal) => {
          try {
            return await embedTexts(embedding, { texts, host: classifying.host, signal });
          } catch (error) {
            throw nameFailure(error, { signal, classifying });
          }
        },
      }),
    };
  }
}

interface Guarding {
  signal: AbortSignal;
  classifying: Classifying;
}

/** Returns the reason for an abort, or the error that describes the failure. */
function nameFailure(error: unknown, { signal, classifying }: Guarding): AppError {
  return signal.aborted ? abortReason(signal) : classifyError(error, classifying);
}

/** Turns anything that a stream throws into one AppError. */
async function* guard(parts: AsyncIterable<ModelPart>, using: Guarding): AsyncGenerator<ModelPart> {
  try {
    yield* parts;
  } catch (error) {
    throw nameFailure(error, using);
  }
}

/** More dimensions than any model has. The limit bounds the size of a vector in the store. */
const maxDimensions = 8192;

/** Makes one call. Errors of the model are still the SDK's. An answer that does not fit the texts throws AppError. */
async function embedTexts(
  model: EmbeddingModelV4,
  { texts, host, signal }: { texts: readonly string[]; host: string; signal: AbortSignal },
): Promise<Embedding> {
  const { embeddings, usage } = await model.doEmbed({ values: [...texts], abortSignal: signal });
  if (embeddings.length !== texts.length)
    throw badResponse(host, `${embeddings.length} vectors for ${texts.length} texts`);
  const dimensions = embeddings[0]?.length ?? 0;
  if (dimensions === 0 || dimensions > maxDimensions)
    throw badResponse(host, `a vector of ${dimensions} numbers`);
  const vectors = embeddings.map((numbers) => {
    if (numbers.length !== dimensions) throw badResponse(host, 'vectors of different lengths');
    return toUnitVector(numbers) ?? refuse(host);
  });
  return { vectors, inputTokens: readTokenCount(usage?.tokens) };
}

/**
 * Scales a vector to length 1, so that vectors are compared only by direction. Returns null if it has no direction.
 */
function toUnitVector(numbers: readonly number[]): Float32Array<ArrayBuffer> | null {
  const length = Math.hypot(...numbers);
  if (!Number.isFinite(length) || length === 0) return null;
  return Float32Array.from(numbers, (number) => number / length);
}

function refuse(host: string): never {
  throw badResponse(host, 'a vector without a direction');
}

function badResponse(host: string, sent: string): AppError {
  return new AppError('model_bad_response', `${host} sent ${sent}.`);
}
