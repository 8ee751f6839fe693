import { extractSummary } from '#text/extract-summary.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { type Bounds, cut, flatten, isLongerThan } from './cut.ts';

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
