import type { Flag } from '#text/grounding/flag.ts';
import { foldAccents } from '#text/words.ts';
import type { Alignment } from './align.ts';
import { findCountries } from './find-countries.ts';
import type { AcrossIndex } from './index-source.ts';

const LATIN_NAME = /(?<![\p{Script=Latin}\d])\p{Lu}[\p{Script=Latin}\d]*(?:[.&'’-][\p{Script=Latin}\d]+)*/gu;
const OTHER_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}]/u;

/** Countries, and names in Latin script, that the source does not have. */
export function nameFlags(text: string, alignment: Alignment, language: string, index: AcrossIndex): Flag[] {
  return [...countryFlags(text, alignment, language, index), ...latinFlags(text, index)];
}

/** A country that the source does not name, where the linked passage names another one that the claim leaves out. */
function countryFlags(text: string, alignment: Alignment, language: string, index: AcrossIndex): Flag[] {
  const own = findCountries(text, language);
  const linked = alignment.sentences[0]?.sentence;
  if (linked === undefined) return [];
  const others = index.clauses
    .filter(({ sentence }) => sentence === linked)
    .flatMap(({ keys }) => [...keys].filter((key) => key.startsWith('r:')).map((key) => key.slice(2)));
  const replaced = others.find((code) => !own.some((country) => country.code === code));
  if (replaced === undefined) return [];
  return own
    .filter(({ code }) => !index.clausesWith.has(`r:${code}`))
    .map(({ start, end }) => ({ kind: 'name' as const, start, end, reason: 'missing' as const, weight: 1 }));
}

function latinFlags(text: string, { source }: AcrossIndex): Flag[] {
  if (!OTHER_SCRIPT.test(text) || !/\p{Script=Latin}{3}/u.test(source.text)) return [];
  const flags: Flag[] = [];
  for (const match of text.matchAll(LATIN_NAME)) {
    if (match[0].length <= 2 || isIn(match[0], source.text, source.acronyms)) continue;
    const span = { start: match.index, end: match.index + match[0].length };
    flags.push({ kind: 'name', ...span, reason: 'missing', weight: 1 });
  }
  return flags;
}

function isIn(name: string, text: string, acronyms: ReadonlySet<string>): boolean {
  if (text.includes(name)) return true;
  const lower = foldAccents(name.toLowerCase());
  return acronyms.has(lower.replaceAll('.', '')) || foldAccents(text.toLowerCase()).includes(lower);
}
