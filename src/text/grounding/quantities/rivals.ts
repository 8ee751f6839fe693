import { type Placed, type Slot, slotsOf, tokensOf } from '#text/grounding/alignment/align.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import type { FlagKind } from '#text/grounding/flag.ts';
import { agrees, conflict, isComparable, isYear, type Quantity } from '#text/grounding/quantities.ts';
import { type SourceIndex, sentenceAt } from '#text/grounding/source-index.ts';
import { haveSameUnit, isNear } from './explains.ts';
import { currenciesConflict } from './units.ts';

/** A quantity of a claim, the claim, and the passages that its parts are compared with. */
export type Place = { token: Token; claim: readonly Token[]; parts: readonly Placed[]; source: SourceIndex };

/** The value of the passage that a stated value contradicts, and what they differ in. */
export type Rival = { token: Token; kind: FlagKind; isMagnitude: boolean };

// The same number with another unit hardly stands in the passage by chance.
const RENAMED_FROM = 0.3;
const WEEKDAY_FROM = 0.5;
// Below this, ten times as much is a count like any other.
const LEAST_MAGNITUDE = 100;

/** The share of the other content of a part that its passage has in the same order. */
export function coverageBeside(token: Token, { alignment: { claim, pairs } }: Placed): number {
  const isContent = (other: Token | undefined): boolean =>
    other !== undefined && other !== token && !other.light;
  const whole = claim.filter(isContent).length;
  return whole === 0 ? 0 : pairs.filter((pair) => isContent(claim[pair.claim])).length / whole;
}

/** Finds the value of the passage that stands in the place of the stated one. */
export function rivalInPlace(token: Token, part: Placed): Rival | undefined {
  if (token.quantity === null) return undefined;
  const { claim } = part.alignment;
  const isDifference = DIFFERENCE.has(claim[claim.indexOf(token) + 1]?.lower ?? '');
  return rivalAmong(slotOf(token, part)?.source ?? [], token.quantity, isDifference);
}

/** Finds the value that alone differs in a copy, or only by its unit, or a weekday that the source never names. */
export function findExchanged(
  place: Place,
  part: Placed,
  sumUp: () => readonly Quantity[] | undefined,
): Rival | undefined {
  const stated = place.token.quantity;
  if (stated === null) return undefined;
  const told = weekdayRival(place, part) ?? companionRival(place.token, part);
  return (
    rivalInCopy(place.token, part, sumUp) ??
    (told && { token: told, kind: 'date', isMagnitude: false }) ??
    unitRival(part, stated)
  );
}

function rivalInCopy(
  token: Token,
  part: Placed,
  sumUp: () => readonly Quantity[] | undefined,
): Rival | undefined {
  const slot = slotOf(token, part);
  const stated = token.quantity;
  if (slot?.claim.length !== 1 || slot.source.length !== 1 || stated === null) return undefined;
  const { claim, pairs } = part.alignment;
  const paired = new Set(pairs.map((pair) => claim[pair.claim]));
  const isCopy = claim.every(
    (other) => other === token || paired.has(other) || (other.light && !other.critical),
  );
  const rival = isCopy && stated.approximate === undefined ? rivalAmong(slot.source, stated) : undefined;
  const told = rival?.token.quantity;
  if (told?.kind !== stated.kind || told.approximate !== undefined || countsAlike(sumUp())) return undefined;
  return rival;
}

/** Whether all values count the same: "3 shops in Oslo and 4 shops in Bergen". */
function countsAlike(values: readonly Quantity[] = []): boolean {
  const [first] = values;
  return first?.counted !== undefined && values.every(({ counted }) => counted === first.counted);
}

