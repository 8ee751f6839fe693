import { stopwordsOf } from '#text/language/stopwords.ts';
import { foldAccents } from '#text/sentences/words.ts';
import { findConcepts } from './find-concepts.ts';
import { findCountries } from './find-countries.ts';

/** Something in a text that survives translation, other than a quantity. */
export type Key = { key: string; start: number; end: number; name: boolean };

const LATIN_WORD = /[\p{Script=Latin}][\p{Script=Latin}\d]*(?:['’](?=\p{Lu})\p{L}+)?/gu;
// Cognates agree in their first letters: "Produktion", "production".
const COGNATE_LETTERS = 6;

/** Concepts, countries, and words that European languages share. */
export function findKeys(text: string, language: string): Key[] {
  const keys: Key[] = [];
  for (const { name, start, end } of findConcepts(text, language))
    keys.push({ key: `c:${name}`, start, end, name: false });
  for (const { code, start, end } of findCountries(text, language))
    keys.push({ key: `r:${code}`, start, end, name: true });
  const stopwords = stopwordsOf(language);
  for (const match of text.matchAll(LATIN_WORD)) {
    const word = match[0];
    const capital = /^\p{Lu}/u.test(word);
    if ((word.length < 4 && !(capital && word.length >= 2)) || stopwords.has(word.toLowerCase())) continue;
    const name = capital && match.index > 0 && language !== 'de';
    keys.push({ key: `w:${cognateForm(word)}`, start: match.index, end: match.index + word.length, name });
  }
  return keys;
}

/** Spelling that differs between languages is levelled: Produktion, production; Philosophie, filosofía. */
export function cognateForm(word: string): string {
  return foldAccents(word.toLowerCase())
    .replaceAll('ß', 'ss')
    .replaceAll('ph', 'f')
    .replaceAll('th', 't')
    .replace(/[kq]/g, 'c')
    .replaceAll('y', 'i')
    .replaceAll('w', 'v')
    .replace(/(.)\1/g, '$1')
    .slice(0, COGNATE_LETTERS);
}
