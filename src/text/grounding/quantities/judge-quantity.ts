import { type Placed, tokensOf } from '#text/grounding/alignment/align.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import type { FlagKind, Span } from '#text/grounding/flag.ts';
import { type Quantity } from '#text/grounding/quantities.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { isAbsent } from './absent-dates.ts';
import { findChanceStep, leadsFrom } from './chance-steps.ts';
import { findStep, isSameSort } from './explains.ts';
import { findMisread, findRenamed, type Renamed } from './renamed.ts';
import {
  coverageBeside,
  findBeside,
  findCutOff,
  findExchanged,
  findExchangedOwner,
  findOwnedRival,
  isShareOf,
  type Place,
  type Rival,
  rivalInPlace,
} from './rivals.ts';
import { ANNOUNCED, DENIED, findToldStep, type Step, type Surroundings } from './steps.ts';
import { countedBy, findPaired, findTold, placeOf, sharesOwner } from './told.ts';

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

// From these shares of matching content on, a number counts as a replacement of the number in the same place.
const SAME_PLACE = 0.5;
const SWAPPED_FROM = 0.55;
// A number that follows from others by arithmetic is only doubted in a claim that is otherwise a copy.
const COPIED_FROM = 0.65;
// In a claim that says more than this in the words of its passage, another value is a mistake rather than a result.
const WORKED_OUT_BELOW = 0.75;

/** Judges a quantity of a claim; undefined for a token that states none. */
export function judgeQuantity(place: Place): QuantityJudgement | undefined {
  const { token, parts } = place;
  const stated = token.quantity;
  if (stated === null) return undefined;
  const kind = stated.kind === 'date' ? 'date' : 'number';
  const part = parts.find(({ alignment }) => alignment.claim.includes(token));
  // Of a very long sentence, only the beginning is compared with the source.
  if (part === undefined && parts.length > 0) return { verdict: 'unsure', sources: [], kind };
  const differentFrom = (rival: Rival): QuantityJudgement => ({
    verdict: 'different',
    sources: [spanOf(rival.token)],
    kind: rival.kind,
  });
  const paired = part && findPaired(place, part);
  const owned =
    part &&
    (findOwnedRival(place, part, paired) ??
      (paired === undefined ? undefined : findExchangedOwner(place, part)));
  const coverage = part === undefined ? 0 : coverageBeside(token, part);
  let gathered: Surroundings | undefined;
  const where = (): Surroundings => {
    gathered ??= surroundingsOf(place);
    return gathered;
  };
  const isResult = ({ token: { quantity, start, end } }: Rival): boolean =>
    quantity !== null &&
    (stated.kind === 'date' || coverage < WORKED_OUT_BELOW) &&
    leadsFrom({ ...quantity, start, end }, stated, where());
  if (owned !== undefined && !isShareOf(owned, place) && !isResult(owned)) return differentFrom(owned);
  const differentBy = (renamed: Renamed): QuantityJudgement => ({
    verdict: 'different',
    sources: [spanOf(renamed.span)],
    kind: renamed.kind,
  });
  const renamed = findRenamed(place);
  if (renamed !== undefined) return differentBy(renamed);
  const cutOff = part && findCutOff(token, part, parts);
  if (cutOff !== undefined) return differentFrom(cutOff);
  if (paired !== undefined) return { verdict: 'found', sources: [spanOf(paired)], kind };
  const exchanged = part && findExchanged(place, part, () => sumUp(stated, part, place.source));
  if (exchanged !== undefined) return differentFrom(exchanged);
  const told = findTold(stated, place);
  const inPlace =
    part && coverage >= (told ? SWAPPED_FROM : SAME_PLACE) ? rivalInPlace(token, part) : undefined;
  const isWorkedOut = (other: Rival): boolean =>
    ((told === undefined || stated.kind === 'date') && isResult(other)) || isBeyondLimit(stated, place);
  const rival = inPlace && isShareOf(inPlace, place) ? undefined : inPlace;
  const step =
    told === undefined || rival !== undefined ? findStepTo(stated, { ...place, part, where }) : undefined;
  if (step?.certainty === 'sure') return { verdict: 'follows', sources: step.sources.map(spanOf), kind };
  if (
    rival !== undefined &&
    (rival.isMagnitude || isUnexplained(step, told !== undefined || coverage >= COPIED_FROM))
  )
    return !rival.isMagnitude && isWorkedOut(rival)
      ? { verdict: 'unsure', sources: [], kind }
      : differentFrom(rival);
  const beside = part && step?.certainty === 'chance' ? findBeside(token, part) : undefined;
  if (beside !== undefined && !isWorkedOut(beside)) return differentFrom(beside);
  if (told !== undefined)
    return { verdict: sharesOwner(told, place) ? 'found' : 'unsure', sources: [spanOf(told)], kind };
  const misread = step === undefined || step.certainty === 'chance' ? findMisread(place) : undefined;
  if (misread !== undefined) return differentBy(misread);
  const isVague = stated.weak ? !isAbsent(stated, place.source) : isRounded(stated);
  const isSupposed = stated.kind !== 'date' && (isExample(place) || isBeyondLimit(stated, place));
  if (step !== undefined || isVague || isNotYet(place) || isSupposed)
    return { verdict: 'unsure', sources: step?.sources.map(spanOf) ?? [], kind };
  return { verdict: 'missing', sources: [], kind };
}

