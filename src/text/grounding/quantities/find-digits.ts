import { type Quantity, type Scan, take } from './quantity.ts';
import { CURRENCY_PREFIX, currencyOf, measureOf, readSuffix, type Suffix } from './units.ts';

const NOT_INSIDE = String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\d]|\p{Script=Latin}-|\d[.:]|\b\d{4}[-–/](?=\d\d(?!\d)))`;
const SIGN = String.raw`(?<sign>(?<=^|[\s(（])[-−](?=[\d$€£]))?`;
const CURRENCY = String.raw`(?:(?<currency>${CURRENCY_PREFIX})\s?)?`;
const COMMAS = String.raw`\d{1,3}(?:[,，]\s?\d{3})+(?!\d)(?:\.\d{1,12})?`;
const DOTS = String.raw`\d{1,3}(?:\.\d{3}){2,}(?!\d)(?:,\d{1,12})?|\d{1,3}(?:\.\d{3})+,\d{1,12}`;
const BLANKS = String.raw`\d{1,3}(?:[\u00a0\u202f\u2009]\d{3})+(?!\d)(?:,\d{1,12})?`;
const APOSTROPHES = String.raw`\d{1,3}(?:['’]\d{3})+(?!\d)(?:\.\d{1,12})?`;
const PLAIN = String.raw`\d{1,18}(?!\d)(?:\.\d{1,12})?|\.\d{1,12}`;
const SHORT_DECIMALS = String.raw`\d{1,12},\d{1,2}(?![\d,])`;

const pattern = (...forms: string[]): RegExp =>
  new RegExp(`${NOT_INSIDE}${SIGN}${CURRENCY}(?<digits>${forms.join('|')})`, 'gu');
const POINT = pattern(COMMAS, DOTS, BLANKS, APOSTROPHES, SHORT_DECIMALS, PLAIN);
// Here "1.100" is 1,100 and "1,5" is one and a half.
const COMMA = pattern(
  String.raw`\d{1,3}(?:\.\d{3})+(?!\d)(?:,\d{1,12})?`,
  String.raw`\d{1,3}(?: \d{3})+(?![ .]?\d)(?:,\d{1,12})?`,
  BLANKS,
  APOSTROPHES,
  String.raw`\d{1,3}(?:,\d{3})+\.\d{1,12}|\d{1,3}(?:,\d{3}){2,}(?!\d)`,
  String.raw`\d{1,12},\d{1,12}(?![\d,])`,
  PLAIN,
);
const COMMA_AND_BLANK = pattern(
  String.raw`\d{1,3}(?:[ \u00a0\u202f\u2009]\d{3})+(?!\d)(?:,\d{1,12})?`,
  COMMAS,
  String.raw`\d{1,12},\d{1,12}(?![\d,])`,
  String.raw`\d{1,3}(?:\.\d{3})+(?!\d)(?:,\d{1,12})?`,
  PLAIN,
);
const COMMA_LANGUAGES = new Set('de es it pt nl da tr el id ro hr sl'.split(' '));
const BLANK_LANGUAGES = new Set('fr ru uk sv nb no nn fi pl cs sk hu bg'.split(' '));

/** Finds numbers in digits, with the signs and units around them. */
export function findDigits(scan: Scan): void {
  const { language, text } = scan;
  if (!/\d/.test(text)) return;
  const form = COMMA_LANGUAGES.has(language)
    ? COMMA
    : BLANK_LANGUAGES.has(language)
      ? COMMA_AND_BLANK
      : POINT;
  for (const match of text.matchAll(form)) {
    const { sign, currency, digits = '' } = match.groups ?? {};
    const value = readDigits(digits, form !== POINT);
    if (!Number.isFinite(value)) continue;
    const end = match.index + match[0].length;
    const suffix = readSuffix({ text, at: end, language, money: currency !== undefined });
    const quantity = withSuffix(
      { value: sign === undefined ? value : -value, start: match.index, end },
      suffix,
    );
    if (currency !== undefined && quantity.currency === undefined) {
      quantity.currency = currencyOf(currency) ?? '';
      quantity.kind = 'money';
    }
    take(scan, { ...quantity, digits: significantDigits(digits, value) });
  }
}

type Bare = { value: number; start: number; end: number };

/** Makes a quantity of a number and the scale, percent sign, currency or unit behind it. */
export function withSuffix({ value, start, end }: Bare, suffix: Suffix): Quantity {
  const plain = suffix.factor === 1 && suffix.rest === 0;
  const scaled = plain ? value : round(value * suffix.factor + suffix.rest);
  const { currency, unit } = suffix;
  const kind = suffix.percent
    ? 'percent'
    : suffix.ordinal
      ? 'ordinal'
      : currency === undefined
        ? 'number'
        : 'money';
  return {
    value: scaled,
    start,
    end: end + suffix.length,
    kind,
    weak: false,
    digits: 1,
    ...(currency === undefined ? {} : { currency }),
    ...(unit === undefined ? {} : { measure: measureOf(scaled, unit) }),
  };
}

/** Rounds away errors of multiplication: 1.1 million is 1,100,000, not 1,100,000.0000000001. */
function round(value: number): number {
  return Number(value.toPrecision(15));
}

function readDigits(digits: string, decimalComma: boolean): number {
  const plain = digits.replace(/[\s\u00a0\u202f\u2009'’]/g, '').replaceAll('，', ',');
  const lastComma = plain.lastIndexOf(',');
  const lastDot = plain.lastIndexOf('.');
  if (lastComma >= 0 && lastDot >= 0)
    return Number(
      lastComma > lastDot ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', ''),
    );
  if (lastComma >= 0) {
    const grouped = /^\d{1,3}(?:,\d{3})+$/.test(plain);
    // English grouping occurs in texts of any language: 24,000 is not a fraction.
    const decimal = decimalComma
      ? !grouped || (plain.indexOf(',') === lastComma && !plain.endsWith('00'))
      : !grouped;
    return Number(decimal ? plain.replace(',', '.') : plain.replaceAll(',', ''));
  }
  const grouped = decimalComma ? /^\d{1,3}(?:\.\d{3})+$/ : /^\d{1,3}(?:\.\d{3}){2,}$/;
  return Number(grouped.test(plain) ? plain.replaceAll('.', '') : plain);
}

/** Counts the significant digits. Zeros at the end of a whole number from 100 on may come from rounding. */
function significantDigits(digits: string, value: number): number {
  const significant = digits.replace(/\D/g, '').replace(/^0+/, '');
  const rounded =
    Number.isInteger(value) && value >= 100 ? significant.replace(/(?<!0)0+$/, '') : significant;
  return Math.max(1, rounded.length);
}
