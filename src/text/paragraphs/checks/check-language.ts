import { matchesLanguage } from '#text/language/language.ts';
import { languagesOfStopword, stopwordsOf } from '#text/language/stopwords.ts';
import { plainOf } from '#text/paragraphs/markers.ts';

/** A text with fewer letters than this says little about its language. */
const leastLetters = 40;

/**
 * Whether a translation is in the target language, or null where that cannot be told. Names that the source spells
 * the same do not count, because a caption may consist of them.
 */
export function isInLanguage(source: string, target: string, language: string): boolean | null {
  const known = new Set(plainOf(source).match(/\p{Lu}[\p{L}\p{M}\d]*/gu));
  const text = plainOf(target).replace(/\p{Lu}[\p{L}\p{M}\d]*/gu, (word) => (known.has(word) ? ' ' : word));
  return matchesLanguage(text, language);
}

/** Whether a translation is in the wrong language and long enough to be sure. */
export function isWrongLanguage(source: string, target: string, language: string): boolean {
  return lettersOf(plainOf(target)) >= leastLetters && isInLanguage(source, target, language) === false;
}

/** Whether the source came back unchanged, although its function words are not those of the target language. */
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
