import { toStorableText } from '#schema/text/storable-text.ts';

/** Applied to everything that is bound to a statement, look-ups included, so that what was written is found again. */
export function toStoredValue(value: unknown): unknown {
  return typeof value === 'string' ? toStorableText(value) : value;
}

/** JSON would carry both as escapes past the check above. */
export function toStoredJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) => toStoredValue(part));
}
