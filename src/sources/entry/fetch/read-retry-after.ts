const leastMs = 1000;
const mostMs = 24 * 60 * 60 * 1000;

/** How long a host asks to wait, in seconds or as a date; null if it does not say. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null || value.trim() === '') return null;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now;
  if (Number.isNaN(ms)) return null;
  return Math.min(Math.max(ms, leastMs), mostMs);
}
