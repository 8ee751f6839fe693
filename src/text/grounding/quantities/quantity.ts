/** A date or time of day, with the fields that the text gives. */
export type DateParts = {
  year?: number;
  month?: number;
  day?: number;
  /** 1 is Monday. */
  weekday?: number;
  hour?: number;
  minute?: number;
  quarter?: number;
  /** "Early June", "mid-June", "the end of June". */
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
  /** The amount in the dimension's base unit: metres, square metres, litres, grams, seconds and so on. */
  base: number;
  /** The unit's name in English, singular. */
  unit: string;
};

/** What a hedge right before a number says about the true value. */
export type Approximation = 'about' | 'under' | 'over' | 'almost';

/** A number as a text states it, in digits or words. */
export type Quantity = {
  /** A percentage is 0 to 100; a share such as "a third" is 0.333; "twice" is 2. */
  value: number;
  start: number;
  end: number;
  kind: 'number' | 'percent' | 'money' | 'date' | 'ordinal' | 'fraction';
  /** Written as a small word ("two", "first", 一), which is often counted rather than quoted. */
  weak: boolean;
  /** Significant digits that were written, which tell how far the number may be rounded. */
  digits: number;
  /** The counted thing, where it is written right behind the number: 日, 点, 人. */
  unit?: string;
  /** ISO 4217 code. */
  currency?: string;
  measure?: Measure;
  date?: DateParts;
  approximate?: Approximation;
};

/** A text on its way through the finders; each takes the characters it has read. */
export type Scan = {
  text: string;
  language: string;
  taken: Uint8Array;
  found: Quantity[];
};

/** Adds a quantity unless its characters were read already. */
export function take(scan: Scan, quantity: Quantity): void {
  for (let at = quantity.start; at < quantity.end; at++) if (scan.taken[at] === 1) return;
  scan.taken.fill(1, quantity.start, quantity.end);
  scan.found.push(quantity);
}

const FIELDS = ['year', 'month', 'day', 'weekday', 'hour', 'minute', 'quarter', 'part'] as const;
// From the most to the least exact; a date is found again when its most exact field is.
const EXACT_FIRST = ['minute', 'hour', 'day', 'weekday', 'month', 'quarter', 'year'] as const;

/** Whether two dates differ in a field that both give. */
export function datesConflict(left: DateParts, right: DateParts): boolean {
  return FIELDS.some(
    (field) => left[field] !== undefined && right[field] !== undefined && left[field] !== right[field],
  );
}

/** Whether the source's date says at least what the stated one says, as far as it is exact. */
export function datesAgree(stated: DateParts, source: DateParts): boolean {
  if (datesConflict(stated, source)) return false;
  const exact = EXACT_FIRST.find((field) => stated[field] !== undefined);
  return exact === undefined || source[exact] !== undefined;
}
