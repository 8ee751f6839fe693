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
  /** The counted thing, where it is written right behind the number: 日, 点, 人. */
  unit?: string;
};

const DIGITS =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\d]|\p{Script=Latin}-|\d\.|\b\d{4}[-–/](?=\d\d(?!\d)))([$€£¥￥#]\s?)?(\d{1,3}(?:[,，]\s?\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}|\d+,\d{1,2}(?![\d,])|\d+(?:\.\d+)?|\.\d+)(?:\s?(%|％|percent\b|per cent\b|pc\b|个百分点|百分点))?(st|nd|rd|th)?(?:[\s-]?(hundred|thousand|million|billion|trillion|mln|mn|bn|tn|mio|mrd|millionen|milliarden|millones|milhões|milioni|miliardi|milliards?|миллионов|миллиардов|млн|млрд|m(?![\p{L}\d])|k(?![\p{L}\d])|b(?![\p{L}\d]))(?![\p{L}]))?([万萬亿億兆千百]+)?/giu;
const WORDS =
  /(?<![\p{L}\d])(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|trillions?|dozen|half|twice|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|twentieth)(?:[\s-](?:and\s)?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|trillion|dozen|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))*(?![\p{L}])(?:\s(percent|per cent))?/giu;
const ORDINAL = /^(?:first|second|third|\w+th)$/;
const CHINESE_NUMERAL = /(百分之)?[〇零一二两兩三四五六七八九十百千万萬亿億]+/gu;
const CJK = /[\u3040-\u30ff\u3400-\u9fff]/;
const MONTH =
  /(?<!\p{L})(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?!\p{L})/gu;
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
  if (CJK.test(plain)) for (const quantity of found) addUnit(quantity, plain);
  for (const match of plain.matchAll(MONTH)) pushMonth(found, match);
  return found.sort((a, b) => a.start - b.start);
}

function fromDigits(match: RegExpMatchArray, text: string): Quantity | undefined {
  const [whole, currency, digits = '', percent, ordinal, scale, chinese] = match;
  const start = match.index ?? 0;
  let value = readDigits(digits);
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
    digits: Math.max(
      1,
      digits.includes('.') ? significant.length : significant.replace(/(?<!0)0+$/, '').length,
    ),
  };
}

/** "1,234.5" and "1.234.567" have separators; "1,5" has a decimal comma. */
function readDigits(digits: string): number {
  if (/^\d+,\d{1,2}$/.test(digits)) return Number(digits.replace(',', '.'));
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(digits)) return Number(digits.replaceAll('.', ''));
  return Number(digits.replace(/[,，\s]/g, ''));
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

/** A month by name counts as its number, so that texts in other languages can be compared. */
function pushMonth(found: Quantity[], match: RegExpMatchArray): void {
  const value = monthOfWord(match[0].toLowerCase()) ?? (match[0] === 'May' ? 5 : 0);
  const start = match.index ?? 0;
  found.push({ value, start, end: start + match[0].length, kind: 'date', weak: true, digits: 2, unit: '月' });
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
    kind: match[1] !== undefined ? 'percent' : ORDINAL.test(words.at(-1) ?? '') ? 'ordinal' : 'number',
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

const UNIT =
  /^\s?[多余餘几幾]?([年月日号號点點分人名位个個元岁歲届屆次场場时時秒米国國家件项項条條层層座只艘辆輛块塊强強倍度])/u;

function addUnit(quantity: Quantity, text: string): void {
  const unit = UNIT.exec(text.slice(quantity.end, quantity.end + 3))?.[1];
  if (unit !== undefined) quantity.unit = unit === '号' || unit === '號' ? '日' : unit;
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
