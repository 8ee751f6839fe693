import { agrees, isComparable, isYear } from '#text/grounding/quantities.ts';
import type { Quantity } from './quantity.ts';

// Quantities further apart than about two sentences are not added up. Small ones must stand in one sentence.
const REACH = 300;
const SMALL_REACH = 100;
const LONGEST_RUN = 4;
const MOST_YEARS = 40;
// With more amounts than this, some two give nearly any sum, and each stated number would take milliseconds.
const MOST_STARTS = 5_000;

/**
 * Whether a stated number follows from source numbers that stand close together. It may be the sum or difference of
 * two, the sum of a run of up to four, the rest up to 100 percent, or the ratio of two.
 */
export function explains(stated: Quantity, sources: readonly Quantity[]): boolean {
  if (isSpan(stated, sources)) return true;
  if (!isAmount(stated)) return false;
  const usable = firstAmounts(sources);
  return usable.some((_, at) => {
    const reach = stated.value < 100 && stated.kind !== 'fraction' ? SMALL_REACH : REACH;
    const near = neighbours(usable, at, reach);
    if (stated.kind === 'fraction') return isRatio(stated, near);
    return isSum(stated, near) || isMultiple(stated, near);
  });
}

function firstAmounts(sources: readonly Quantity[]): Quantity[] {
  const amounts: Quantity[] = [];
  for (const source of sources) {
    if (amounts.length >= MOST_STARTS) break;
    if (isAmount(source)) amounts.push(source);
  }
  return amounts;
}

const YEAR_SECONDS = 31_557_600;

/** Whether the number, as in "37 years after", is the years between two dates of the source. */
function isSpan(stated: Quantity, sources: readonly Quantity[]): boolean {
  const { measure } = stated;
  if (measure?.dimension !== 'time' || measure.base < YEAR_SECONDS) return false;
  const years = [...new Set(sources.flatMap((source) => yearOf(source) ?? []))].slice(0, MOST_YEARS);
  const rough = { ...stated, approximate: stated.approximate ?? ('about' as const) };
  return years.some((from) =>
    years.some((to) => {
      const span = to - from;
      return (
        span > 0 &&
        agrees(rough, {
          ...stated,
          value: span,
          digits: 3,
          measure: { ...measure, base: span * YEAR_SECONDS },
        })
      );
    }),
  );
}

function yearOf({ kind, value, date, measure }: Quantity): number | undefined {
  if (date !== undefined) return date.year;
  const isYearLike = kind === 'number' && measure === undefined && Number.isInteger(value);
  return isYearLike && value >= 1000 && value <= 2100 ? value : undefined;
}

/**
 * Whether the number is a share of an amount, its remainder or a multiple: a quarter of £640,000, six times 260 kcal.
 */
function isMultiple(stated: Quantity, near: readonly Quantity[]): boolean {
  return near.some((amount) => {
    if (!isSameSort(stated, amount) || amount.weak) return false;
    return near.some(
      (other) =>
        other !== amount && factorsOf(other).some((factor) => matches(stated, amount, amount.value * factor)),
    );
  });
}

function factorsOf({ kind, value, measure }: Quantity): number[] {
  if (value <= 0) return [];
  if (kind === 'fraction' || kind === 'percent') {
    const share = kind === 'percent' ? value / 100 : value;
    return share < 1 ? [share, 1 - share, 1 / share] : [share, 1 / share];
  }
  const isCount = kind === 'number' && measure === undefined && Number.isInteger(value);
  return isCount && value >= 2 && value <= 12 ? [value] : [];
}

/** Whether a quantity can be added up, unlike dates, ordinals and years. */
function isAmount(quantity: Quantity): boolean {
  if (quantity.kind === 'number') return quantity.measure !== undefined || !isYear(quantity);
  return quantity.kind !== 'date' && quantity.kind !== 'ordinal';
}

/** Lists a quantity and those that follow it closely. */
function neighbours(sources: readonly Quantity[], at: number, reach: number): Quantity[] {
  const first = sources[at];
  const near: Quantity[] = [];
  for (let next = at; next < sources.length && near.length < 8; next++) {
    const quantity = sources[next];
    if (first === undefined || quantity === undefined || quantity.start - first.start > reach) break;
    near.push(quantity);
  }
  return near;
}

function isSum(stated: Quantity, near: readonly Quantity[]): boolean {
  const [first, ...rest] = near;
  if (first === undefined || !isSameSort(stated, first)) return false;
  for (const other of isSmallCount(stated) ? rest.slice(0, 1) : rest) {
    if (!isSameSort(first, other) || !isSameSort(stated, other)) continue;
    const difference = Math.abs(first.value - inUnitOf(first, other));
    if (!isSmallCount(stated) && matches(stated, first, difference)) return true;
    if (matches(stated, first, first.value + inUnitOf(first, other))) return true;
  }
  return isRunSum(stated, near);
}

/** Whether this is a small count, which is nearly always the difference of two others. */
function isSmallCount({ kind, value, measure }: Quantity): boolean {
  return kind === 'number' && measure === undefined && value < 20;
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

/** Whether a share such as "half" or "twice" follows from two numbers of the same sort. */
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

// Among more amounts than this, nearly any number is the sum or difference of two.
const MOST_AMOUNTS = 24;

// These words announce a sum or a difference.
const DERIVED =
  /total|combined|in all|together|altogether|difference|(?:less|more|fewer|cheaper|dearer|higher|lower) than|by \d|insgesamt|zusammen|(?:weniger|mehr|billiger|teurer|höher|niedriger) als|um \d|au total|ensemble|différence|de (?:plus|moins)|en total|juntos|diferencia|(?:más|menos) que|合计|总共|总计|一共|共计|少了|多了|相差|减少了|增加了|合計|合わせて|差|少な|多い|安い|高い/iu;

/**
 * Whether a claim announces arithmetic and its amount is the sum or difference of any two of a source. The amount is
 * money, a percentage or a measure.
 */
export function explainsAnywhere(stated: Quantity, sources: readonly Quantity[], claim: string): boolean {
  if (!DERIVED.test(claim)) return false;
  if (!isAmount(stated) || (stated.kind === 'number' && stated.measure === undefined)) return false;
  const alike = sources.filter(
    (other) => isAmount(other) && other.kind === stated.kind && isSameSort(stated, other),
  );
  if (alike.length > MOST_AMOUNTS) return false;
  return alike.some((first, at) => alike.slice(at + 1).some((second) => isSum(stated, [first, second])));
}
