import { parseChineseNumeral } from './chinese-numerals.ts';
import { type Scan, take } from './scan.ts';

// Shares and multiples by language: the value, then what says so.
const PHRASES = new Map(
  Object.entries<ReadonlyArray<readonly [number, string]>>({
    en: [
      [1 / 2, '(?<!first |second |other )half(?!-?time| marathon)|one[ -]half'],
      [1 / 3, '(?:a|one)[ -]third'],
      [2 / 3, 'two[ -]thirds'],
      [1 / 4, '(?:a|one)[ -]quarter(?! (?:of (?:an hour|the year|20)|past|to ))'],
      [3 / 4, 'three[ -]quarters'],
      [1 / 5, '(?:a|one)[ -]fifth'],
      [2 / 5, 'two[ -]fifths'],
      [3 / 5, 'three[ -]fifths'],
      [4 / 5, 'four[ -]fifths'],
      [1 / 6, '(?:a|one)[ -]sixth'],
      [1 / 8, '(?:an|one)[ -]eighth'],
      [1 / 10, '(?:a|one)[ -]tenth'],
      [9 / 10, 'nine[ -]tenths'],
      [2, 'twice|two times|twofold'],
      [3, 'three times|threefold'],
      [4, 'four times|fourfold'],
    ],
    de: [
      [1 / 2, 'Hälfte|halbe?[rnsm]?'],
      [1 / 3, 'ein(?:em|es)? Drittel'],
      [2 / 3, 'zwei Drittel[n]?'],
      [1 / 4, 'ein(?:em|es)? Viertel'],
      [3 / 4, 'drei Vierteln?'],
      [1 / 5, 'ein(?:em|es)? Fünftel'],
      [1 / 10, 'ein(?:em|es)? Zehntel'],
      [2, 'doppelt|zweimal|Doppelte[ns]?'],
      [3, 'dreimal|dreifach|Dreifache[ns]?'],
    ],
    fr: [
      [1 / 2, 'moitié'],
      [1 / 3, '(?:un|le) tiers'],
      [2 / 3, 'deux tiers'],
      [1 / 4, 'un quart'],
      [3 / 4, 'trois quarts'],
      [1 / 5, 'un cinquième'],
      [1 / 10, 'un dixième'],
      [2, 'deux fois|double'],
      [3, 'trois fois|triple'],
    ],
    es: [
      [1 / 2, 'mitad'],
      [1 / 3, 'un tercio|la tercera parte'],
      [2 / 3, 'dos tercios'],
      [1 / 4, 'una? cuart[oa](?: parte)?|la cuarta parte'],
      [3 / 4, 'tres cuart[oa]s(?: partes)?'],
      [1 / 5, 'un quinto|una quinta parte|la quinta parte'],
      [1 / 10, 'una? décim[oa](?: parte)?|la décima parte'],
      [2, 'el doble|dos veces'],
      [3, 'el triple|tres veces'],
    ],
    it: [
      [1 / 2, 'metà'],
      [1 / 3, 'un terzo'],
      [2 / 3, 'due terzi'],
      [1 / 4, 'un quarto'],
      [3 / 4, 'tre quarti'],
      [2, 'doppio|due volte'],
      [3, 'triplo|tre volte'],
    ],
    pt: [
      [1 / 2, 'metade'],
      [1 / 3, 'um terço'],
      [2 / 3, 'dois terços'],
      [1 / 4, 'um quarto'],
      [3 / 4, 'três quartos'],
      [2, 'o dobro|duas vezes'],
      [3, 'o triplo|três vezes'],
    ],
    nl: [
      [1 / 2, 'helft'],
      [1 / 3, 'een derde'],
      [2 / 3, 'twee derde'],
      [1 / 4, 'een kwart'],
      [3 / 4, 'drie kwart'],
      [2, 'twee keer|dubbel|tweemaal'],
      [3, 'drie keer|driemaal'],
    ],
    ru: [
      [1 / 2, 'половин[аыу]'],
      [1 / 3, 'треть'],
      [1 / 4, 'четверть'],
      [2, 'вдвое|в два раза'],
      [3, 'втрое|в три раза'],
    ],
  }),
);

const HALF = /一半|半数|半數|半分(?!之)|過半数/gu;
const PART =
  /(?<below>\d{1,3}|[一二三四五六七八九十]{1,3})分[之の](?<above>\d{1,3}|[一二三四五六七八九十]{1,3})/gu;
const TIMES =
  /(?<times>\d{1,4}(?:\.\d{1,3})?|[一二两兩三四五六七八九十百]{1,4})[倍]|(?<double>翻番|翻一番|倍増)/gu;
const cache = new Map<string, { pattern: RegExp; values: number[] }>();

/** Shares and multiples: "half", "two thirds", 三分之一, "twice", 两倍. */
export function findFractions(scan: Scan): void {
  const { pattern, values } = phrasesOf(scan.language);
  for (const match of scan.text.matchAll(pattern)) {
    const which = match.slice(1).findIndex((group) => group !== undefined);
    push(scan, match, values[which] ?? 0);
  }
  if (!/[半分倍番]/u.test(scan.text)) return;
  for (const match of scan.text.matchAll(PART)) {
    const above = numeral(match.groups?.above);
    const below = numeral(match.groups?.below);
    if (below !== undefined && below > 1 && above !== undefined && above < below)
      push(scan, match, above / below);
  }
  for (const match of scan.text.matchAll(HALF)) push(scan, match, 0.5);
  for (const match of scan.text.matchAll(TIMES)) {
    const times = match.groups?.double === undefined ? numeral(match.groups?.times) : 2;
    if (times !== undefined && times > 0) push(scan, match, times);
  }
}

function phrasesOf(language: string): { pattern: RegExp; values: number[] } {
  const code = PHRASES.has(language) ? language : 'en';
  let known = cache.get(code);
  if (known === undefined) {
    const phrases = PHRASES.get(code) ?? [];
    const source = phrases.map(([, words]) => `(${words})`).join('|');
    known = {
      pattern: new RegExp(`(?<![\\p{L}\\d])(?:${source})(?!\\p{L})`, 'giu'),
      values: phrases.map(([value]) => value),
    };
    cache.set(code, known);
  }
  return known;
}

function push(scan: Scan, match: RegExpMatchArray, value: number): void {
  const start = match.index ?? 0;
  take(scan, { value, start, end: start + match[0].length, kind: 'fraction', weak: true, digits: 1 });
}

function numeral(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^[\d.]+$/.test(text) ? Number(text) : parseChineseNumeral(text);
}
