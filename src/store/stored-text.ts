/**
 * PostgreSQL cannot hold U+0000 in text, and UTF-8 cannot hold half a surrogate pair. Both dialects therefore store
 * the same: U+0000 is removed and a lone surrogate becomes U+FFFD. Neither is ever part of a readable text.
 */
function toStoredText(text: string): string {
  const withoutNul = text.includes('\u0000') ? text.replaceAll('\u0000', '') : text;
  return withoutNul.toWellFormed();
}

/** Applied to everything that is bound to a statement, look-ups included, so that what was written is found again. */
export function toStoredValue(value: unknown): unknown {
  return typeof value === 'string' ? toStoredText(value) : value;
}

/** JSON would carry both as escapes past the check above. */
export function toStoredJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) => toStoredValue(part));
}
