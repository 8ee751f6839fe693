import { numberLanguage, parseChineseNumeral } from '#text/grounding/number-words.ts';
import { withSuffix } from './find-digits.ts';
import { type Scan, take } from './quantity.ts';
import { readSuffix } from './units.ts';
import words from './words.json' with { type: 'json' };

const PHRASES = new Map(Object.entries(words.shares));
const PARTS = new Map(Object.entries(words.parts));

/**
 * Ratios by language, as in "nine in ten", "one lamp in eight" and "every fifth child". `{n}` stands for a number and
 * `{nth}` for an ordinal. A ratio of times, as in "one in ten minutes", is none.
 */
const RATIOS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    en: '(?<above>{n})(?:(?<=\\bone)(?: (?!{n} )\\p{L}{2,20}){1,2})? (?:in|in every|out of every) (?<below>{n})(?! (?:second|minute|hour|day|week|month|year|game|match|round|set)s?)',
    de: 'jede[rsmn]? (?<nth>{nth})|(?<above>{n}) von (?<below>zehn|hundert)(?! \\p{Lu})',
    fr: '(?<above>{n})(?: (?!{n} )\\p{L}{2,20}){0,2} sur (?<below>{n})',
    es: '(?<above>{n})(?: (?!{n} )\\p{L}{2,20}){0,2} de cada (?<below>{n})',
  }),
);
/** What stands between a share and its unit or scale: "half an hour", "trois quarts d’heure". */
const OF_UNIT: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<RegExp>({
    en: /^(?: of)? an?(?=[ -])/iu,
    de: /^(?: einer)?(?= )/iu,
    fr: /^ d['’](?:une? )?|^(?=-)/iu,
    es: /^ de(?: una?)?(?= )|^(?= )/iu,
  }),
);
/** One unit and a part of it: "an hour and a half". */
const ONE_AND_HALF =
  /(?<!\p{L})(?:an|one|une|una|un) (?<unit>\p{L}{3,10}) (?:and a (?:half|(?<en>quarter))|et (?:demie?|(?<fr>quart))|y (?:medi[oa]|(?<es>cuarto)))(?!\p{L})/giu;

/** Parts of an hour in one word: "eine Dreiviertelstunde". */
const PART_OF_HOUR = /(?<!\p{L})(?<part>dreiviertel|viertel)stunden?(?!\p{L})/giu;

const SCORE = /(?<!\p{L})a score(?= of )/giu;

const HALF = /一半|半数|半數|半分(?!之)|過半数/gu;
const PART =
  /(?<below>\d{1,3}|[一二三四五六七八九十]{1,3})分[之の](?<above>\d{1,3}|[一二三四五六七八九十]{1,3})/gu;
const TIMES =
  /(?<times>\d{1,4}(?:\.\d{1,3})?|[一二两兩三四五六七八九十百]{1,4})[倍]|(?<double>翻番|翻一番|倍増)/gu;
const EAST_ASIAN_RATIO =
  /每(?<below>\d{1,3}|[二三四五六七八九十百]{1,3})[\p{Script=Han}，]{0,9}?有(?<above>\d{1,3}|[一二三四五六七八九十]{1,3})(?=[个個名位人台辆户戶家])|(?<whole>\d{1,3}|[二三四五六七八九十百]{1,3})(?<counter>[人台個件匹戸校社])(?:中|に|のうち)(?<part>\d{1,3}|[一二三四五六七八九十]{1,3})\k<counter>/gu;
/** Quarters of an hour, and halves: 三刻钟, 半小时, 两个半小时. */
const EAST_ASIAN_HALF =
  /(?<quarters>[一三])刻[钟鐘]|(?<number>\d{1,3}|[一二两三四五六七八九十]{1,3})?(?:(?:个|個)?半(?<of>个?小时|個?小時|个月|年|天|時間|日)|(?<unit>小时|年|時間|か月)半)/gu;

/** Finds shares, ratios and multiples: "half", "five eighths", 三分之一, "one in eight", "twice", 两倍. */
export function findFractions(scan: Scan): void {
  const { pattern, values, ratio, part } = phrasesOf(scan.language);
  for (const match of scan.text.matchAll(ONE_AND_HALF)) {
    const { unit = '', en, fr, es } = match.groups ?? {};
    pushAmount(scan, match, (en ?? fr ?? es) === undefined ? 1.5 : 1.25, ` ${unit}`);
  }
  for (const { index, 0: found } of scan.language === 'en' ? scan.text.matchAll(SCORE) : [])
    take(scan, {
      value: 20,
      start: index,
      end: index + found.length,
      kind: 'number',
      weak: false,
      digits: 2,
    });
  for (const match of scan.text.matchAll(PART_OF_HOUR))
    pushAmount(scan, match, match.groups?.part?.length === 7 ? 0.25 : 0.75, ' stunde');
  for (const match of ratio === undefined ? [] : scan.text.matchAll(ratio)) {
    const { above, below, nth } = match.groups ?? {};
    const value = nth === undefined ? numeral(above, scan) / numeral(below, scan) : 1 / ordinal(nth, scan);
    if (value < 1) push(scan, match, value);
  }
  for (const match of part === undefined ? [] : scan.text.matchAll(part)) {
    const { above, below = '' } = match.groups ?? {};
    pushShare(scan, match, numeral(above, scan) / partsOf(scan.language, below));
  }
  for (const match of scan.text.matchAll(pattern)) {
    const which = match.slice(1).findIndex((group) => group !== undefined);
    pushShare(scan, match, values[which] ?? 0);
  }
  if (/[半分倍番每人台個件匹戸校社刻]/u.test(scan.text)) findEastAsian(scan);
}

