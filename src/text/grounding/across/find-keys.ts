import { stopwordsOf } from '#text/language/stopwords.ts';
import { foldAccents } from '#text/sentences/words.ts';
import { findCountries } from './names.ts';
import words from './words.json' with { type: 'json' };

/** A detail of a text that survives translation, other than a quantity. */
export type Key = { key: string; start: number; end: number; name: boolean };

const LATIN_WORD = /[\p{Script=Latin}][\p{Script=Latin}\d]*(?:['’](?=\p{Lu})\p{L}+)?/gu;
// Cognates share their first letters: "Produktion", "production".
const COGNATE_LETTERS = 6;

/** Finds concepts, countries, and words that European languages share. */
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

/** Removes differences of spelling between languages: "Produktion", "production"; "Philosophie", "filosofía". */
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

type Concept = { name: string; start: number; end: number };

type Table = {
  whole: Map<string, string[]>;
  stems: Map<string, string[]>;
  phrases: { words: string; name: string }[];
};

/** Pairs of concepts that exclude each other in the same place. */
const OPPOSITE: ReadonlyMap<string, string> = new Map(
  words.opposites.flatMap((pair): [string, string][] => {
    const [left = '', right = ''] = pair.split('/');
    return [
      [left, right],
      [right, left],
    ];
  }),
);
/** The languages of the columns behind the name of a concept. */
const CONCEPT_LANGUAGES = ['en', 'de', 'fr', 'es', 'zh', 'ja'];
const SHORTEST_STEM = 3;
const LONGEST_UNSPACED = 6;
const cache = new Map<string, Table>();

/** The concept that excludes this one, or undefined. */
export function oppositeOf(name: string): string | undefined {
  return OPPOSITE.get(name);
}

/** Finds the concepts that a text names, in order. A language without a table has none. */
export function findConcepts(text: string, language: string): Concept[] {
  const table = tableOf(language);
  if (table === undefined) return [];
  const found = language === 'zh' || language === 'ja' ? findUnspaced(text, table) : findSpaced(text, table);
  return found.sort((a, b) => a.start - b.start);
}

function findUnspaced(text: string, { stems }: Table): Concept[] {
  const found: Concept[] = [];
  for (let at = 0; at < text.length; at++) {
    for (let length = Math.min(LONGEST_UNSPACED, text.length - at); length >= 1; length--) {
      const names = stems.get(text.slice(at, at + length));
      if (names === undefined) continue;
      for (const name of names) found.push({ name, start: at, end: at + length });
      at += length - 1;
      break;
    }
  }
  return found;
}

function findSpaced(text: string, { whole, stems, phrases }: Table): Concept[] {
  const found: Concept[] = [];
  const lower = text.toLowerCase().replaceAll('’', "'");
  for (const match of lower.matchAll(/\p{L}[\p{L}-]*/gu)) {
    const word = match[0];
    const span = { start: match.index, end: match.index + word.length };
    const names = new Set(whole.get(word) ?? []);
    for (let length = Math.min(word.length, 16); length >= SHORTEST_STEM; length--)
      for (const name of stems.get(word.slice(0, length)) ?? []) names.add(name);
    for (const name of names) found.push({ name, ...span });
  }
  for (const { words, name } of phrases) {
    const at = lower.indexOf(words);
    if (at >= 0 && !/\p{L}/u.test(lower.charAt(at - 1)))
      found.push({ name, start: at, end: at + words.length });
  }
  return found;
}

function tableOf(language: string): Table | undefined {
  const column = CONCEPT_LANGUAGES.indexOf(language);
  if (column < 0) return undefined;
  let table = cache.get(language);
  if (table === undefined) {
    table = { whole: new Map(), stems: new Map(), phrases: [] };
    for (const line of [...words.concepts, ...words.topics]) addLine(table, line, column);
    cache.set(language, table);
  }
  return table;
}

function addLine(table: Table, line: string, column: number): void {
  const [name = '', ...columns] = line.split('|');
  for (const entry of columns[column]?.split(/\s+/) ?? []) {
    if (entry === '') continue;
    const unspaced = column >= 4;
    // A single character is part of too many words to stand for one side of a pair.
    if (unspaced && entry.length === 1 && OPPOSITE.has(name) && !/[涨跌]/.test(entry)) continue;
    if (entry.includes('_')) table.phrases.push({ words: entry.replaceAll('_', ' ').trim(), name });
    else if (entry.endsWith('.')) add(table.whole, entry.slice(0, -1), name);
    else add(table.stems, entry, name);
  }
}

function add(map: Map<string, string[]>, key: string, name: string): void {
  const names = map.get(key);
  if (names === undefined) map.set(key, [name]);
  else if (!names.includes(name)) names.push(name);
}
