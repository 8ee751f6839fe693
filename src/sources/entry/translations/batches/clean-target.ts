const tag = /<\/?[a-z][^<>]*>/giu;
/** With what is in it, which is no text. */
const program = /<(script|style)(?:\s[^<>]*)?>[^<]*<\/\1\s*>/giu;
const references = new Map(
  Object.entries<string>({
    '&quot;': '"',
    '&#39;': "'",
    '&apos;': "'",
    '&nbsp;': ' ',
  }),
);

/**
 * A translation as it is stored: one line, without tags and references that the source does not have. Tags in the text of
 * the source, as in an article about HTML, stay text.
 */
export function cleanTarget(text: string, source: string, id: string): string {
  const own = new Set(Array.from(source.matchAll(tag), ([found]) => found.toLowerCase()));
  const words = text
    .replace(program, (found, name: string) => (own.has(`<${name.toLowerCase()}>`) ? found : ''))
    .replace(tag, (found) => (own.has(found.toLowerCase()) ? found : ''))
    .replace(/&(?:quot|#39|apos|nbsp);/giu, (found) =>
      source.includes(found) ? found : (references.get(found.toLowerCase()) ?? found),
    )
    // Overrides of the direction could show a text in another order.
    .replace(/[\p{Cc}\u202a-\u202e\u2028\u2029\s]+/gu, ' ')
    .trim();
  // The number of the paragraph, repeated.
  const label = `${id}:`;
  return words.startsWith(label) && !source.startsWith(label) ? words.slice(label.length).trim() : words;
}
