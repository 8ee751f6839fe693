import { toStorableText } from '#schema/text/bounded-json.ts';

/** Applied to everything that is bound to a statement, look-ups included, so that what was written is found again. */
export function toStoredValue(value: unknown): unknown {
  return typeof value === 'string' ? toStorableText(value) : value;
}

/** JSON would carry both as escapes past the check above. */
export function toStoredJson(value: unknown): string {
  const json = JSON.stringify(value);
  // As text both can only be escapes; a replacer for every value makes the whole several times slower.
  if (json === undefined || !/\\u(?:0000|d[89a-f])/.test(json)) return json;
  return JSON.stringify(value, (_key, part) => toStoredValue(part));
}
