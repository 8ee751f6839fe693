import { toStorableText } from '#schema/text/bounded-json.ts';

/**
 * Converts everything that is bound to a statement, including values to look up, so that stored texts are found
 * again.
 */
export function toStoredValue(value: unknown): unknown {
  return typeof value === 'string' ? toStorableText(value) : value;
}

/**
 * Writes JSON without the characters that `toStoredValue` removes. JSON contains these as escapes, which that
 * function does not see.
 */
export function toStoredJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Both kinds of characters can only occur as escapes here. A replacer for every value would be several times
  // slower.
  if (json === undefined || !/\\u(?:0000|d[89a-f])/.test(json)) return json;
  return JSON.stringify(value, (_key, part) => toStoredValue(part));
}
