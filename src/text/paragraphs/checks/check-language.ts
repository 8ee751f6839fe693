import { matchesLanguage } from '#text/language/language.ts';
import { languagesOfStopword, stopwordsOf } from '#text/language/stopwords.ts';
import { plainOf } from '#text/paragraphs/markers.ts';

/** Less than this says little about its language. */
const leastLetters = 40;

/**
 * Whether a translation is in the target language; null where that cannot be told. Names that the source writes the
 * same way do not count: a caption may consist of them.
 */
export function isInLanguage(source: string, target: string, language: string): boolean | null {
  const known = new Set(plainOf(source).match(/\p{Lu}[\p{L}\p{M}\d]*/gu));
  const text = plainOf(target).replace(/\p{Lu}[\p{L}\p{M}\d]*/gu, (word) => (known.has(word) ? ' ' : word));
  return matchesLanguage(text, language);
}

/** The same, where there is enough text to refuse it. */
export function isWrongLanguage(source: string, target: string, language: string): boolean {
  return lettersOf(plainOf(target)) >= leastLetters && isInLanguage(source, target, language) === false;
}

/** Whether the source came back as it was, though its function words are not those of the target language. */
export function isUnchanged(source: string, target: string, language: string): boolean {
  const text = plainOf(target);
  if (text !== plainOf(source)) return false;
  const own = stopwordsOf(language);
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const foreign = words.filter(
    (word) => word === word.toLowerCase() && languagesOfStopword(word).length > 0 && !own.has(word),
  );
  return foreign.length > 1 && matchesLanguage(text, language) !== true;
}

function lettersOf(text: string): number {
  return (text.match(/\p{L}/gu) ?? []).length;
}
