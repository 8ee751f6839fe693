import { type Placed, type Slot, slotsOf, tokensOf } from '#text/grounding/alignment/align.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import type { FlagKind, Span } from '#text/grounding/flag.ts';
import { agrees, conflict, isComparable, type Quantity } from '#text/grounding/quantities.ts';
import { type SourceIndex, sentenceAt } from '#text/grounding/source-index.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { findStep, haveSameUnit } from './explains.ts';
import { ANNOUNCED, findAnyStep, type Step } from './steps.ts';
import { currenciesConflict } from './units.ts';

/**
 * What the source says about a stated quantity. It is `found` with the same owner, `follows` from other values in one
 * step, is `different` from the value in its place, or is `missing`. It is `unsure` if such a step may be chance, or if
 * the value only stands where the source speaks of something else.
 */
export type QuantityJudgement = {
  verdict: 'found' | 'follows' | 'different' | 'missing' | 'unsure';
  /** The place of the value, of the values that it follows from, or of the rival value. */
  sources: Span[];
  /** The kind of flag that a different or missing value makes. */
  kind: FlagKind;
};

type Place = { token: Token; claim: readonly Token[]; parts: readonly Placed[]; source: SourceIndex };

// From these shares of matching content on, a number counts as a replacement of the number in the same place.
const SAME_PLACE = 0.5;
const SWAPPED_FROM = 0.55;
// A number that follows from others by arithmetic is only doubted in a claim that is otherwise a copy.
const COPIED_FROM = 0.65;
// The same number with another unit hardly stands in the passage by chance.
const RENAMED_FROM = 0.3;

