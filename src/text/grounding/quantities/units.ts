import { chineseScale, scaleOfWord } from '#text/grounding/number-words.ts';
import type { Measure } from './quantity.ts';
import words from './words.json' with { type: 'json' };

/** What stands directly behind a number: a scale, a percent sign, a currency, a unit. */
export type Suffix = {
  length: number;
  factor: number;
  /** The number that is added to the scaled value, such as 4200万 in 1億4200万. */
  rest: number;
  percent: boolean;
  ordinal: boolean;
  currency?: string;
  unit?: Unit;
};

// The longest suffix that is read, such as "million Hong Kong dollars" or "metros cuadrados".
const REACH = 48;
const POSSIBLE = /^[\s-]?[\p{L}%％°℃℉$€£¥￥₹₽₩₺º]/u;
const PERCENT =
  /^[\s-]?(?:%|％|percent(?!\p{L})|per ?cent(?!\p{L})|pct?(?!\p{L})|percentage points?(?!\p{L})|prozent(?:punkte?n?)?(?!\p{L})|pour cent(?!\p{L})|por ciento(?!\p{L})|per cento(?!\p{L})|por cento(?!\p{L})|procent(?!\p{L})|процент\p{L}*|个百分点|個百分點|百分点|パーセント|ポイント)/iu;
const TENTHS = /^[成割](?![功为為立長长本员員果都分品绩績交熟人年])/u;
const ORDINAL = /^(?:st|nd|rd|th|er|ère|e|ème|º|ª)(?![\p{L}\d])/u;
const SCALE =
  /^(?<gap>[\s-]?)(?<word>(?:Mio|Mrd|Tsd|Mill|mio|mrd|mln|тыс|млн|млрд)(?=\.)|\p{L}+)(?:(?<=Mio|Mrd|Tsd|Mill|mio|mrd|mln|тыс|млн|млрд)\.(?=\s\p{L}))?/u;
const EAST_ASIAN_SCALE =
  /^\s?(?<scale>[万萬亿億兆千百]+)(?:(?<more>\d{1,4})(?<small>[万萬千百])?(?![\d.]))?/u;
