import type { DateParts } from './quantity.ts';

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
