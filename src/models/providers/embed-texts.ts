import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { Embedding } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { readTokenCount } from '#schema/runs/token-count.ts';

/** More than any model has; bounds what one vector takes in the store. */
const maxDimensions = 8192;

/** One call. What the model throws is still the SDK's; an answer that does not fit the texts is an AppError. */
export async function embedTexts(
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

/** Of length 1, so that vectors are compared by their direction alone; null: it has none. */
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