/** Finds the value that the passage has directly behind the words that stand before the stated one. */
export function findBeside(token: Token, { alignment: { claim, source, pairs } }: Placed): Rival | undefined {
  const at = claim.indexOf(token);
  const last = pairs.find((pair) => pair.claim === at - 1);
  const isPaired = pairs.some((pair) => pair.claim === at - 2 && pair.source === (last?.source ?? 0) - 1);
  const told = last && source[last.source + 1];
  if (!isPaired || claim.slice(at - 2, at).every(({ light }) => light) || !told || !token.quantity)
    return undefined;
  const rival = rivalAmong([told], token.quantity);
  return told.quantity?.kind === token.quantity.kind ? rival : undefined;
}

/** Finds the value that stands beside the words of a claim whose last value was taken for that of another sentence. */
export function findCutOff(token: Token, part: Placed, parts: readonly Placed[]): Rival | undefined {
  const { claim } = part.alignment;
  if (claim.some(({ light, quantity }) => !light && quantity === null)) return undefined;
  const { claim: words = [], source = [], pairs = [] } = parts[parts.indexOf(part) - 1]?.alignment ?? {};
  const last = pairs.at(-1);
  const before = claim.slice(0, claim.indexOf(token));
  if (last === undefined || last.claim !== words.length - 1) return undefined;
  const beside = source.slice(last.source + 1, last.source + 2 + before.length);
  const told = beside.at(-1);
  const isRun = before.every(({ lower }, at) => lower === beside[at]?.lower);
  return told?.quantity && token.quantity && isRun ? rivalAmong([told], token.quantity) : undefined;
}

/** Finds the weekday that the passage has in the clause of another value of the claim: "open on Thursdays until 9 pm". */
function companionRival(token: Token, { alignment: { claim, source, pairs } }: Placed): Token | undefined {
  if (token.quantity?.date?.weekday === undefined) return undefined;
  for (const pair of pairs) {
    if (claim[pair.claim]?.quantity?.date?.hour === undefined) continue;
    const from = source.findLastIndex(({ boundary }, at) => boundary && at <= pair.source);
    const days = source
      .slice(Math.max(0, from), pair.source)
      .filter(({ quantity }) => quantity?.date?.weekday !== undefined);
    if (days.length === 1) return days[0];
  }
  return undefined;
}

/**
 * Finds the value that the passage has of the owner that the claim names, where the stated value belongs to another
 * one: a person's age, the number of a thing, an amount in another currency, or a value that the passage denies.
 */
export function findOwnedRival(place: Place, part: Placed, paired: Token | undefined): Rival | undefined {
  const { token, claim, source } = place;
  const stated = token.quantity;
  if (stated === null || (stated.kind !== 'number' && stated.kind !== 'money')) return undefined;
  const foreign = paired && currencyRival(stated, paired, part);
  if (foreign !== undefined) return { token: foreign, kind: 'currency', isMagnitude: false };
  const told = part.alignment.source;
  if (
    paired !== undefined &&
    isReplaced(told, paired) &&
    !isReplaced(claim, token) &&
    isToldOnce(stated, source)
  )
    return rivalAmong(
      told.filter((other) => other.quantity?.kind === stated.kind && !isReplaced(told, other)),
      stated,
    );
  if (stated.measure !== undefined || stated.kind !== 'number') return undefined;
  const at = claim.indexOf(token);
  const [before, behind] = [claim[at - 1], claim[at + 1]];
  if (before?.capital && !before.light && token.boundary && (behind?.boundary ?? true)) {
    const ages = agesOf(told, before.key);
    const isTold = ages.some(({ quantity }) => quantity !== null && agrees(stated, quantity));
    return isTold ? undefined : rivalAmong(ages, stated);
  }
  if (behind === undefined || behind.light || behind.boundary || behind.quantity || stated.weak)
    return undefined;
  const counts = told.filter(
    (other, index) => other.quantity?.kind === 'number' && told[index + 1]?.key === behind.key,
  );
  const rival = rivalAmong(counts, stated);
  return rival !== undefined && countsOther(stated, behind.key, source) ? rival : undefined;
}

/**
 * Finds the value that the source gives to what the claim speaks of, where the stated value is said of another thing
 * in the same words: "The bus costs 15 euros" for "The ferry costs 15 euros".
 */
