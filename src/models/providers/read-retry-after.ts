/** Longer than anyone waits for a model; what a server asks for beyond that is not worth a number. */
const longestMs = 86_400_000;

/** How long the provider asks to wait, a day at most. */
export function readRetryAfterMs(headers: Record<string, string>, now: number): number | null {
  const askedMs = readAskedMs(headers, now);
  return askedMs === null ? null : Math.min(askedMs, longestMs);
}

/** `retry-after-ms`, or `retry-after` in seconds or as an HTTP date. */
function readAskedMs(headers: Record<string, string>, now: number): number | null {
  const exact = Number(headers['retry-after-ms']?.trim() || Number.NaN);
  if (exact >= 0) return Math.ceil(exact);

  const text = headers['retry-after']?.trim();
  if (!text) return null;
  const seconds = Number(text);
  if (seconds >= 0) return Math.ceil(seconds * 1000);
  const date = Number.isNaN(seconds) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