/** Whether a value is hedged and round, so that it is mostly worked out from others: "nearly 200". */
function isRounded({ approximate, value, digits, measure }: Quantity): boolean {
  // One day or year is mostly a rate: 1日2回.
  if (value === 1 && measure?.dimension === 'time') return true;
  return approximate !== undefined && (digits === 1 || value % 10 === 0);
}

const YET = /^(?:yet|even|noch|encore|même|aún|todavía|ni)$/;
const LONGEST_DENIAL = 5;

/** Whether a claim only denies that a value is reached: "not yet forty". */
function isNotYet({ token, claim }: Place): boolean {
  const at = claim.indexOf(token);
  const before = claim.slice(Math.max(0, at - LONGEST_DENIAL), at);
  return (
    before.some(({ critical }) => critical === 'negation') && before.some(({ lower }) => YET.test(lower))
  );
}

const SUPPOSED =
  /(?<!\p{L})(?:would|could|if|suppose|imagine|würden?|könnten?|wenn|falls|bekäme|si|serait|seraient|pourrai(?:t|ent)|sería|serían|podrían?)(?!\p{L})|如果|假如|的话|(?:たら|れば|なら)[、,]/iu;

/** Whether a value is an example of the claim's own: "with five years, they would get 17 days". */
function isExample(place: Place): boolean {
  return SUPPOSED.test(textOf(place.claim)) && !SUPPOSED.test(passageOf(place));
}

/** Whether a claim denies something of a value beyond a limit that the passage sets: "with 20 you get none". */
function isBeyondLimit(stated: Quantity, { claim, parts }: Place): boolean {
  if (!DENIED.test(textOf(claim))) return false;
  return parts.some(({ alignment }) =>
    alignment.source.some(
      ({ quantity }) =>
        quantity?.approximate === 'under' &&
        isSameSort(stated, quantity) &&
        quantity.measure?.dimension === stated.measure?.dimension &&
        stated.value > quantity.value,
    ),
  );
}

/** Whether no step leads to a value, or only one that may be chance in a claim that is otherwise a copy. */
function isUnexplained(step: Step | undefined, isCopy: boolean): boolean {
  return step === undefined || (step.certainty === 'chance' && isCopy);
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

// Among more values than this, some two give nearly any number.
const MOST_VALUES = 24;

type From = Place & { part: Placed | undefined; where: () => Surroundings };

function findStepTo(value: Quantity, { token, claim, source, part, where }: From): Step | undefined {
  const stated = { ...value, ...countedBy(claim, claim.indexOf(token)) };
  const summed = part && sumUp(stated, part, source);
  if (summed !== undefined) return { sources: summed, certainty: 'sure' };
  return findToldStep(stated, where()) ?? findChanceStep(stated, where());
}

function surroundingsOf(place: Place): Surroundings {
  const { token, claim, parts, source } = place;
  const text = textOf(claim);
  const isAnnounced = ANNOUNCED.test(text);
  return {
    claim: text,
    others: claim.flatMap((other) => (other === token ? [] : (other.quantity ?? []))),
    near: sentencesAround(parts)
      .flatMap((sentence) => amountsOf(tokensOf(source, sentence), source, isAnnounced))
      .slice(0, MOST_VALUES),
    passage: passageOf(place),
    some: source.quantities.slice(0, MOST_VALUES).map((told) => {
      const { tokens, at } = placeOf(told.start, source);
      return { ...told, ...countedBy(tokens, at) };
    }),
    all: source.quantities,
    text: source.text,
  };
}

function sentencesAround(parts: readonly Placed[]): number[] {
  const around = parts.flatMap(({ sentence }) => [sentence - 1, sentence, sentence + 1]);
  return [...new Set(around)].toSorted((a, b) => a - b);
}

/** The sentences that a claim is compared with, and those beside them. */
function passageOf({ parts, source }: Place): string {
  return sentencesAround(parts)
    .map((sentence) => source.sentences[sentence]?.text ?? '')
    .join(' ');
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
