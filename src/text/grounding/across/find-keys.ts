import { localeOf } from '#text/language/language-names.ts';
import { stopwordsOf } from '#text/language/stopwords.ts';
import { foldAccents } from '#text/sentences/words.ts';
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
    if (!SIGNS.has(name)) keys.push({ key: `c:${name}`, start, end, name: false });
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
const SIGNS: ReadonlySet<string> = new Set(words.signs.map((line) => line.split('|')[0] ?? ''));
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
    for (const line of [...words.concepts, ...words.signs, ...words.topics]) addLine(table, line, column);
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

export type Country = { code: string; start: number; end: number };

// These names of regions are also common words or names of people.
const COMMON = new Set(['jersey', 'georgia', 'jordan', 'chad', 'mali', 'guinea', 'niger', 'togo', 'mono']);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const LONGEST_EAST_ASIAN = 9;

type CountryTable = { exact: Map<string, { words: string; code: string }[]>; stems: Map<string, string> };
const countryTables = new Map<string, CountryTable>();

/** Finds the countries that a text names by their name or adjective. */
export function findCountries(text: string, language: string): Country[] {
  const table = countriesOf(language);
  return language === 'zh' || language === 'ja'
    ? findUnspacedCountries(text, table)
    : findSpacedCountries(text, table);
}

function findUnspacedCountries(text: string, { stems }: CountryTable): Country[] {
  const found: Country[] = [];
  for (let at = 0; at < text.length; at++) {
    for (let length = Math.min(LONGEST_EAST_ASIAN, text.length - at); length >= 2; length--) {
      const code = stems.get(text.slice(at, at + length));
      if (code === undefined) continue;
      found.push({ code, start: at, end: at + length });
      at += length - 1;
      break;
    }
  }
  return found;
}

function findSpacedCountries(text: string, { exact, stems }: CountryTable): Country[] {
  const found: Country[] = [];
  const lower = text.toLowerCase();
  for (const match of text.matchAll(/\p{L}[\p{L}.-]*/gu)) {
    const word = match[0].toLowerCase().replace(/(?<![.-])[.-]+$/, '');
    const whole = exact.get(word)?.find(({ words }) => lower.startsWith(words, match.index));
    const code = whole?.code ?? stemOf(word, match[0], stems) ?? stems.get(`${word}.`);
    if (code === undefined) continue;
    found.push({ code, start: match.index, end: match.index + (whole?.words.length ?? match[0].length) });
  }
  return found;
}

/** Finds the country of an adjective by its stem. Short ones such as "US" only count in capitals. */
function stemOf(word: string, written: string, stems: ReadonlyMap<string, string>): string | undefined {
  if (word.length <= 4) {
    const code = stems.get(word);
    return written === written.toUpperCase() || word.length === 4 ? code : undefined;
  }
  for (let length = word.length; length >= Math.max(3, word.length - 5); length--) {
    const code = stems.get(word.slice(0, length));
    if (code !== undefined && (length > 4 || word.length - length <= 3)) return code;
  }
  return undefined;
}

function countriesOf(language: string): CountryTable {
  let table = countryTables.get(language);
  if (table === undefined) {
    table = { exact: new Map(), stems: new Map() };
    addRegions(table, language);
    addStems(table, language);
    countryTables.set(language, table);
  }
  return table;
}

function addRegions({ exact, stems }: CountryTable, language: string): void {
  const names = new Intl.DisplayNames([localeOf(language)], { type: 'region', fallback: 'none' });
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = first + second;
      const name = names.of(code)?.toLowerCase();
      if (name === undefined || /^(?:X|Q|ZZ|UN|EZ|AA)/.test(code) || COMMON.has(name)) continue;
      // A former code such as DD has the name of the present country.
      if (new Intl.Locale('und', { region: code }).region !== code) continue;
      const opening = /^[\p{L}.-]+/u.exec(name)?.[0] ?? name;
      exact.set(opening, [...(exact.get(opening) ?? []), { words: name, code }]);
      if (name.length >= 2 && !/\p{Script=Latin}/u.test(name)) stems.set(name, code);
    }
  }
}

function addStems({ exact, stems }: CountryTable, language: string): void {
  for (const line of words.countries) {
    const [code = '', ...entries] = line.split(' ');
    const own = entries.find((entry) => entry.startsWith(`${language}:`))?.slice(3);
    for (const stem of own?.split(',') ?? []) {
      const words = stem.replaceAll('_', ' ');
      const opening = words.split(' ')[0] ?? words;
      if (words.includes(' ')) exact.set(opening, [...(exact.get(opening) ?? []), { words, code }]);
      else stems.set(words, code);
    }
  }
}

const SOUNDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/sch|sh|[sz]/g, 'S'],
  [/gn|[mn]/g, 'N'],
  [/ch|[ckqgx]/g, 'K'],
  [/ph|[fvw]/g, 'F'],
  [/[bp]/g, 'P'],
  [/th|[dt]/g, 'T'],
  [/l/g, 'L'],
  [/r/g, 'R'],
];
const SHORTEST_FUZZY = 4;

/** The consonants of a name by sound, which its forms in other languages share: Gand, Ghent; Wien, Vienna. */
export function nameSkeleton(name: string): string {
  let sounds = foldAccents(name.toLowerCase()).replaceAll('ß', 'ss');
  for (const [letters, sound] of SOUNDS) sounds = sounds.replace(letters, sound);
  return sounds.replace(/[^SNKFPTLR]/g, '').replace(/(.)\1+/g, '$1');
}

/** Whether two skeletons belong to the same name: equal, or one sound apart if the name is long. */
export function isSameName(left: string, right: string): boolean {
  if (left === right) return true;
  if (Math.min(left.length, right.length) < SHORTEST_FUZZY || Math.abs(left.length - right.length) > 1)
    return false;
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  const rest = [left.slice(at), right.slice(at)] as const;
  return (
    rest[0].slice(1) === rest[1].slice(1) || rest[0].slice(1) === rest[1] || rest[0] === rest[1].slice(1)
  );
}

const FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  words.places.flatMap((line) => {
    const forms = line.split(' ').map((form) => form.replaceAll('_', ' '));
    return forms.map((form): [string, string[]] => [form, forms]);
  }),
);

/** The forms of a place's name in other languages, where sound does not tell them. */
export function otherFormsOf(name: string): readonly string[] {
  return FORMS.get(name) ?? [];
}
