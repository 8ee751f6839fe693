import type { Model } from '#engine/ports.ts';

/** Vectors of different models cannot be compared. */
export function modelKey(
  { provider, baseUrl, model }: Pick<Model['profile'], 'provider' | 'baseUrl' | 'model'>,
  hash: (text: string) => string,
): string {
  return hash(JSON.stringify([provider, baseUrl, model])).slice(0, 24);
}
