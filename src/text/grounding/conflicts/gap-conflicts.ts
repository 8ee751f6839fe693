import type { Pair, Slot } from '#text/grounding/alignment/align.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import { type Aligned, type Flag, makeFlag } from '#text/grounding/flag.ts';
import { agrees, isComparable } from '#text/grounding/quantities.ts';

const JOINER = /^(?:and|but|while|und|aber|während|et|mais|tandis|y|e|pero|mientras|和|而|与|と)$/u;
// A second value of the same thing: "3 percent in May and a further 2 percent in June".
const SAME_OWNER =
  /^(?:then|later|now|further|another|additional|about|only|again|dann|später|weitere[nrs]?|noch|wieder|puis|ensuite|encore|autres?|luego|después|otr[oa]s?|再|又|后)$/u;

/**
 * Flags a value that the claim moves to another owner by leaving out what stands between: "Revenue fell 12 percent"
 * for "Revenue fell 3 percent and profit 12 percent".
 */
export function gapConflicts({ part, slots }: Aligned): Flag[] {
  const { claim, pairs } = part.alignment;
  if (pairs.length < claim.length) return [];
  return slots.flatMap((slot) => {
    if (slot.before === null || slot.after === null) return [];
    const stated = firstValue(claim.slice(slot.after.claim));
    const told = firstValue(slot.source);
    if (!stated?.quantity || !told?.quantity || !isRun(slot, slot.after, pairs)) return [];
    if (!isComparable(stated.quantity, told.quantity) || agrees(stated.quantity, told.quantity)) return [];
    if (!namesOwner(slot.source.slice(slot.source.indexOf(told) + 1))) return [];
    const kind = stated.quantity.kind === 'date' ? 'date' : 'number';
    return makeFlag({ kind, reason: 'elsewhere', claim: [stated], source: [told] });
  });
}

/** Finds the value that stands first, after function words only. */
function firstValue(tokens: readonly Token[]): Token | undefined {
  const first = tokens.find(({ light, quantity }) => !light || quantity !== null);
  return first?.quantity ? first : undefined;
}

/** Whether the claim has nothing else left out before this slot, so that its words before are those of the owner. */
function isRun({ before }: Slot, after: Pair, pairs: readonly Pair[]): boolean {
  return pairs.every((pair, at) => {
    const next = pairs[at + 1];
    return next === undefined || next === after || pair === before || next.source === pair.source + 1;
  });
}

/** Whether a new clause with a noun of its own begins: "…, the tower in", "and profit". */
function namesOwner(tokens: readonly Token[]): boolean {
  const joint = tokens.findLastIndex(({ boundary, lower }) => boundary || JOINER.test(lower));
  if (joint < 0) return false;
  const owner = tokens
    .slice(joint)
    .filter(({ lower, light, quantity }) => !light && quantity === null && !JOINER.test(lower));
  return owner.length > 0 && !owner.some(({ lower }) => SAME_OWNER.test(lower));
}
