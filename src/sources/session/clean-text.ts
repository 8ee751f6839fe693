import { stripContext } from '#text/context-tag.ts';
import { type StrippedText, stripPrivate } from '#text/private-tags.ts';

/** Deeper values do not come from tools, and would exhaust the stack. */
const maxDepth = 64;

/** A text as it may be kept: nothing private, and nothing that came from memory itself. */
export function cleanText(text: string): StrippedText {
  const stripped = stripPrivate(text);
  const remembered = stripContext(stripped.text);
  if (remembered === stripped.text) return stripped;
  // What was given from memory may have parted a tag.
  const again = stripPrivate(remembered);
  const wasPrivate = stripped.text !== text || again.text !== remembered;
  return {
    text: again.text,
    isEntirelyPrivate: wasPrivate && again.text.trim() === '',
    openTags: stripped.openTags + again.openTags,
  };
}

/** What a tool was given or answered, cleaned and as text; what is no text becomes JSON. */
export function cleanValue(value: unknown): { text: string; isEntirelyPrivate: boolean } {
  if (value === undefined || value === null) return { text: '', isEntirelyPrivate: false };
  if (typeof value === 'string') return cleanText(value);
  const cleaned = createWalk().clean(value, 0);
  return { text: JSON.stringify(cleaned), isEntirelyPrivate: false };
}

/** A tag that is opened in one string of a value, such as a line of a file, hides the strings after it too. */
function createWalk() {
  let openTags = 0;

  function cleanString(text: string): string {
    const cleaned = cleanText('<private>'.repeat(Math.min(openTags, maxDepth)) + text);
    openTags = cleaned.openTags;
    return cleaned.text;
  }

  function clean(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return cleanString(value);
    if (typeof value !== 'object' || value === null) return openTags === 0 ? value : null;
    if (depth === maxDepth) return '…';
    if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
    const entries = Object.entries(value).map(([key, item]) => [cleanString(key), clean(item, depth + 1)]);
    return Object.fromEntries(entries);
  }

  return { clean };
}
