import type { ModelProfileId } from './ids.ts';
import type { Settings } from './settings.ts';

/** The models that write summaries, in the order they are asked. */
export function summaryRoute({
  primaryModelProfileId,
  fallbackModelProfileId,
}: Pick<Settings['summaryAgent'], 'primaryModelProfileId' | 'fallbackModelProfileId'>): ModelProfileId[] {
  return fallbackModelProfileId === null
    ? [primaryModelProfileId]
    : [primaryModelProfileId, fallbackModelProfileId];
}
