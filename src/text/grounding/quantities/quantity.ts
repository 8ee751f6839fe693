/** A date or time of day, with the fields that the text states. */
export type DateParts = {
  year?: number;
  /** The first year of a decade, as in "the 1970s". */
  decade?: number;
  month?: number;
  day?: number;
  /** The day of the week, where 1 is Monday. */
  weekday?: number;
  hour?: number;
  minute?: number;
  quarter?: number;
  /** The part of the period, as in "early June", "mid-June" or "the end of June". */
  part?: 'start' | 'mid' | 'end';
};

export type Measure = {
  dimension:
    | 'length'
    | 'area'
    | 'volume'
    | 'mass'
    | 'time'
    | 'temperature'
    | 'speed'
    | 'energy'
    | 'power'
    | 'data';
  /** The amount in the base unit of the dimension: metres, square metres, litres, grams and so on. */
  base: number;
  /** The English name of the unit in the singular. */
  unit: string;
};

/** What a hedge right before a number says about the true value. */
export type Approximation = 'about' | 'under' | 'over' | 'almost';

/** A number that a text states in digits or words. */
export type Quantity = {
  /** The value. A percentage is 0 to 100, a share such as "a third" is 0.333, and "twice" is 2. */
  value: number;
  start: number;
  end: number;
  kind: 'number' | 'percent' | 'money' | 'date' | 'ordinal' | 'fraction';
  /** Whether it is a small word ("two", "first", 一), which is often counted rather than quoted. */
  weak: boolean;
  /** The number of significant digits as written, which limits how far the number may be rounded. */
  digits: number;
  /** The counter directly behind the number: 日, 点, 人. */
  unit?: string;
  /** The stem of the noun directly behind the number, where a caller has looked for it. */
  counted?: string;
  /** The ISO 4217 code. */
  currency?: string;
  measure?: Measure;
  date?: DateParts;
  approximate?: Approximation;
};

/** A text that the finders read in turn; each finder marks the characters that it has read as taken. */
export type Scan = {
  text: string;
  language: string;
  taken: Uint8Array;
  found: Quantity[];
};

/** Adds a quantity unless some of its characters are already taken. */
export function take(scan: Scan, quantity: Quantity): void {
  for (let at = quantity.start; at < quantity.end; at++) if (scan.taken[at] === 1) return;
  scan.taken.fill(1, quantity.start, quantity.end);
  scan.found.push(quantity);
}

const FIELDS = ['year', 'month', 'day', 'weekday', 'hour', 'minute', 'quarter', 'part'] as const;
// The fields from the most to the least exact. A stated date is only found if the source has its most exact field.
const EXACT_FIRST = ['minute', 'hour', 'day', 'weekday', 'month', 'quarter', 'year'] as const;

/** Whether two dates differ in a field that both have. */
export function datesConflict(left: DateParts, right: DateParts): boolean {
  return FIELDS.some(
    (field) => left[field] !== undefined && right[field] !== undefined && left[field] !== right[field],
  );
}

/** Whether the source's date agrees with the stated date and has its most exact field. */
export function datesAgree(stated: DateParts, source: DateParts): boolean {
  if (stated.decade !== undefined || source.decade !== undefined)
    return stated.decade === (source.decade ?? decadeOf(source.year));
  if (datesConflict(stated, source)) return false;
  const exact = EXACT_FIRST.find((field) => stated[field] !== undefined);
  return exact === undefined || source[exact] !== undefined;
}

export function decadeOf(year: number | undefined): number | undefined {
  return year === undefined ? undefined : year - (year % 10);
}
