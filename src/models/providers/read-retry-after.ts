/** How long the provider asks to wait: `retry-after-ms`, or `retry-after` in seconds or as an HTTP date. */
export function readRetryAfterMs(headers: Record<string, string>, now: number): number | null {
  const exact = Number(headers['retry-after-ms']?.trim() || Number.NaN);
  if (exact >= 0) return Math.ceil(exact);

  const text = headers['retry-after']?.trim();
  if (!text) return null;
  const seconds = Number(text);
  if (seconds >= 0) return Math.ceil(seconds * 1000);
  const date = Number.isNaN(seconds) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
