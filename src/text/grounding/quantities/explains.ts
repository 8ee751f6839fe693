import { agrees, isComparable, isYear } from '#text/grounding/quantities.ts';
import type { Measure, Quantity } from './quantity.ts';

// Quantities further apart than about two sentences are not added up.
const REACH = 300;
const LONGEST_RUN = 4;
const MOST_YEARS = 40;

/**
 * Whether a stated number follows from source numbers that stand close together: the sum or difference of two, the sum
 * of a run of up to four, what is left to 100 percent, or the ratio of two.
 */
export function explains(stated: Quantity, sources: readonly Quantity[]): boolean {
  if (!isAmount(stated)) return false;
  const usable = sources.filter(isAmount);
  return usable.some((_, at) => {
    const near = neighbours(usable, at);
    if (stated.kind === 'fraction') return isRatio(stated, near);
    return isSum(stated, near) || isMultiple(stated, near);
  });
}

const YEAR_SECONDS = 31_557_600;

/** "37 years after": the years between two dates of the source. */
function isSpan(stated: Quantity, sources: readonly Quantity[]): boolean {
  if (stated.measure?.dimension !== 'time' || stated.measure.base < YEAR_SECONDS) return false;
  const years = [...new Set(sources.flatMap((source) => yearOf(source) ?? []))].slice(0, MOST_YEARS);
  const spans = years.flatMap((from) => years.map((to) => to - from)).filter((span) => span > 0);
  return spans.some((span) => agrees({ ...stated, approximate: stated.approximate ?? 'about' }, { ...stated, value: span, digits: 3, measure: { ...stated.measure as Measure, base: span * YEAR_SECONDS } }));
}

function yearOf({ kind, value, date, measure }: Quantity): number | undefined {
  if (date !== undefined) return date.year;
  return kind === 'number' && measure === undefined && Number.isInteger(value) && value >= 1000 && value <= 2100 ? value : undefined;
}

/** A share of an amount, what remains of it, or an amount taken a few times: a quarter of £640,000, six times 260 kcal. */
function isMultiple(stated: Quantity, near: readonly Quantity[]): boolean {
  return near.some((amount) => {
    if (!isSameSort(stated, amount) || amount.weak) return false;
    return near.some((other) => {
      if (other === amount || other.value <= 0) return false;
      if (other.kind === 'fraction' || other.kind === 'percent') {
        const share = other.kind === 'percent' ? other.value / 100 : other.value;
        const rests = share < 1 ? [amount.value * share, amount.value * (1 - share), amount.value / share] : [amount.value * share, amount.value / share];
        return rests.some((value) => matches(stated, amount, value));
      }
      const times = other.kind === 'number' && other.measure === undefined && Number.isInteger(other.value) && other.value >= 2 && other.value <= 12;
      return times && matches(stated, amount, amount.value * other.value);
    });
  });
}

/** Dates, places in an order and years are not added up. */
function isAmount(quantity: Quantity): boolean {
  if (quantity.kind === 'number') return quantity.measure !== undefined || !isYear(quantity);
  return quantity.kind !== 'date' && quantity.kind !== 'ordinal';
}

/** A quantity and those that follow it closely. */
function neighbours(sources: readonly Quantity[], at: number): Quantity[] {
  const first = sources[at];
  const near: Quantity[] = [];
  for (let next = at; next < sources.length && near.length < 8; next++) {
    const quantity = sources[next];
    if (first === undefined || quantity === undefined || quantity.start - first.start > REACH) break;
    near.push(quantity);
  }
  return near;
}

function isSum(stated: Quantity, near: readonly Quantity[]): boolean {
  const [first, ...rest] = near;
  if (first === undefined || !isSameSort(stated, first)) return false;
  for (const other of rest) {
    if (!isSameSort(first, other) || !isSameSort(stated, other)) continue;
    if (matches(stated, first, Math.abs(first.value - inUnitOf(first, other)))) return true;
    if (matches(stated, first, first.value + inUnitOf(first, other))) return true;
  }
  return isRunSum(stated, near);
}

function isRunSum(stated: Quantity, near: readonly Quantity[]): boolean {
  const [first] = near;
  if (first === undefined) return false;
  let total = 0;
  for (const [at, quantity] of near.slice(0, LONGEST_RUN).entries()) {
    if (!isSameSort(first, quantity)) break;
    total += inUnitOf(first, quantity);
    if (at >= 2 && matches(stated, first, total)) return true;
    if (at >= 1 && first.kind === 'percent' && total < 100 && matches(stated, first, 100 - total))
      return true;
  }
  return false;
}

/** "Half" and "twice" follow from two numbers of the same sort. */
function isRatio(stated: Quantity, near: readonly Quantity[]): boolean {
  const [first, ...rest] = near;
  if (first === undefined || first.value === 0 || first.kind === 'fraction') return false;
  return rest.some((other) => {
    if (!isSameSort(first, other) || other.kind === 'fraction' || other.value === 0) return false;
    const ratio = first.value / inUnitOf(first, other);
    const whole = { ...first, kind: 'fraction' as const, digits: 3 };
    const within = (value: number): boolean =>
      agrees({ ...stated, approximate: stated.approximate ?? 'about' }, { ...whole, value });
    return within(ratio) || within(1 / ratio);
  });
}

function matches(stated: Quantity, like: Quantity, value: number): boolean {
  if (value <= 0) return false;
  const rounded = Number(value.toPrecision(12));
  const derived = { ...like, value: rounded, digits: Math.max(stated.digits, like.digits) };
  delete derived.approximate;
  if (like.measure !== undefined && like.value !== 0)
    derived.measure = { ...like.measure, base: (like.measure.base / like.value) * rounded };
  return agrees(stated, derived);
}

function isSameSort(left: Quantity, right: Quantity): boolean {
  const counts = (left.kind === 'percent') === (right.kind === 'percent');
  return counts && isComparable(left, right) && left.kind !== 'fraction' && right.kind !== 'fraction';
}

function inUnitOf(first: Quantity, other: Quantity): number {
  if (first.measure === undefined || other.measure === undefined || first.measure.base === 0)
    return other.value;
  return (other.measure.base / first.measure.base) * first.value;
}
