const dayMs = 24 * 60 * 60 * 1000;
/** Events that waited longer for the worker are no longer distinguished. */
const maxAgeMs = 90 * dayMs;

/** When an event happened, as its sender says: never in the future, and not long ago either. */
export function eventTime(now: number, at: number | null | undefined): number {
  if (at === null || at === undefined) return now;
  return Math.trunc(Math.min(now, Math.max(at, now - maxAgeMs)));
}
