import {
  largeChineseScale,
  monthOfWord,
  numberOfWord,
  parseChineseNumeral,
  scaleOfWord,
} from './number-words.ts';

/** A number as a text states it, in digits or words. */
export type Quantity = {
  value: number;
  start: number;
  end: number;
  kind: 'number' | 'percent' | 'money' | 'date' | 'ordinal';
  /** Written as a small word ("two", "first", 一), which is often counted rather than quoted. */
  weak: boolean;
  /** Significant digits that were written, which tell how far the number may be rounded. */
  digits: number;
};

const DIGITS =
  /(?<![\p{L}\d])([$€£¥￥#]\s?)?(\d{1,3}(?:[,，]\s?\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:\s?(%|％|percent\b|per cent\b|pc\b|个百分点|百分点))?(st|nd|rd|th)?(?:[\s-]?(hundred|thousand|million|billion|trillion|mln|mn|bn|tn|mio|mrd|m(?![\p{L}\d])|k(?![\p{L}\d])|b(?![\p{L}\d]))(?![\p{L}]))?([万萬亿億兆千百]+)?/giu;
const WORDS =
  /(?<![\p{L}\d])(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|trillions?|dozen|half|twice|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|twentieth)(?:[\s-](?:and\s)?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|trillion|dozen|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))*(?![\p{L}])(?:\s(percent|per cent))?/giu;
const CHINESE_NUMERAL = /(百分之)?[〇零一二两兩三四五六七八九十百千万萬亿億]+/gu;
const CJK = /[\u3040-\u30ff\u3400-\u9fff]/;
const FULL_WIDTH = /[０-９．，％]/g;

/** Every number of a text, with offsets. */
export function findQuantities(text: string): Quantity[] {
  const plain = /[０-９]/.test(text)
    ? text.replace(FULL_WIDTH, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    : text;
  const found: Quantity[] = [];
  for (const match of plain.matchAll(DIGITS)) {
    const quantity = fromDigits(match, plain);
    if (quantity !== undefined) found.push(quantity);
  }
  if (/[a-z]/i.test(plain)) for (const match of plain.matchAll(WORDS)) pushWords(found, match);
  if (CJK.test(plain)) for (const match of plain.matchAll(CHINESE_NUMERAL)) pushChinese(found, match);
  return found.sort((a, b) => a.start - b.start);
}

function fromDigits(match: RegExpMatchArray, text: string): Quantity | undefined {
  const [whole, currency, digits = '', percent, ordinal, scale, chinese] = match;
  const start = match.index ?? 0;
  let value = Number(digits.replace(/[,，\s]/g, ''));
  if (!Number.isFinite(value)) return undefined;
  if (scale !== undefined) value *= scaleOfWord(scale.toLowerCase()) ?? 1;
  for (const character of chinese ?? '')
    value *= largeChineseScale(character) ?? (character === '千' ? 1000 : 100);
  const significant = digits.replace(/\D/g, '').replace(/^0+/, '');
  return {
    value,
    start,
    end: start + whole.trimEnd().length,
    kind: kindOf({ percent, currency, ordinal, text, start, end: start + whole.length }),
    weak: false,
    digits: Math.max(1, digits.includes('.') ? significant.length : significant.replace(/0+$/, '').length),
  };
}

type Form = {
  percent: string | undefined;
  currency: string | undefined;
  ordinal: string | undefined;
  text: string;
  start: number;
  end: number;
};

function kindOf({ percent, currency, ordinal, text, start, end }: Form): Quantity['kind'] {
  if (percent !== undefined) return 'percent';
  if (/[$€£¥￥]/.test(currency ?? '')) return 'money';
  const before = text.slice(Math.max(0, start - 12), start).toLowerCase();
  const after = text.slice(end, end + 12).toLowerCase();
  const month = /([a-z]+)\.?\s$/.exec(before)?.[1] ?? '';
  const nextMonth = /^(?:\sof)?\s([a-z]+)/.exec(after)?.[1] ?? '';
  if (monthOfWord(month) !== undefined || monthOfWord(nextMonth) !== undefined) return 'date';
  if (/^\s?[年月日号號]/.test(after)) return 'date';
  return ordinal === undefined ? 'number' : 'ordinal';
}

function pushWords(found: Quantity[], match: RegExpMatchArray): void {
  const whole = match[0];
  const start = match.index ?? 0;
  if (found.some((other) => start < other.end && other.start < start + whole.length)) return;
  const words = whole
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word !== 'and' && word !== 'percent' && word !== 'per' && word !== 'cent');
  let total = 0;
  let current = 0;
  let scaledOnly = true;
  for (const word of words) {
    const scale = scaleOfWord(word) ?? (word === 'dozen' ? 12 : undefined);
    if (scale === undefined) {
      current += numberOfWord(word) ?? 0;
      scaledOnly = false;
    } else if (scale === 100 || scale === 12) {
      current = (current || 1) * scale;
    } else {
      total += (current || 1) * scale;
      current = 0;
    }
  }
  if (scaledOnly && (words[0] ?? '').endsWith('s')) return;
  const value = total + current;
  found.push({
    value,
    start,
    end: start + whole.length,
    kind: match[1] === undefined ? 'number' : 'percent',
    weak: value <= 3 || /^(?:first|second|third|half|once|twice)$/.test(words[0] ?? ''),
    digits: 1,
  });
}

function pushChinese(found: Quantity[], match: RegExpMatchArray): void {
  const start = match.index ?? 0;
  const end = start + match[0].length;
  if (found.some((other) => start < other.end && other.start < end)) return;
  const numeral = match[1] === undefined ? match[0] : match[0].slice(match[1].length);
  const value = parseChineseNumeral(numeral);
  if (value === undefined || !/[一二两兩三四五六七八九十]/.test(numeral)) return;
  found.push({
    value,
    start,
    end,
    kind: match[1] === undefined ? 'number' : 'percent',
    weak: numeral.length === 1,
    digits: 1,
  });
}

/** Whether a stated number can stand for the source's one: equal, or the source's one rounded. */
export function agrees(stated: Quantity, source: Quantity): boolean {
  if (stated.value === source.value) return true;
  if (stated.kind === 'percent' && source.value * 100 === stated.value) return true;
  const larger = Math.max(Math.abs(stated.value), Math.abs(source.value));
  if (larger < 100 && Number.isInteger(stated.value) && Number.isInteger(source.value)) return false;
  if (stated.digits >= source.digits || isYear(stated)) return false;
  const magnitude = 10 ** (Math.floor(Math.log10(Math.abs(stated.value) || 1)) - stated.digits + 1);
  return Math.abs(stated.value - source.value) <= magnitude * 0.5000001;
}

export function isYear({ value, kind }: Quantity): boolean {
  return kind === 'date' || (Number.isInteger(value) && value >= 1900 && value <= 2100);
}