/** Judges a quantity of a claim; undefined for a token that states none. */
export function judgeQuantity(place: Place): QuantityJudgement | undefined {
  const { token, parts } = place;
  const stated = token.quantity;
  if (stated === null) return undefined;
  const kind = stated.kind === 'date' ? 'date' : 'number';
  const part = parts.find(({ alignment }) => alignment.claim.includes(token));
  // Of a very long sentence, only the beginning is compared with the source.
  if (part === undefined && parts.length > 0) return { verdict: 'unsure', sources: [], kind };
  const paired = part && pairedWith(token, part);
  const owned = part && ownerRivalIn(place, part, paired);
  if (owned !== undefined) return { verdict: 'different', sources: [spanOf(owned)], kind };
  const foreign = part && paired && currencyRivalIn(stated, paired, part);
  if (foreign !== undefined) return { verdict: 'different', sources: [spanOf(foreign)], kind: 'currency' };
  if (paired !== undefined) return { verdict: 'found', sources: [spanOf(paired)], kind };
  const exchanged = part && exchangedIn(token, part, place.source);
  if (exchanged !== undefined)
    return {
      verdict: 'different',
      sources: [spanOf(exchanged.token)],
      kind: kindOf(stated, exchanged.quantity),
    };
  const weekday = part && weekdayRivalIn(place, part);
  if (weekday !== undefined) return { verdict: 'different', sources: [spanOf(weekday)], kind };
  const renamed = part && unitRivalIn(part, stated);
  if (renamed !== undefined) return { verdict: 'different', sources: [spanOf(renamed)], kind: 'unit' };
  const told = findTold(stated, place);
  const step = findStepTo(stated, place, part);
  if (step?.certainty === 'sure') return { verdict: 'follows', sources: step.sources.map(spanOf), kind };
  const beside = part && step?.certainty === 'chance' ? besideRival(token, part) : undefined;
  if (beside !== undefined)
    return { verdict: 'different', sources: [spanOf(beside.token)], kind: kindOf(stated, beside.quantity) };
  const least = told ? SWAPPED_FROM : step ? COPIED_FROM : SAME_PLACE;
  if (part !== undefined && step?.certainty !== 'likely' && coverageBeside(token, part) >= least) {
    const rival = rivalIn(slotOf(token, part), stated);
    if (rival !== undefined)
      return { verdict: 'different', sources: [spanOf(rival.token)], kind: kindOf(stated, rival.quantity) };
  }
  if (told !== undefined)
    return { verdict: sharesOwner(told, place) ? 'found' : 'unsure', sources: [spanOf(told)], kind };
  if (step !== undefined || stated.weak)
    return { verdict: 'unsure', sources: step?.sources.map(spanOf) ?? [], kind };
  return { verdict: 'missing', sources: [], kind };
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/** The share of the other content of a part that its passage has in the same order. */
function coverageBeside(token: Token, { alignment: { claim, pairs } }: Placed): number {
  const isContent = (other: Token | undefined): boolean =>
    other !== undefined && other !== token && !other.light;
  const whole = claim.filter(isContent).length;
  return whole === 0 ? 0 : pairs.filter((pair) => isContent(claim[pair.claim])).length / whole;
}

/** Finds the number that alone stands in the place of this one in a claim that is otherwise a copy. */
function exchangedIn(token: Token, part: Placed, source: SourceIndex): Rival | undefined {
  const slot = slotOf(token, part);
  const stated = token.quantity;
  if (slot?.claim.length !== 1 || slot.source.length !== 1 || stated === null) return undefined;
  const { claim, pairs } = part.alignment;
  const paired = new Set(pairs.map((pair) => claim[pair.claim]));
  const isCopy = claim.every(
    (other) => other === token || paired.has(other) || (other.light && !other.critical),
  );
  if (!isCopy || stated.approximate !== undefined || countsAlike(sumUp(stated, part, source)))
    return undefined;
  const rival = rivalIn(slot, stated.value < 0 ? { ...stated, value: -stated.value } : stated);
  return rival?.quantity.kind === stated.kind && rival.quantity.approximate === undefined ? rival : undefined;
}

/** Whether all values count the same: "3 shops in Oslo and 4 shops in Bergen". */
function countsAlike(values: readonly Quantity[] = []): boolean {
  const [first] = values;
  return first?.counted !== undefined && values.every(({ counted }) => counted === first.counted);
}

/** Finds the value that the passage has directly behind the words that stand before the stated one. */
function besideRival(token: Token, { alignment: { claim, source, pairs } }: Placed): Rival | undefined {
  const at = claim.indexOf(token);
  const last = pairs.find((pair) => pair.claim === at - 1);
  const isPaired = pairs.some((pair) => pair.claim === at - 2 && pair.source === (last?.source ?? 0) - 1);
  const told = last && source[last.source + 1];
  if (!isPaired || claim.slice(at - 2, at).every(({ light }) => light) || !told || !token.quantity)
    return undefined;
  const rival = rivalIn({ source: [told] }, token.quantity);
  return rival?.quantity.kind === token.quantity.kind ? rival : undefined;
}

/**
 * Finds the value that the passage has of the owner that the claim names, where the stated value belongs to another
 * one: a person's age, the number of a thing, or a value that the passage denies.
 */
function ownerRivalIn(place: Place, part: Placed, paired: Token | undefined): Token | undefined {
  const { token, claim, source } = place;
  const { quantity } = token;
  if (quantity === null || (quantity.kind !== 'number' && quantity.kind !== 'money')) return undefined;
  const told = part.alignment.source;
  const at = claim.indexOf(token);
  const agreeing = source.quantities.filter((other) => agrees(quantity, other));
  const isRivalOf = (other: Token | undefined): other is Token =>
    other !== undefined && other.quantity?.kind === quantity.kind && isRival(quantity, other.quantity);
  const denied = paired !== undefined && isReplaced(told, paired) && !isReplaced(claim, token);
  if (denied && agreeing.every(({ offsets }) => offsets.length === 1))
    return told.find((other) => isRivalOf(other) && !isReplaced(told, other));
  if (quantity.measure !== undefined || quantity.kind !== 'number') return undefined;
  const [before, behind] = [claim[at - 1], claim[at + 1]];
  if (before?.capital && !before.light && token.boundary && (behind === undefined || behind.boundary)) {
    const aged = ages(told, before.key);
    return aged.some((other) => other.quantity !== null && agrees(quantity, other.quantity))
      ? undefined
      : aged.find(isRivalOf);
  }
  if (behind === undefined || behind.light || behind.boundary || behind.quantity || token.quantity?.weak)
    return undefined;
  const counts = (tokens: readonly Token[]): Token[] =>
    tokens.filter((other, index) => other.quantity !== null && tokens[index + 1]?.key === behind.key);
  const isCounted = agreeing.some(({ offsets }) =>
    offsets.some((offset) => {
      const tokens = tokensOf(source, sentenceAt(source, offset));
      const next = tokens[tokens.findIndex(({ start }) => start === offset) + 1];
      return (
        next === undefined || next.light || next.boundary || next.quantity !== null || next.key === behind.key
      );
    }),
  );
  return agreeing.length === 0 || isCounted ? undefined : counts(told).find(isRivalOf);
}

/** The numbers behind a name in apposition: "Dan Pryce, 44, and". */
function ages(tokens: readonly Token[], name: string): Token[] {
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

function pairedWith(token: Token, { alignment: { claim, source, pairs } }: Placed): Token | undefined {
  return source[pairs.find((pair) => claim[pair.claim] === token)?.source ?? -1];
}

function slotOf(token: Token, { alignment }: Placed): Slot | undefined {
  return slotsOf(alignment).find(({ claim }) => claim.includes(token));
}

/** Finds the same value in the source, preferably in the passage of the claim. */
function findTold(stated: Quantity, { parts, source }: Place): Span | undefined {
  // "−6.2 %" in a table may become "fell 6.2 percent".
  const size = stated.value < 0 ? { ...stated, value: -stated.value } : stated;
  const isSame = (told: Quantity | null): boolean =>
    told !== null && (agrees(stated, told) || agrees(size, told));
  for (const { alignment } of parts) {
    const near = alignment.source.find(({ quantity }) => isSame(quantity));
    if (near !== undefined) return near;
  }
  return source.quantities.find(isSame);
}

/** Whether the source, where it has the value, speaks of anything that the claim names. */
function sharesOwner(told: Span, { claim, source }: Place): boolean {
  const keys = new Set(claim.flatMap(({ key, light, quantity }) => (light || quantity ? [] : [key])));
  const sentence = sentenceAt(source, told.start);
  return (
    keys.size === 0 ||
    [sentence, sentence - 1, sentence + 1].some((at) =>
      tokensOf(source, at).some(({ key, light }) => !light && keys.has(key)),
    )
  );
}

// Among more values than this, some two give nearly any number.
const MOST_VALUES = 24;

function findStepTo(value: Quantity, place: Place, part: Placed | undefined): Step | undefined {
  const { token, claim, parts, source } = place;
  const stated = { ...value, ...countedBy(claim, claim.indexOf(token)) };
  const summed = part && sumUp(stated, part, source);
  if (summed !== undefined) return { sources: summed, certainty: 'sure' };
  const around = [...new Set(parts.flatMap(({ sentence }) => [sentence - 1, sentence, sentence + 1]))];
  return findAnyStep(stated, {
    claim: textOf(claim),
    others: claim.flatMap((other) => (other === token ? [] : (other.quantity ?? []))),
    near: around
      .toSorted((a, b) => a - b)
      .flatMap((sentence) => amountsOf(tokensOf(source, sentence), source, ANNOUNCED.test(textOf(claim))))
      .slice(0, MOST_VALUES),
    passage: around.map((sentence) => source.sentences[sentence]?.text ?? '').join(' '),
    some: source.quantities.slice(0, MOST_VALUES).map((told) => {
      const tokens = tokensOf(source, sentenceAt(source, told.start));
      return {
        ...told,
        ...countedBy(
          tokens,
          tokens.findIndex(({ start }) => start === told.start),
        ),
      };
    }),
    all: source.quantities,
    text: source.text,
  });
}

/** The noun directly behind a number, by its stem. */
function countedBy(tokens: readonly Token[], at: number): Pick<Quantity, 'counted'> {
  const next = at < 0 ? undefined : tokens[at + 1];
  return next === undefined || next.boundary || next.light || next.quantity ? {} : { counted: next.key };
}

/** The quantities of a sentence at their places in the whole text, mostly without scores such as 2-0. */
function amountsOf(tokens: readonly Token[], { text }: SourceIndex, withScores = false): Quantity[] {
  return tokens.flatMap(({ quantity, start, end }, at) => {
    const isScore =
      /^[-–:]\d/.test(text.slice(end, end + 2)) || /\d[-–:]$/.test(text.slice(Math.max(0, start - 2), start));
    return quantity === null || (isScore && !withScores)
      ? []
      : [{ ...quantity, start, end, ...countedBy(tokens, at) }];
  });
}

/** Finds numbers of the passage that the claim leaves out and that add up: "7" for "3 in Oslo and 4 in Bergen". */
function sumUp(stated: Quantity, { alignment }: Placed, source: SourceIndex): Quantity[] | undefined {
  const told = amountsOf(alignment.source, source);
  const given = alignment.pairs.some((pair) => alignment.source[pair.source]?.quantity?.kind === stated.kind);
  return given || told.length < 2 ? undefined : findStep(stated, told);
}

function textOf(claim: readonly Token[]): string {
  const unspaced = claim.some(({ lower }) => isUnspaced(lower));
  return claim.map(({ lower }) => lower).join(unspaced ? '' : ' ');
}

/** Finds the currency of a passage that the paired amount leaves out: "95 million dollars, of which 31 million". */
function currencyRivalIn({ currency }: Quantity, paired: Token, { alignment }: Placed): Token | undefined {
  if (currency === undefined || paired.quantity?.currency !== undefined) return undefined;
  const amounts = alignment.source.filter(({ quantity }) => quantity?.currency !== undefined);
  const isForeign = amounts.every(({ quantity }) => currenciesConflict(currency, quantity?.currency));
  return isForeign ? amounts[0] : undefined;
}

/** Finds the weekday of the passage where the source never names the stated one. */
function weekdayRivalIn({ token, source }: Place, part: Placed): Token | undefined {
  const weekday = token.quantity?.date?.weekday;
  if (weekday === undefined || coverageBeside(token, part) < SAME_PLACE) return undefined;
  if (source.quantities.some(({ date }) => date?.weekday === weekday)) return undefined;
  return part.alignment.source.find(({ quantity }) => quantity?.date?.weekday !== undefined);
}

/** Finds the same number with another unit in the passage: "eight months" where it says "eight weeks". */
function unitRivalIn({ coverage, alignment }: Placed, { value, measure }: Quantity): Token | undefined {
  if (measure === undefined || value < 2 || coverage < RENAMED_FROM) return undefined;
  return alignment.source.find(
    ({ quantity }) =>
      quantity?.value === value &&
      quantity.measure?.dimension === measure.dimension &&
      quantity.measure.unit !== measure.unit,
  );
}

type Rival = { token: Token; quantity: Quantity };

function rivalIn(slot: Pick<Slot, 'source'> | undefined, stated: Quantity): Rival | undefined {
  for (const token of slot?.source ?? []) {
    const { quantity } = token;
    if (quantity !== null && isRival(stated, quantity)) return { token, quantity };
  }
  return undefined;
}

/** Whether a number in the same place contradicts the stated one by its value or its unit. */
function isRival(stated: Quantity, told: Quantity): boolean {
  if (agrees(stated, told) || (stated.kind === 'ordinal') !== (told.kind === 'ordinal')) return false;
  if (told.weak && !haveSameUnit(stated, told)) return false;
  if (stated.kind !== told.kind && (stated.kind === 'date' || told.kind === 'date')) return false;
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
