import { guessLanguage } from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import type { Passage } from './cut-passages.ts';
import { isEastAsian } from './letters.ts';

/** A passage alone is often too short to tell its language. */
const sampleCharacters = 800;
const eastAsianLanguages: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);

/** A source may change its language: each passage has that of its script, or of the text that begins around it. */
export function languagesOf(source: string, passages: readonly Passage[], language: string): string[] {
  const guess = (text: string): string => primarySubtag(guessLanguage(text) ?? language);
  let sampledTo = 0;
  let sampled = language;
  return passages.map(({ start, end }) => {
    if (end > sampledTo) {
      sampledTo = Math.max(end, start + sampleCharacters);
      sampled = guess(source.slice(start, sampledTo));
    }
    const own = source.slice(start, end);
    return isEastAsian(own) === eastAsianLanguages.has(sampled) ? sampled : guess(own);
  });
}
