import type { TranslationMark } from '#schema/translations/translation.ts';
import { datesConflict } from '#text/grounding/quantities/compare-dates.ts';
import { agrees, findQuantities, type Quantity } from '#text/grounding/quantities.ts';
import { significantDigits, withPlainDigits } from './digits.ts';
import type { Languages } from './glossary.ts';

/** Smaller numbers are often written as words. */
const leastDigits = 13;

/** Numbers and dates of the source that the translation does not have, and the other way round. */
export function checkNumbers(
  source: string,
  target: string,
  { source: from, target: to }: Languages,
): TranslationMark[] {
  const own = side(source, from);
  const other = side(target, to);
  const lost = own.quantities.filter((quantity) => isLost(quantity, other));
  const added = other.quantities.filter((quantity) => isLost(quantity, own));
  const marks: TranslationMark[] = [];
  for (const { kind, start, end } of lost)
    marks.push({ kind: kindOf(kind), words: source.slice(start, end).trim(), side: 'source' });
  // A wrong number is both lost and added; one mark is enough.
  for (const { kind, start, end } of lost.length > 0 ? [] : added)
    marks.push({ kind: kindOf(kind), words: target.slice(start, end).trim(), side: 'target' });
  return marks;
}

interface Side {
  quantities: Quantity[];
  digits: ReadonlySet<string>;
}

function side(text: string, language: string | null): Side {
  const plain = withPlainDigits(text);
  return { quantities: findQuantities(plain, language ?? undefined), digits: significantDigits(plain) };
}

function kindOf(kind: Quantity['kind']): 'date' | 'number' {
  return kind === 'date' ? 'date' : 'number';
}

function isLost(quantity: Quantity, { quantities, digits }: Side): boolean {
  const { value, kind, weak, date } = quantity;
  if (quantities.some((other) => agrees(other, quantity) || agrees(quantity, other))) return false;
  if (date !== undefined) return isLostDate(quantity, quantities, digits);
  // Shares, orders and what is counted in words are written in too many ways.
  if (weak || kind === 'fraction' || kind === 'ordinal') return false;
  if (Number.isInteger(value) && Math.abs(value) < leastDigits) return false;
  return !formsOf(value).some((form) => digits.has(form));
}

/** Only what both sides surely say: the year, or the day beside another month. */
function isLostDate(
  { date = {} }: Quantity,
  others: readonly Quantity[],
  digits: ReadonlySet<string>,
): boolean {
  if (date.year !== undefined && !formsOf(date.year).some((form) => digits.has(form))) return true;
  if (date.day === undefined || date.month === undefined) return false;
  const near = others.filter((other) => other.date?.month !== undefined && other.date.day !== undefined);
  return near.length > 0 && near.every((other) => datesConflict(date, other.date ?? {}));
}

/** How digits of a number may be written: all that count, a decade by its last two, an afternoon hour by twelve less. */
function formsOf(value: number): string[] {
  const forms = [value];
  if (Number.isInteger(value) && value >= 1000 && value < 2100)
    forms.push(value % 100, value - 543, value + 543);
  if (Number.isInteger(value) && value > 12 && value <= 24) forms.push(value - 12);
  return forms
    .map((form) =>
      String(Math.abs(form))
        .replace('.', '')
        .replace(/^0+|0+$/gu, ''),
    )
    .filter(Boolean);
}