const CURRENCY_SYMBOL = /^\s?([€£$¥￥₹₽₩₺])/u;
const WORDS =
  /^(?<gap>[\s-]?)(?<of>of |de |di |d['’])?(?<first>[\p{L}°℃℉²³/$2-3]+)(?<second>[ -][\p{L}²³]+(?:\.\p{L}+)*)?(?<third>[ -][\p{L}]+)?/u;
const DOLLARS =
  /^[\s-]?(?<where>US|U\.S\.|American|Australian|Canadian|Hong Kong|New Zealand|Singapore) dollars?(?!\p{L})/u;
/** Hundredths of a currency: "80 cents", "30 pence". */
const HUNDREDTH = /^[\s-]?(?:(?:euro ?)?cents?|centimes?|céntimos?|(?<pence>pence|penny|(?<=^)p))(?!\p{L})/iu;
const CENT = 'EUR/USD/AUD/CAD/NZD/HKD/SGD/CHF';
const DOLLAR_CODES = new Map(
  Object.entries<string>({
    Australian: 'AUD',
    Canadian: 'CAD',
    'Hong Kong': 'HKD',
    'New Zealand': 'NZD',
    Singapore: 'SGD',
  }),
);
// The longest unit is 平方キロメートル.
const EAST_ASIAN = /^\s?[多余餘几幾来來]?([\u3040-\u30ff\u3400-\u9fff]{1,8})/u;
/** Short forms that are units only beside certain words: 29分30秒 and 1日2回 are times, 38キロ地点 is a distance. */
const MINUTES = /^分(?=\d{1,2}秒)/u;
const JAPANESE_MINUTES = /^分(?![のけ割か類野岐散配析])/u;
const DAILY = /^日(?=\d|あたり|当たり|平均)/u;
const KILOMETRES = /^キロ(?=地点|過ぎ|先|手前|離|沖|区間)/u;

// "Two and a half million", "deux ans et demi", "dos horas y media".
const HALF_BEFORE = /^ and a half(?!\p{L})/u;
const HALF_BEHIND = /^ (?:et demie?|y medi[oa])(?!\p{L})/u;

type Options = { text: string; at: number; language: string; money: boolean };

export function readSuffix({ text, at, language, money }: Options): Suffix {
  let rest = text.slice(at, at + REACH);
  const suffix: Suffix = { length: 0, factor: 1, rest: 0, percent: false, ordinal: false };
  if (!POSSIBLE.test(rest)) return suffix;
  const skip = (length: number): void => {
    suffix.length += length;
    rest = rest.slice(length);
  };
  if (!hasGap(rest)) {
    const ordinal = ORDINAL.exec(rest);
    if (ordinal !== null) {
      suffix.ordinal = true;
      skip(ordinal[0].length);
      return suffix;
    }
    if (TENTHS.test(rest)) {
      suffix.percent = true;
      suffix.factor = 10;
      skip(1);
      return suffix;
    }
  }
  const halfBefore = rest.startsWith(' and a half') ? HALF_BEFORE.exec(rest) : null;
  skip(halfBefore?.[0].length ?? 0);
  skip(readScale({ rest, suffix, language, money }));
  if (halfBefore !== null) suffix.rest += suffix.factor / 2;
  const percent = mayBePercent(rest) ? PERCENT.exec(rest) : null;
  if (percent !== null) {
    suffix.percent = true;
    skip(percent[0].length);
    return suffix;
  }
  skip(readCurrency(rest, suffix, language));
  if (suffix.currency === undefined && !money)
    skip(readShort(rest, suffix, language) || readUnit(rest, suffix));
  const half = suffix.length > 0 && / [ey]/.test(rest.slice(0, 2)) ? HALF_BEHIND.exec(rest) : null;
  if (half !== null) suffix.rest += suffix.factor / 2;
  skip(half?.[0].length ?? 0);
  return suffix;
}

/** Whether the rest begins with an ASCII blank or hyphen. The patterns handle other gaps. */
function hasGap(rest: string): boolean {
  const first = rest.charCodeAt(0);
  return first === 0x20 || first === 0x2d;
}

/** The code of the first character behind the gap. */
function leadOf(rest: string): number {
  return rest.charCodeAt(hasGap(rest) ? 1 : 0);
}

/** Whether a percent sign or word may follow. In ASCII it starts with % or p; the patterns decide about the rest. */
function mayBePercent(rest: string): boolean {
  const lead = leadOf(rest);
  return !isAsciiVisible(lead) || lead === 0x25 || (lead | 0x20) === 0x70;
}

function isAsciiVisible(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

type ScaleInput = { rest: string; suffix: Suffix; language: string; money: boolean };

function readScale({ rest, suffix, language, money }: ScaleInput): number {
  const eastAsian = isAsciiVisible(leadOf(rest)) ? null : EAST_ASIAN_SCALE.exec(rest);
  if (eastAsian?.groups !== undefined) {
    const { scale = '', more, small } = eastAsian.groups;
    for (const character of scale) suffix.factor *= chineseScale(character) ?? 1;
    if (more !== undefined) suffix.rest = Number(more) * (chineseScale(small ?? '') ?? 1);
    return eastAsian[0].length;
  }
  const match = SCALE.exec(rest);
  const { gap = '', word = '' } = match?.groups ?? {};
  // "28 m" is a length, but "28m" and "£28 m" are millions.
  const isMoney = money || /^[€$£]/.test(rest.slice(match?.[0].length ?? 0));
  if (word.length === 1 && (gap !== '' || word === 'B') && !isMoney) return 0;
  const scale = scaleOfWord(word.toLowerCase(), language);
  // Only in French, "cents" are hundreds.
  if (scale === undefined || (language !== 'fr' && /^cents?$/i.test(word))) return 0;
  suffix.factor = scale;
  return match?.[0].length ?? 0;
}

function readCurrency(rest: string, suffix: Suffix, language: string): number {
  const dollars = rest.includes('ollar') ? DOLLARS.exec(rest) : null;
  if (dollars !== null) {
    suffix.currency = DOLLAR_CODES.get(dollars.groups?.where ?? '') ?? 'USD';
    return dollars[0].length;
  }
  const symbol = CURRENCY_SYMBOL.exec(rest);
  if (symbol !== null) {
    // "5 $3" lists two prices, so the sign belongs to the second number.
    if (/^\s?.\s?\d/u.test(rest) && /^\s/.test(rest)) return 0;
    suffix.currency = currencyOf(symbol[1] ?? '') ?? '';
    return symbol[0].length;
  }
  const part = language === 'fr' && /^[\s-]?cents?(?!\p{L})/u.test(rest) ? null : HUNDREDTH.exec(rest);
  if (part !== null) {
    suffix.factor *= 0.01;
    suffix.currency = part.groups?.pence === undefined ? CENT : 'GBP';
    return part[0].length;
  }
  const eastAsian = longestPrefix(rest, (word) => currencyOf(word));
  if (eastAsian !== undefined) {
    suffix.currency = eastAsian.value;
    return eastAsian.length;
  }
  const { gap = '', of = '', first = '' } = WORDS.exec(rest)?.groups ?? {};
  const currency = currencyOf(first) ?? currencyOf(first.split('-')[0] ?? '');
  if (currency === undefined || !/\p{L}{2}/u.test(first)) return 0;
  suffix.currency = currency;
  return gap.length + of.length + first.length;
}

/** Reads 分, 日 or キロ where it can only be a unit. In Chinese, 分 alone is a point of a score. */
function readShort(rest: string, suffix: Suffix, language: string): number {
  if (isAsciiVisible(leadOf(rest))) return 0;
  const isMinutes = (language === 'ja' ? JAPANESE_MINUTES : MINUTES).test(rest);
  const name = isMinutes ? '分钟' : DAILY.test(rest) ? 'day' : KILOMETRES.test(rest) ? 'km' : '';
  const unit = unitOf(name);
  if (unit === undefined) return 0;
  suffix.unit = unit;
  return name === 'km' ? 2 : 1;
}

function readUnit(rest: string, suffix: Suffix): number {
  const eastAsian = longestPrefix(rest, unitOf);
  if (eastAsian !== undefined) {
    suffix.unit = eastAsian.value;
    return eastAsian.length;
  }
  const { gap = '', of = '', first = '', second = '', third = '' } = WORDS.exec(rest)?.groups ?? {};
  for (const words of [first + second + third, first + second, first, first.split('-')[0] ?? '']) {
    // In "15 l'Italienne", the letter is an article.
    const isArticle = /^['’]/.test(rest.slice(gap.length + of.length + words.length));
    const unit = unitOf(words) ?? (gap === '' || isArticle ? undefined : unitOfSymbol(words));
    if (unit === undefined) continue;
    suffix.unit = unit;
    return gap.length + of.length + words.length;
  }
  return 0;
}

function longestPrefix<Value>(
  rest: string,
  find: (word: string) => Value | undefined,
): { value: Value; length: number } | undefined {
  const match = isAsciiVisible(leadOf(rest)) ? null : EAST_ASIAN.exec(rest);
  if (match?.[1] === undefined) return undefined;
  const lead = match[0].length - match[1].length;
  for (let length = match[1].length; length > 0; length--) {
    const value = find(match[1].slice(0, length));
    if (value !== undefined) return { value, length: lead + length };
  }
  return undefined;
}

export type Unit = { dimension: Measure['dimension']; unit: string; size: number };

const BY_WORD: ReadonlyMap<string, Unit> = new Map(
  words.units.flatMap((line) => {
    const [dimension = '', unit = '', size = '', names = ''] = line.split('|');
    const entry = { dimension: dimension as Measure['dimension'], unit, size: Number(size) };
    return names.split(' ').map((name): [string, Unit] => [name.replaceAll('_', ' '), entry]);
  }),
);

// Symbols of one letter count only in lower case and after a blank: "28 m", not "28m" (million) or "5G".
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['m', 'metre'],
  ['g', 'gram'],
  ['t', 'tonne'],
  ['l', 'litre'],
  ['h', 'heure'],
]);

/** Finds the unit that a word names. */
export function unitOf(word: string): Unit | undefined {
  const lower = word.toLowerCase();
  return BY_WORD.get(lower) ?? (lower.includes('-') ? BY_WORD.get(lower.replaceAll('-', ' ')) : undefined);
}

function unitOfSymbol(symbol: string): Unit | undefined {
  return BY_WORD.get(SYMBOLS.get(symbol) ?? '');
}

export function measureOf(value: number, { dimension, unit, size }: Unit): Measure {
  const base = unit === 'degree Fahrenheit' ? (value - 32) * size : value * size;
  return { dimension, base, unit };
}

const CODES: ReadonlyMap<string, string> = new Map(
  words.currencies.flatMap((line) => {
    const [code = '', ...names] = line.split(' ');
    return names.map((name): [string, string] => [name, code]);
  }),
);

/** Finds the currency that a word or symbol names. `$` is the US dollar; `¥` alone may be yen or yuan. */
export function currencyOf(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (lower === '$' || lower === '＄') return 'USD';
  if (lower === '¥' || lower === '￥') return 'JPY/CNY';
  return CODES.get(lower);
}

/** Whether two amounts cannot be in the same currency. */
export function currenciesConflict(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined || left === right) return false;
  if (left.includes(right) || right.includes(left)) return false;
  // "Kronor" and "pesos" each name several currencies.
  const crowns = ['SEK', 'NOK', 'DKK', 'KRX'];
  if (crowns.includes(left) && crowns.includes(right)) return left !== 'KRX' && right !== 'KRX';
  const pesos = ['MXN', 'ARS', 'PSX'];
  return !(pesos.includes(left) && pesos.includes(right) && (left === 'PSX' || right === 'PSX'));
}

/** Symbols and codes that stand before an amount. */
export const CURRENCY_PREFIX = String.raw`(?:US|A|AU|C|CA|HK|NZ|NT|S|R|MEX)\$|US-\$|[$€£¥￥₹₽₩₺＄]|(?<!\p{L})(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|AUD|CAD|HKD|SEK|NOK|DKK|INR|BRL|PLN)`;
