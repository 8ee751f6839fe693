import { type Placed, tokensOf } from '#text/grounding/alignment/align.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import type { Span } from '#text/grounding/flag.ts';
import { agrees, type Quantity } from '#text/grounding/quantities.ts';
import { type SourceIndex, sentenceAt } from '#text/grounding/source-index.ts';
import { mayBeInYear } from './absent-dates.ts';
import type { Place } from './rivals.ts';

/** Finds the token of the passage that was aligned with a stated value and says the same. */
export function findPaired({ token, claim, source: index }: Place, part: Placed): Token | undefined {
  const { pairs, source, claim: words } = part.alignment;
  const paired = source[pairs.find((pair) => words[pair.claim] === token)?.source ?? -1];
  const { quantity: stated } = token;
  if (!paired?.quantity || stated === null) return paired;
  const told = { ...paired.quantity, start: paired.start, end: paired.end };
  return isOtherThing(stated, told, nounBehind(token, claim, index), index) ? undefined : paired;
}

/** Finds the same value in the source, preferably in the passage of the claim. */
export function findTold(stated: Quantity, { token, claim, parts, source }: Place): Span | undefined {
  // "−6.2 %" in a table may become "fell 6.2 percent".
  const size = stated.value < 0 ? { ...stated, value: -stated.value } : stated;
  const counted = nounBehind(token, claim, source);
  const isSame = (told: Quantity): boolean =>
    (agrees(stated, told) || agrees(size, told)) && !isOtherThing(stated, told, counted, source);
  for (const { alignment } of parts) {
    const near = alignment.source.find(
      ({ quantity, start, end }) => quantity !== null && isSame({ ...quantity, start, end }),
    );
    if (near !== undefined) return near;
  }
  return source.quantities.find(isSame);
}

/** Whether an equal value is that of another thing: 420 people and 420 megawatts, June 2023 and a June of 2025. */
function isOtherThing(
  stated: Quantity,
  told: Quantity,
  counted: string | undefined,
  source: SourceIndex,
): boolean {
  if (stated.kind === 'number' && stated.measure === undefined && counted !== undefined)
    return told.measure !== undefined;
  if (stated.currency !== undefined) return isSmallCount(told, source);
  return !mayBeInYear(stated, told, source);
}

/** The noun that a number counts. In German a lower-case word behind it is a verb: "soll 5 kosten". */
function nounBehind(token: Token, claim: readonly Token[], { language }: SourceIndex): string | undefined {
  const at = claim.indexOf(token);
  return language === 'de' && !claim[at + 1]?.capital ? undefined : countedBy(claim, at).counted;
}

// From this size on, a number that counts nothing else may be money whose currency is left out.
const LEAST_BARE_AMOUNT = 1000;

/** Whether a bare number counts the noun behind it: "19 companies" are no 19 euros. */
function isSmallCount({ kind, measure, value, start }: Quantity, source: SourceIndex): boolean {
  if (kind !== 'number' || measure !== undefined || value >= LEAST_BARE_AMOUNT) return false;
  const { tokens, at } = placeOf(start, source);
  return countedBy(tokens, at).counted !== undefined;
}

/** Whether the source, where it has the value, speaks of anything that the claim names. */
export function sharesOwner(told: Span, { claim, source }: Place): boolean {
  const keys = new Set(claim.flatMap(({ key, light, quantity }) => (light || quantity ? [] : [key])));
  const sentence = sentenceAt(source, told.start);
  return (
    keys.size === 0 ||
    [sentence, sentence - 1, sentence + 1].some((at) =>
      tokensOf(source, at).some(({ key, light }) => !light && keys.has(key)),
    )
  );
}

/** Finds the value that starts at a place of the source, in the sentence that has it. */
export function placeOf(start: number, source: SourceIndex): { tokens: readonly Token[]; at: number } {
  const tokens = tokensOf(source, sentenceAt(source, start));
  return { tokens, at: tokens.findIndex((token) => token.start === start) };
}

/** The noun directly behind a number, by its stem. */
export function countedBy(tokens: readonly Token[], at: number): Pick<Quantity, 'counted'> {
  const next = at < 0 ? undefined : tokens[at + 1];
  return next === undefined || next.boundary || next.light || next.quantity ? {} : { counted: next.key };
}
