import { localeOf } from '#text/language/locale-of.ts';
import words from './words.json' with { type: 'json' };
export type Country = { code: string; start: number; end: number };

// Region names that are common words or names of people in running text.
const COMMON = new Set(['jersey', 'georgia', 'jordan', 'chad', 'mali', 'guinea', 'niger', 'togo', 'mono']);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const LONGEST_EAST_ASIAN = 9;

type Table = { exact: Map<string, { words: string; code: string }[]>; stems: Map<string, string> };
const cache = new Map<string, Table>();

/** Countries that a text names, by name or adjective. */
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

/** An adjective by its stem; short ones such as "US" only in capitals. */
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