export function findExchangedOwner({ token, claim, source }: Place, part: Placed): Rival | undefined {
  const stated = token.quantity;
  const isContent = (other: Token) => !other.light && other.quantity === null;
  const [owner, ...others] = claim.filter(isContent);
  const { alignment } = part;
  const paired = new Set(alignment.pairs.map((pair) => alignment.claim[pair.claim]));
  const slot = slotsOf(alignment).find(({ claim: words }) => owner !== undefined && words.includes(owner));
  const told = slot?.source.filter(isContent) ?? [];
  const opens = told.length === 1 && alignment.source.find(isContent) === told[0];
  if (stated === null || owner === undefined || !opens || !others.every((other) => paired.has(other)))
    return undefined;
  const spoken = [...source.sentences.keys()]
    .map((at) => tokensOf(source, at))
    .filter((tokens) =>
      [owner, ...others].every(({ key }) => tokens.some((other) => other.key === key && !other.light)),
    )
    .flat();
  const values = spoken.flatMap(({ quantity }) => (quantity?.kind === stated.kind ? [quantity.value] : []));
  return new Set(values).size === 1 ? rivalAmong(spoken, stated) : undefined;
}

/** Whether a share that a claim states leads from the stated value to its rival: 85 are a fourth of 340. */
export function isShareOf({ token: { quantity } }: Rival, { token, claim }: Place): boolean {
  const stated = token.quantity;
  return claim.some(({ quantity: other }) => {
    if (!stated || !quantity || (other?.kind !== 'percent' && other?.kind !== 'fraction')) return false;
    const share = other.kind === 'percent' ? other.value / 100 : other.value;
    return [share, 1 - share, 1 + share].some((factor) => isNear(stated.value * factor, quantity.value));
  });
}

function isToldOnce(stated: Quantity, { quantities }: SourceIndex): boolean {
  return quantities.every((told) => told.offsets.length === 1 || !agrees(stated, told));
}

/** Whether the source has a number, but always with another noun behind it. */
function countsOther(stated: Quantity, noun: string, source: SourceIndex): boolean {
  const places = source.quantities.flatMap((told) => (agrees(stated, told) ? told.offsets : []));
  return (
    places.length > 0 &&
    places.every((place) => {
      const tokens = tokensOf(source, sentenceAt(source, place));
      const next = tokens[tokens.findIndex(({ start }) => start === place) + 1];
      return (
        next !== undefined && !next.light && !next.boundary && next.quantity === null && next.key !== noun
      );
    })
  );
}

/** The numbers behind a name in apposition: "Dan Pryce, 44, and". */
function agesOf(tokens: readonly Token[], name: string): Token[] {
  return tokens.filter(
    (token, at) =>
      token.quantity?.kind === 'number' &&
      token.boundary &&
      tokens[at - 1]?.key === name &&
      (tokens[at + 1]?.boundary ?? true),
  );
}

/** Whether a value is the one that another replaces: "£18, not £80". */
function isReplaced(tokens: readonly Token[], token: Token): boolean {
  const at = tokens.indexOf(token);
  const [first, before] = [tokens[at - 2], tokens[at - 1]];
  if (before === undefined) return false;
  const isDenied = before.boundary && before.critical === 'negation';
  return (
    isDenied ||
    /^(?:statt|rather than|instead of)$/.test(`${first?.lower} ${before.lower}`) ||
    before.lower === 'statt'
  );
}

function slotOf(token: Token, { alignment }: Placed): Slot | undefined {
  return slotsOf(alignment).find(({ claim }) => claim.includes(token));
}

/** Finds the currency of a passage that the paired amount leaves out: "95 million dollars, of which 31 million". */
function currencyRival({ currency }: Quantity, paired: Token, { alignment }: Placed): Token | undefined {
  if (currency === undefined || paired.quantity?.currency !== undefined) return undefined;
  const amounts = alignment.source.filter(({ quantity }) => quantity?.currency !== undefined);
  const isForeign = amounts.every(({ quantity }) => currenciesConflict(currency, quantity?.currency));
  return isForeign ? amounts[0] : undefined;
}

