import { cleanText, cleanValue } from '#sources/session/records/clean-text.ts';
import { mayHoldContext } from '#text/privacy/context-tag.ts';
import { mayHoldPrivate } from '#text/privacy/private-tags.ts';
import { tagPattern } from '#text/privacy/tag-pattern.ts';
import { cutCharacters } from '#text/sentences/cut-characters.ts';

interface Clip {
  /** At most so many characters, and a line that says how many are missing. */
  most: number;
  /** What was marked private in the same session. */
  hidden: readonly string[];
}

/** Longer than what a key is recognised by, so that none is cut in two before it is masked. */
const slack = 8192;
const maxItems = 50;
const maxDepth = 16;
const privateTag = tagPattern('private');
const contextTag = tagPattern('opencode-mem-context');

/** As it may be stored. Only the beginning of a long text is searched for keys: that costs far more than to read it. */
export function cleanClipped(text: string, { most, hidden }: Clip): string {
  const clipped = clipText(text, most + slack);
  return cut(cleanText(clipped, hidden).text, { most, missing: text.length - clipped.length });
}

/** The same for any JSON value, as text. */
export function cleanClippedValue(value: unknown, { most, hidden }: Clip): string {
  if (typeof value === 'string') return cleanClipped(value, { most, hidden });
  return cut(cleanValue(clipValue(value, most + slack, 0), hidden).text, { most, missing: 0 });
}

/** Large values keep their beginnings. */
export function clipValue(value: unknown, most: number, depth: number): unknown {
  if (typeof value === 'string') return clipText(value, most);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return '…';
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => clipValue(item, most, depth + 1));
  const entries = Object.entries(value).slice(0, maxItems);
  return Object.fromEntries(
    entries.map(([key, item]) => [clipText(key, most), clipValue(item, most, depth + 1)]),
  );
}

/** A text with a tag stays whole until the tag is removed: its other half may be far away. */
function clipText(text: string, most: number): string {
  return text.length <= most || holdsTag(text) ? text : cutCharacters(text, most);
}

function holdsTag(text: string): boolean {
  return (
    (mayHoldPrivate(text) && text.search(privateTag) !== -1) ||
    (mayHoldContext(text) && text.search(contextTag) !== -1)
  );
}

function cut(text: string, { most, missing }: { most: number; missing: number }): string {
  const kept = cutCharacters(text, most);
  const left = missing + text.length - kept.length;
  return left === 0 ? kept : `${kept}\n[${left} more characters]`;
}
