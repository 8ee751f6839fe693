import { guessLanguage } from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { findDates } from './quantities/find-dates.ts';
import { findDigits } from './quantities/find-digits.ts';
import { findFractions } from './quantities/find-fractions.ts';
import { addCounter, findChinese, findWords } from './quantities/find-words.ts';
import { hedgeAt, joinNeighbours } from './quantities/neighbours.ts';
import {
  type DateParts,
  datesAgree,
  decadeOf,
  type Measure,
  type Quantity,
  type Scan,
} from './quantities/quantity.ts';
import { currenciesConflict } from './quantities/units.ts';

export type { Quantity } from './quantities/quantity.ts';

const CJK = /[\u3040-\u30ff\u3400-\u9fff]/;
const FULL_WIDTH = /[０-９．，％＄]/g;

/** Finds every number, date and share of a text in order. The language decides what "1.100" and "once" mean. */
export function findQuantities(text: string, language?: string): Quantity[] {
  const plain = /[０-９]/.test(text)
    ? text.replace(FULL_WIDTH, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    : text;
  const scan: Scan = {
    text: plain,
    language: primarySubtag(language ?? guessLanguage(plain) ?? 'en'),
    taken: new Uint8Array(plain.length),
    found: [],
  };
  const eastAsian = CJK.test(plain);
  findDates(scan);
  findFractions(scan);
  findDigits(scan);
  findWords(scan);
  if (eastAsian) findChinese(scan);
  const found = joinNeighbours(
    scan.found.sort((a, b) => a.start - b.start),
    plain,
  );
  for (const quantity of found) {
    if (eastAsian) addCounter(quantity, plain);
    const approximate = hedgeAt(plain, quantity.start, quantity.end);
    if (approximate !== undefined) quantity.approximate = approximate;
  }
  return found;
}

export function isYear({ value, kind }: Quantity): boolean {
  return kind === 'date' || (Number.isInteger(value) && value >= 1900 && value <= 2100);
}

/**
 * Whether a stated quantity can stand for the source's quantity: equal, the same in another unit, or rounded.
 * Currencies, dimensions and dates must not contradict each other.
 */
export function agrees(stated: Quantity, source: Quantity): boolean {
  if (stated.kind === 'date' || source.kind === 'date') return agreesAsDate(stated, source);
  if (!isComparable(stated, source)) return false;
  if (stated.measure !== undefined && source.measure !== undefined)
    return measuresAgree(stated, stated.measure, source, source.measure);
  return valuesAgree(stated, share(stated, source), share(source, stated), source);
}

function agreesAsDate(stated: Quantity, source: Quantity): boolean {
  if (stated.date !== undefined && source.date !== undefined) return datesAgree(stated.date, source.date);
  const [date, other] = stated.date === undefined ? [source.date, stated] : [stated.date, source];
  if (date === undefined || !isComparable(other, { ...other, kind: 'number' })) return false;
  // "2027" for "March 2027" says less, but not something else.
  if (stated.date === undefined && mayBeYear(stated) && stated.value === date.year) return true;
  if (date.decade !== undefined) return mayBeYear(other) && decadeOf(other.value) === date.decade;
  // An ordinal such as "second" may count anything, but "the 7th" beside a month is a day.
  if (stated.date?.month !== undefined && source.weak) return false;
  return namesPart(date, other);
}

/** Whether a bare number may be a year, which only beside a date is sure before 1900: "(1811–1869)". */
function mayBeYear({ value, kind, measure }: Quantity): boolean {
  return (
    kind === 'number' && measure === undefined && Number.isInteger(value) && value >= 1000 && value <= 2100
  );
}

/** Whether a bare number names a part of a date: the year, the day as in "the 7th", or the full hour. */
function namesPart({ year, month, day, hour, minute }: DateParts, { value, kind }: Quantity): boolean {
  if (hour !== undefined) return minute === 0 && (value === hour || value === hour - 12);
  if (kind === 'ordinal') return value === day;
  return kind === 'number' && month === undefined && year === value;
}

/** Whether two quantities are about the same sort of thing, as far as they tell. */
export function isComparable(left: Quantity, right: Quantity): boolean {
  if (currenciesConflict(left.currency, right.currency)) return false;
  if (left.measure !== undefined && right.measure !== undefined)
    return left.measure.dimension === right.measure.dimension;
  if (left.kind === right.kind) return true;
  const either = (kind: Quantity['kind']): boolean => left.kind === kind || right.kind === kind;
  if (either('percent')) return either('fraction');
  if (either('money')) return either('number') && left.measure === undefined && right.measure === undefined;
  return true;
}

/** The value of a quantity. A percentage that is compared with a share becomes a share. */
function share({ kind, value }: Quantity, other: Quantity): number {
  return kind === 'percent' && other.kind === 'fraction' ? value / 100 : value;
}

// People round converted units: 5 km is 3.1 miles, and 90 days are three months.
const CONVERSION_TOLERANCE = 0.02;

// "Almost half an hour" may be 25 minutes.
const COARSE_TOLERANCE = 0.17;

/** Whether a hedged quantity is only one unit or a part of it. */
function isCoarse({ approximate, value }: Quantity): boolean {
  return approximate !== undefined && value <= 1;
}

function measuresAgree(stated: Quantity, left: Measure, source: Quantity, right: Measure): boolean {
  if (left.unit === right.unit) return valuesAgree(stated, stated.value, source.value, source);
  const larger = Math.max(Math.abs(left.base), Math.abs(right.base));
  const tolerance = isCoarse(stated) ? COARSE_TOLERANCE : CONVERSION_TOLERANCE;
  if (Math.abs(left.base - right.base) <= larger * tolerance) return true;
  const size = left.base / (stated.value || 1);
  return (
    size !== 0 &&
    valuesAgree(stated, stated.value, right.base / size, { ...source, digits: stated.digits + 1 })
  );
}

function valuesAgree(stated: Quantity, value: number, other: number, source: Quantity): boolean {
  const hedge = stated.approximate;
  if (isSame(value, other)) return !opposite(hedge, source.approximate);
  if (isYear(stated) && stated.kind === 'number' && stated.measure === undefined && hedge === undefined)
    return false;
  const distance = Math.abs(value - other);
  const step = stepOf(value, hedge === undefined ? stated.digits : roundDigits(value, stated.digits));
  if (hedge === 'over') return other > value && distance <= Math.max(step, Math.abs(value) * 0.1);
  if (hedge === 'almost' || hedge === 'under')
    return other < value && distance <= Math.max(step / 2, Math.abs(value) * 0.07);
  if (hedge === 'about')
    return distance <= Math.max(step / 2, Math.abs(value) * (value < 100 ? 0 : 0.03)) * 1.000001;
  if (Number.isInteger(value) && Number.isInteger(other) && Math.max(value, other) < 100) return false;
  return stated.digits < source.digits && distance <= step * 0.5000001;
}

/** The digits that count; in a hedged 40, only one digit counts. */
function roundDigits(value: number, digits: number): number {
  return Number.isInteger(value) && value >= 10 && value % 10 === 0 && value < 100 ? 1 : digits;
}

function stepOf(value: number, digits: number): number {
  return 10 ** (Math.floor(Math.log10(Math.abs(value) || 1) + 1e-9) - digits + 1);
}

function isSame(left: number, right: number): boolean {
  return Math.abs(left - right) <= 1e-9 * Math.max(Math.abs(left), Math.abs(right));
}

function opposite(left: Quantity['approximate'], right: Quantity['approximate']): boolean {
  const below = (hedge: Quantity['approximate']): boolean => hedge === 'almost' || hedge === 'under';
  return (left === 'over' && below(right)) || (below(left) && right === 'over');
}

/** What two quantities contradict each other in, or null when they agree. */
export function conflict(
  stated: Quantity,
  source: Quantity,
): 'value' | 'unit' | 'currency' | 'date' | 'magnitude' | null {
  if (agrees(stated, source)) return null;
  if (stated.kind === 'date' || source.kind === 'date') return 'date';
  const same = isSame(stated.value, source.value);
  if (currenciesConflict(stated.currency, source.currency)) return same ? 'currency' : 'value';
  if (same) return 'unit';
  const ratio = Math.abs(Math.log10(Math.abs(stated.value / source.value)));
  return ratio >= 1 - 1e-9 && Math.abs(ratio - Math.round(ratio)) < 1e-9 ? 'magnitude' : 'value';
}
