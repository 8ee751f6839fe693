/**
 * PostgreSQL cannot hold U+0000 in text, and UTF-8 cannot hold half a surrogate pair. Both dialects therefore store
 * the same: U+0000 is removed and a lone surrogate becomes U+FFFD. Neither is ever part of a readable text.
 */
export function toStorableText(text: string): string {
  const withoutNul = text.includes('\u0000') ? text.replaceAll('\u0000', '') : text;
  return withoutNul.toWellFormed();
}
