import { stripContext } from '#text/privacy/context-tag.ts';
import { hasWords, hideTexts, type StrippedText, stripPrivate } from '#text/privacy/hide-private.ts';
import { isSecretName, maskSecrets } from '#text/privacy/mask-secrets.ts';

/** Tools send no deeper values, and deeper ones would overflow the stack. */
const maxDepth = 64;

/**
 * Cleans a text for storage: no private text, no context from memory, and no keys. `hidden` is what was marked
 * private in the same session.
 */
export function cleanText(text: string, hidden: readonly string[] = []): StrippedText {
  const stripped = stripText(text);
  return { ...stripped, text: maskSecrets(hideTexts(stripped.text, hidden)) };
}

/** Removes the parts that must not be stored, and changes nothing else. */
export function stripText(text: string): StrippedText {
  const stripped = stripPrivate(text);
  const remembered = stripContext(stripped.text);
  if (remembered === stripped.text) return stripped;
  // Text inserted from memory may have split a tag.
  const again = stripPrivate(remembered);
  const wasPrivate = stripped.text !== text || again.text !== remembered;
  return {
    text: again.text,
    isEntirelyPrivate: wasPrivate && !hasWords(again.text),
    hidden: [...stripped.hidden, ...again.hidden],
    openTags: stripped.openTags + again.openTags,
  };
}

/** A tool's input or output, cleaned and as text. Values that are not text become JSON. */
export function cleanValue(
  value: unknown,
  hidden: readonly string[] = [],
): { text: string; isEntirelyPrivate: boolean } {
  if (value === undefined || value === null) return { text: '', isEntirelyPrivate: false };
  if (typeof value === 'string') return cleanText(value, hidden);
  const cleaned = createWalk(hidden).clean(value, 0);
  return { text: JSON.stringify(cleaned), isEntirelyPrivate: false };
}

/** A tag opened in one string of a value, such as a line of a file, also hides the strings after it. */
function createWalk(hidden: readonly string[]) {
  let openTags = 0;

  function cleanString(text: string): string {
    const cleaned = cleanText('<private>'.repeat(Math.min(openTags, maxDepth)) + text, hidden);
    openTags = cleaned.openTags;
    return cleaned.text;
  }

  function cleanEntry([key, item]: [string, unknown], depth: number): [string, unknown] {
    const name = cleanString(key);
    const value = clean(item, depth);
    return [name, typeof value === 'string' && value !== '' && isSecretName(key) ? '[masked]' : value];
  }

  function clean(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return cleanString(value);
    if (typeof value !== 'object' || value === null) return openTags === 0 ? value : null;
    if (depth === maxDepth) return '…';
    if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
    return Object.fromEntries(Object.entries(value).map((entry) => cleanEntry(entry, depth + 1)));
  }

  return { clean };
}
