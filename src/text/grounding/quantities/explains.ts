import { agrees, isComparable, isYear } from '#text/grounding/quantities.ts';
import type { Quantity } from './quantity.ts';

// Quantities further apart than about two sentences are not added up. Small ones must stand in one sentence.
const REACH = 300;
const SMALL_REACH = 100;
const LONGEST_RUN = 4;
const MOST_YEARS = 40;
// With more amounts than this, some two give nearly any sum, and each stated number would take milliseconds.
const MOST_STARTS = 5_000;

/** Whether a stated number follows from source numbers that stand close together. */
export function explains(stated: Quantity, sources: readonly Quantity[]): boolean {
  return findStep(stated, sources) !== undefined;
}

/**
 * Finds the source numbers, close together, from which a stated number follows: as the sum or difference of two, the
 * sum of a run of up to four, the rest up to 100 percent, a share or multiple, or the ratio of two.
 */
export function findStep(stated: Quantity, sources: readonly Quantity[]): Quantity[] | undefined {
  const span = spanBetween(stated, sources);
  if (span !== undefined || !isAmount(stated)) return span;
  const usable = firstAmounts(sources);
  const reach = stated.value < 100 && stated.kind !== 'fraction' ? SMALL_REACH : REACH;
  for (let at = 0; at < usable.length; at++) {
    const near = neighbours(usable, at, reach);
    const step =
      stated.kind === 'fraction' ? ratioOf(stated, near) : (sumOf(stated, near) ?? multipleOf(stated, near));
    if (step !== undefined) return step;
  }
  return undefined;
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

/** Finds two dates that the stated years, as in "37 years after", lie between. */
function spanBetween(stated: Quantity, sources: readonly Quantity[]): Quantity[] | undefined {
  const { measure } = stated;
  if (measure?.dimension !== 'time' || measure.base < YEAR_SECONDS) return undefined;
  const dated = new Map<number, Quantity>();
  for (const source of sources) {
    const year = yearOf(source);
    if (year !== undefined && dated.size < MOST_YEARS && !dated.has(year)) dated.set(year, source);
  }
  const rough = { ...stated, approximate: stated.approximate ?? ('about' as const) };
  for (const [from, first] of dated)
    for (const [to, last] of dated) {
      const years = to - from;
      const base = years * YEAR_SECONDS;
      const span = {
        ...stated,
        value: (base / measure.base) * stated.value,
        digits: 3,
        measure: { ...measure, base },
      };
      if (years > 0 && agrees(rough, span)) return [first, last];
    }
  return undefined;
}

function yearOf({ kind, value, date, measure }: Quantity): number | undefined {
  if (date !== undefined) return date.year;
  const isYearLike = kind === 'number' && measure === undefined && Number.isInteger(value);
  return isYearLike && value >= 1000 && value <= 2100 ? value : undefined;
}

/** Finds an amount and its share, its remainder or its multiple: a quarter of £640,000, six times 260 kcal. */
function multipleOf(stated: Quantity, near: readonly Quantity[]): Quantity[] | undefined {
  for (const amount of near) {
    if (!isSameSort(stated, amount) || amount.weak) continue;
    const other = near.find(
      (one) =>
        one !== amount && factorsOf(one).some((factor) => matches(stated, amount, amount.value * factor)),
    );
    if (other !== undefined) return [amount, other];
  }
  return undefined;
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
export function isAmount(quantity: Quantity): boolean {
  if (quantity.kind === 'number')
    return quantity.measure !== undefined || quantity.counted !== undefined || !isYear(quantity);
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

export function sumOf(stated: Quantity, near: readonly Quantity[]): Quantity[] | undefined {
  const [first, ...rest] = near;
  if (first === undefined || !isSameSort(stated, first)) return undefined;
  for (const other of isSmallCount(stated) ? rest.slice(0, 1) : rest) {
    if (!isSameSort(first, other) || !isSameSort(stated, other)) continue;
    const difference = Math.abs(first.value - inUnitOf(first, other));
    if (!isSmallCount(stated) && matches(stated, first, difference)) return [first, other];
    if (matches(stated, first, first.value + inUnitOf(first, other))) return [first, other];
  }
  return runSumOf(stated, near);
}

/** Whether this is a small count, which is nearly always the difference of two others. */
function isSmallCount({ kind, value, measure }: Quantity): boolean {
  return kind === 'number' && measure === undefined && value < 20;
}

function runSumOf(stated: Quantity, near: readonly Quantity[]): Quantity[] | undefined {
  const [first] = near;
  if (first === undefined) return undefined;
  let total = 0;
  for (const [at, quantity] of near.slice(0, LONGEST_RUN).entries()) {
    if (!isSameSort(first, quantity) || !isSameSort(stated, quantity)) break;
    total += inUnitOf(first, quantity);
    const rest = first.kind === 'percent' && total < 100 ? 100 - total : total;
    if (
      (at >= 2 && matches(stated, first, total)) ||
      (at >= 1 && rest !== total && matches(stated, first, rest))
    )
      return near.slice(0, at + 1);
  }
  return undefined;
}

/** Finds two numbers of the same sort whose ratio is a share such as "half" or "twice". */
function ratioOf(stated: Quantity, near: readonly Quantity[]): Quantity[] | undefined {
  const [first, ...rest] = near;
  if (first === undefined || first.value === 0 || first.kind === 'fraction') return undefined;
  const second = rest.find((other) => {
    if (!isSameSort(first, other) || other.kind === 'fraction' || other.value === 0) return false;
    const ratio = first.value / inUnitOf(first, other);
    const whole = { ...first, kind: 'fraction' as const, digits: 3 };
    const within = (value: number): boolean =>
      agrees({ ...stated, approximate: stated.approximate ?? 'about' }, { ...whole, value });
    return within(ratio) || within(1 / ratio);
  });
  return second && [first, second];
}

export function matches(stated: Quantity, like: Quantity, value: number): boolean {
  if (value <= 0 || (stated.measure !== undefined && like.measure === undefined)) return false;
  const rounded = Number(value.toPrecision(12));
  const derived = { ...like, value: rounded, digits: Math.max(stated.digits, like.digits) };
  delete derived.approximate;
  if (like.measure !== undefined && like.value !== 0)
    derived.measure = { ...like.measure, base: (like.measure.base / like.value) * rounded };
  // "About 8,200" has two digits that count, so it is nearer to the value than "about 8,000" is.
  const isExact = stated.approximate === 'about' && stated.digits > 1 && stated.value >= 100;
  return agrees(stated, derived) && !(isExact && Math.abs(rounded - stated.value) > halfStepOf(stated));
}

function halfStepOf({ value, digits }: Quantity): number {
  return 10 ** (Math.floor(Math.log10(value)) - digits + 1) / 2;
}

export function isSameSort(left: Quantity, right: Quantity): boolean {
  if (left.kind === 'date' || right.kind === 'date') return false;
  const counts = (left.kind === 'percent') === (right.kind === 'percent');
  const alike = left.kind !== 'fraction' && right.kind !== 'fraction' && haveSameUnit(left, right);
  return counts && alike && isComparable(left, right);
}

// From these sizes on, a bare number beside an amount of money is mostly money too: "5.2 million, down from 6.1 million".
const LEAST_BARE_AMOUNT = 1000;
const LEAST_SCALED_AMOUNT = 100_000;

/** Whether both quantities have a unit or currency, or none has, or one of them may have left it out. */
export function haveSameUnit(left: Quantity, right: Quantity): boolean {
  const isMoney = left.kind === 'money' || right.kind === 'money';
  if (!isMoney && (left.measure === undefined) === (right.measure === undefined)) return true;
  if (left.kind === right.kind && isMoney) return true;
  const bare = left.kind === 'money' || left.measure !== undefined ? right : left;
  if (bare.kind !== 'number' || bare.measure !== undefined) return false;
  if (isMoney && bare.value >= LEAST_SCALED_AMOUNT) return true;
  return bare.counted === undefined && (!isMoney || bare.value >= LEAST_BARE_AMOUNT);
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
  return alike.some((first, at) =>
    alike.slice(at + 1).some((second) => sumOf(stated, [first, second]) !== undefined),
  );
}

export function isNear(value: number, wanted: number, slack = 0.005): boolean {
  return Math.abs(value - wanted) <= Math.abs(wanted) * slack;
}

export function pairOf(
  values: readonly Quantity[],
  fits: (first: Quantity, second: Quantity) => boolean,
): Quantity[] | undefined {
  for (const first of values)
    for (const second of values) if (first !== second && fits(first, second)) return [first, second];
  return undefined;
}
