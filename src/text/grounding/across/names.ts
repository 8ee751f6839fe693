import { localeOf } from '#text/language/language-names.ts';
import { foldAccents } from '#text/sentences/words.ts';
import words from './words.json' with { type: 'json' };

export type Country = { code: string; start: number; end: number };

// These names of regions are also common words or names of people.
const COMMON = new Set(['jersey', 'georgia', 'jordan', 'chad', 'mali', 'guinea', 'niger', 'togo', 'mono']);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const LONGEST_EAST_ASIAN = 9;

type Table = { exact: Map<string, { words: string; code: string }[]>; stems: Map<string, string> };
const cache = new Map<string, Table>();

/** Finds the countries that a text names by their name or adjective. */
export function findCountries(text: string, language: string): Country[] {
  const table = tableOf(language);
  return language === 'zh' || language === 'ja' ? findUnspaced(text, table) : findSpaced(text, table);
}

function findUnspaced(text: string, { stems }: Table): Country[] {
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

function findSpaced(text: string, { exact, stems }: Table): Country[] {
  const found: Country[] = [];
  const lower = text.toLowerCase();
  for (const match of text.matchAll(/\p{L}[\p{L}.-]*/gu)) {
    const word = match[0].toLowerCase().replace(/(?<![.-])[.-]+$/, '');
    const whole = exact.get(word)?.find(({ words }) => lower.startsWith(words, match.index));
    const code = whole?.code ?? stemOf(word, match[0], stems);
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

function tableOf(language: string): Table {
  let table = cache.get(language);
  if (table === undefined) {
    table = { exact: new Map(), stems: new Map() };
    addRegions(table, language);
    addStems(table, language);
    cache.set(language, table);
  }
  return table;
}

function addRegions({ exact, stems }: Table, language: string): void {
  const names = new Intl.DisplayNames([localeOf(language)], { type: 'region', fallback: 'none' });
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = first + second;
      const name = names.of(code)?.toLowerCase();
      if (name === undefined || /^(?:X|Q|ZZ|UN|EZ|AA)/.test(code) || COMMON.has(name)) continue;
      const opening = /^[\p{L}.-]+/u.exec(name)?.[0] ?? name;
      exact.set(opening, [...(exact.get(opening) ?? []), { words: name, code }]);
      if (name.length >= 2 && !/\p{Script=Latin}/u.test(name)) stems.set(name, code);
    }
  }
}

function addStems({ exact, stems }: Table, language: string): void {
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
