import { extractSummary } from '#text/extract-summary.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { isUnspaced } from '#text/sentences/words.ts';

interface Bounds {
  maxSentences: number;
  maxCharacters: number;
}

/** Returns the most important sentences of a text, in their order and in its own words. */
export function shorten(text: string, { maxSentences, maxCharacters }: Bounds): string {
  const all = splitSentences(text).map((sentence) => flatten(sentence.text));
  const whole = flatten(text);
  if (all.length <= maxSentences && !isLongerThan(whole, maxCharacters)) return whole;
  const budget = { characters: maxCharacters };
  const chosen = extractSummary(text, { budget }).sentences.map((sentence) => flatten(sentence.text));
  const kept = chosen.length === 0 ? all : chosen;
  return cut(kept.slice(0, maxSentences).join(isUnspaced(text) ? '' : ' '), maxCharacters);
}

/** Cuts a text between words and marks the cut with an ellipsis. */
export function cut(text: string, maxCharacters: number): string {
  if (!isLongerThan(text, maxCharacters)) return text;
  const head = Array.from(text.slice(0, 2 * maxCharacters))
    .slice(0, maxCharacters - 1)
    .join('');
  const space = head.lastIndexOf(' ');
  return `${(space > head.length / 2 ? head.slice(0, space) : head).trimEnd()}…`;
}

/**
 * Compares the length in characters. A character takes one or two units, so only a text near the limit is counted.
 */
export function isLongerThan(text: string, maxCharacters: number): boolean {
  if (text.length <= maxCharacters) return false;
  return text.length > 2 * maxCharacters || [...text].length > maxCharacters;
}

export function flatten(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