/** Finds the weekday of the passage where the source never names the stated one. */
function weekdayRival({ token, source }: Place, part: Placed): Token | undefined {
  const weekday = token.quantity?.date?.weekday;
  if (weekday === undefined || coverageBeside(token, part) < WEEKDAY_FROM) return undefined;
  if (source.quantities.some(({ date }) => date?.weekday === weekday)) return undefined;
  return part.alignment.source.find(({ quantity }) => quantity?.date?.weekday !== undefined);
}

/** Finds the same number with another unit in the passage: "eight months" where it says "eight weeks". */
function unitRival({ coverage, alignment }: Placed, { value, measure }: Quantity): Rival | undefined {
  if (measure === undefined || value < 2 || coverage < RENAMED_FROM) return undefined;
  const token = alignment.source.find(
    ({ quantity }) =>
      quantity?.value === value &&
      quantity.measure?.dimension === measure.dimension &&
      quantity.measure.unit !== measure.unit,
  );
  return token && { token, kind: 'unit', isMagnitude: false };
}

/** These words behind a value say that it is a difference: "eleven months later". */
const DIFFERENCE: ReadonlySet<string> = new Set(
  'more fewer less higher lower longer shorter later earlier older younger cheaper mehr weniger höher niedriger länger kürzer später früher plus moins más menos después antes 長 短 高 低 差'.split(
    ' ',
  ),
);

/** Whether a value is only a difference, or a number in apposition beside a stated amount with a unit: "Bell, 58, said". */
function isOther(stated: Quantity, tokens: readonly Token[], at: number): boolean {
  const [told, next] = [tokens[at], tokens[at + 1]];
  if (told?.quantity?.kind === 'date' || next === undefined) return false;
  const isApposed = told?.boundary && next.boundary && told.quantity?.measure === undefined;
  return DIFFERENCE.has(next.lower) || (stated.measure !== undefined && isApposed === true);
}

function rivalAmong(tokens: readonly Token[], stated: Quantity, isDifference = true): Rival | undefined {
  const token = tokens.find(
    ({ quantity }, at) =>
      quantity !== null && isRival(stated, quantity) && (isDifference || !isOther(stated, tokens, at)),
  );
  if (token === undefined || token.quantity === null) return undefined;
  return {
    token,
    kind: kindOf(stated, token.quantity),
    isMagnitude: stated.value >= LEAST_MAGNITUDE && conflict(stated, token.quantity) === 'magnitude',
  };
}

/** Whether a number in the same place contradicts the stated one by its value or its unit. */
function isRival(stated: Quantity, told: Quantity): boolean {
  // "−11" in a table may become "a loss of 11".
  const size = { ...stated, value: Math.abs(stated.value) };
  if (agrees(stated, told) || agrees(size, told)) return false;
  if ((stated.kind === 'ordinal') !== (told.kind === 'ordinal')) return false;
  if (
    told.weak &&
    (!haveSameUnit(stated, told) || (stated.measure === undefined) !== (told.measure === undefined))
  )
    return false;
  if (stated.kind !== told.kind && (stated.kind === 'date' || told.kind === 'date')) return false;
  // "35 years" and the year 1987 are no values of one thing.
  if ((stated.measure === undefined) !== (told.measure === undefined) && (isYear(stated) || isYear(told)))
    return false;
  if (isComparable(stated, told))
    return stated.kind === 'date' || stated.weak === told.weak || stated.value === told.value || !stated.weak;
  return stated.value === told.value;
}

function kindOf(stated: Quantity, told: Quantity): FlagKind {
  if (stated.kind === 'date') return 'date';
  const found = conflict(stated, told);
  if (found === 'unit' || found === 'currency') return found;
  return 'number';
}