function findEastAsian(scan: Scan): void {
  const { text } = scan;
  for (const match of text.matchAll(PART)) {
    const above = numeral(match.groups?.above, scan);
    const below = numeral(match.groups?.below, scan);
    if (below > 1 && above < below) pushShare(scan, match, above / below);
  }
  for (const match of text.matchAll(EAST_ASIAN_RATIO)) {
    const { above, below, part, whole } = match.groups ?? {};
    const value = numeral(above ?? part, scan) / numeral(below ?? whole, scan);
    if (value < 1) push(scan, match, value);
  }
  for (const match of text.matchAll(EAST_ASIAN_HALF)) {
    const { quarters, number, of, unit = of ?? '' } = match.groups ?? {};
    if (quarters !== undefined) pushAmount(scan, match, 15 * numeral(quarters, scan), '分钟');
    else pushAmount(scan, match, (number === undefined ? 0 : numeral(number, scan)) + 0.5, unit);
  }
  for (const match of text.matchAll(HALF)) push(scan, match, 0.5);
  for (const match of text.matchAll(TIMES)) {
    const times = match.groups?.double === undefined ? numeral(match.groups?.times, scan) : 2;
    if (times > 0) push(scan, match, times);
  }
}

type Phrases = { pattern: RegExp; values: number[]; ratio: RegExp | undefined; part: RegExp | undefined };
const cache = new Map<string, Phrases>();

function phrasesOf(language: string): Phrases {
  const code = PHRASES.has(language) ? language : 'en';
  let known = cache.get(code);
  if (known === undefined) {
    const phrases = PHRASES.get(code) ?? [];
    const { atoms = new Map(), ordinals = new Map() } = numberLanguage(code) ?? {};
    const number = `(?:${['one', 'un', 'une', 'uno', 'una', ...atoms.keys(), '\\d{1,3}'].join('|')})`;
    const ratio = RATIOS.get(code)
      ?.replaceAll('{nth}', `(?:${[...ordinals.keys()].join('|')})`)
      .replaceAll('{n}', number);
    const parts = PARTS.get(code)?.replaceAll(' ', '|');
    const one = code === 'de' ? '|ein(?:em|es)?' : '';
    known = {
      pattern: whole(phrases.map((phrase) => `(${phrase.words})`).join('|')),
      values: phrases.map(({ value }) => {
        const [above = 0, below = 1] = value.split('/').map(Number);
        return above / below;
      }),
      ratio: ratio === undefined ? undefined : whole(ratio),
      part: parts === undefined ? undefined : whole(`(?<above>${number}${one})[ -](?<below>${parts})`),
    };
    cache.set(code, known);
  }
  return known;
}

function whole(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d.,])(?:${source})(?![\\p{L}\\d])`, 'giu');
}

/** The number of parts that a name of parts stands for: 8 for "eighths". */
function partsOf(language: string, name: string): number {
  const names = PARTS.get(PARTS.has(language) ? language : 'en')?.split(' ') ?? [];
  return 3 + names.findIndex((each) => new RegExp(`^${each}$`, 'iu').test(name));
}

function push(scan: Scan, match: RegExpMatchArray, value: number): void {
  const start = match.index ?? 0;
  take(scan, { value, start, end: start + match[0].length, kind: 'fraction', weak: true, digits: 1 });
}

/** Adds a share, or the amount that a share of a unit or scale is: 45 minutes for "three quarters of an hour". */
function pushShare(scan: Scan, match: RegExpMatchArray, value: number): void {
  const { text, language } = scan;
  const start = match.index ?? 0;
  const at = start + match[0].length;
  const gap = value < 1 ? (OF_UNIT.get(language) ?? /^(?=[時小])/u).exec(text.slice(at, at + 12)) : null;
  // In "una cuarta parte ha votado", the word behind the share is no unit.
  const isPlain = language === 'es' && gap?.[0] === '' && value !== 0.5;
  const suffix = gap && !isPlain && readSuffix({ text, at: at + gap[0].length, language, money: false });
  const isAmount = suffix && !suffix.percent && !suffix.ordinal && suffix.length > 0;
  if (!isAmount) return push(scan, match, value);
  const amount = withSuffix({ value, start, end: at + (gap?.[0].length ?? 0) }, suffix);
  take(scan, { ...amount, digits: 2 });
}

/** Adds an amount whose unit is the given text. */
function pushAmount(scan: Scan, match: RegExpMatchArray, value: number, unit: string): void {
  const suffix = readSuffix({ text: unit, at: 0, language: scan.language, money: false });
  if (suffix.unit === undefined) return;
  const start = match.index ?? 0;
  const amount = withSuffix({ value, start, end: start + match[0].length }, suffix);
  take(scan, { ...amount, end: start + match[0].length, digits: 2 });
}

function numeral(text: string | undefined, { language }: Scan): number {
  const lower = text?.toLowerCase() ?? '';
  if (/^[\d.]+$/.test(lower)) return Number(lower);
  if (/^(?:one|uno|un[ae]?|ein(?:em|es)?)$/.test(lower)) return 1;
  return numberLanguage(language)?.atoms.get(lower) ?? parseChineseNumeral(lower) ?? 0;
}

function ordinal(text: string, { language }: Scan): number {
  return numberLanguage(language)?.ordinals.get(text.toLowerCase()) ?? 1;
}
