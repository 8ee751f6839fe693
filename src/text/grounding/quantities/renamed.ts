import type { Token } from '#text/grounding/alignment/token.ts';
import type { FlagKind, Span } from '#text/grounding/flag.ts';
import { agrees, conflict, type Quantity } from '#text/grounding/quantities.ts';
import type { SourceIndex, StatedQuantity } from '#text/grounding/source-index.ts';
import { isSameSort } from './explains.ts';
import type { Place } from './rivals.ts';
import { placeOf } from './told.ts';
import { currenciesConflict, type Unit, unitOf } from './units.ts';

/** A value of the source that has the stated number, but another currency, unit or number of zeros. */
export type Renamed = { span: Span; kind: FlagKind };

// The sentences of this many equal values are looked at.
const MOST_TOLD = 40;

/** Finds the stated amount in another currency, or for another unit: 900 euros a hectare where a claim says a metre. */
export function findRenamed({ token, claim, source }: Place): Renamed | undefined {
  const stated = token.quantity;
  if (stated === null || stated.kind === 'date') return undefined;
  const told = source.quantities.filter((other) => agrees(stated, other)).slice(0, MOST_TOLD);
  const foreign = findForeign(stated, told, source);
  if (foreign !== undefined) return { span: foreign, kind: 'currency' };
  const reference = told.length === 0 ? undefined : referenceBehind(claim, claim.indexOf(token));
  const other = reference && findOtherReference(reference, told, source);
  return other && { span: other, kind: 'unit' };
}

/** Finds an amount in another currency that has the stated value, or any if the source never uses the stated one. */
function findForeign(
  { value, currency }: Quantity,
  told: readonly Quantity[],
  { quantities }: SourceIndex,
): Quantity | undefined {
  if (currency === undefined || told.some((other) => other.currency !== undefined)) return undefined;
  const isForeign = (other: Quantity): boolean => currenciesConflict(currency, other.currency);
  const amounts = quantities.filter((other) => other.currency !== undefined);
  if (told.length > 0) return amounts.every(isForeign) ? amounts[0] : undefined;
  return amounts.find((other) => other.value === value && isForeign(other));
}

const PER: ReadonlySet<string> = new Set('per a an each every pro je im par por cada al'.split(' '));
// Before a unit of time, these are mostly no rates: "la semaine dernière".
const PER_UNIT: ReadonlySet<string> = new Set('la le l’ l el the'.split(' '));

/** Reads the unit behind a value that it is told for: "a hectare", "par mois". */
function referenceBehind(tokens: readonly Token[], at: number): Unit | undefined {
  const [per, first, second] = tokens.slice(at + 1, at + 4);
  if (per === undefined || first === undefined || per.boundary) return undefined;
  const unit = unitOf(`${first.lower} ${second?.lower}`) ?? unitOf(first.lower);
  const isRate = PER.has(per.lower) || (PER_UNIT.has(per.lower) && unit?.dimension !== 'time');
  return isRate ? unit : undefined;
}

/** Finds where the source has a value for another unit, if it never has it for the stated one. */
function findOtherReference(
  { dimension, unit }: Unit,
  told: readonly StatedQuantity[],
  source: SourceIndex,
): Span | undefined {
  const places = told.flatMap(({ offsets }) => offsets);
  const others = places.filter((start) => {
    const { tokens, at } = placeOf(start, source);
    const other = referenceBehind(tokens, at);
    return other?.dimension === dimension && other.unit !== unit;
  });
  const [start] = others;
  if (start === undefined || others.length < places.length) return undefined;
  return { start, end: start + ((told[0]?.end ?? 0) - (told[0]?.start ?? 0)) };
}

// A sentence with this share of the claim's words, in any order, speaks of the same thing.
const SAME_TOPIC = 0.3;
const LEAST_TELLING = 10;

/** Finds the stated digits with another unit of the same sort, or with another number of zeros on the same topic. */
export function findMisread({ token, claim, source }: Place): Renamed | undefined {
  const stated = token.quantity;
  if (stated === null || stated.kind === 'date' || stated.value < 2) return undefined;
  const isLike = (told: Quantity): boolean => isOtherUnit(stated, told) || isOtherScale(stated, told);
  for (const told of source.quantities.filter(isLike).slice(0, MOST_TOLD)) {
    const isUnit = isOtherUnit(stated, told);
    const isTelling =
      isUnit && stated.measure !== undefined && stated.value >= LEAST_TELLING && stated.value % 10 !== 0;
    if (!isTelling && topicShare(claim, placeOf(told.start, source).tokens) < SAME_TOPIC) continue;
    return { span: told, kind: isUnit ? 'unit' : 'number' };
  }
  return undefined;
}

function isOtherUnit({ value, measure, kind }: Quantity, told: Quantity): boolean {
  if (kind === 'percent') return told.value === value && told.measure !== undefined;
  return (
    measure !== undefined &&
    told.value === value &&
    told.measure?.dimension === measure.dimension &&
    told.measure.unit !== measure.unit
  );
}

/** Whether two amounts differ only by zeros. One digit proves nothing. */
function isOtherScale(stated: Quantity, told: Quantity): boolean {
  if (stated.digits < 2 || !isSameSort(stated, told) || stated.measure?.unit !== told.measure?.unit)
    return false;
  return conflict(stated, told) === 'magnitude';
}

function topicShare(claim: readonly Token[], passage: readonly Token[]): number {
  const isContent = ({ light, quantity }: Token): boolean => !light && quantity === null;
  const keys = claim.filter(isContent).map(({ key }) => key);
  const told = new Set(passage.filter(isContent).map(({ key }) => key));
  return keys.length === 0 ? 0 : keys.filter((key) => told.has(key)).length / keys.length;
}
