const dayMs = 24 * 60 * 60 * 1000;

/** Milliseconds since 1970 of a day (UTC), a time or such a number; a day ends with its last millisecond. NaN for anything else. */
export function readDate(text: string, edge: 'start' | 'end'): number {
  if (/^\d{9,16}$/.test(text)) return Number(text);
  // Other writings mean different days in different places, and some engines read a date into any number.
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return Number.NaN;
  const at = Date.parse(text);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return isDay && edge === 'end' ? at + dayMs - 1 : at;
}
