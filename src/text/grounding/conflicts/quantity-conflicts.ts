import type { Slot } from '#text/grounding/alignment/align.ts';
import type { Placed } from '#text/grounding/alignment/place-claim.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import type { Flag, FlagKind } from '#text/grounding/flag.ts';
import { explains, explainsAnywhere } from '#text/grounding/quantities/explains.ts';
import { agrees, conflict, isComparable, type Quantity } from '#text/grounding/quantities.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { type Aligned, makeFlag } from './conflict.ts';

// From these shares of matching content on, a number in the same place of the passage is meant.
const SAME_PLACE = 0.5;
const SWAPPED_FROM = 0.55;
// A number that follows from others by arithmetic is doubted only in what is otherwise a copy.
const COPIED_FROM = 0.65;

/** Numbers, units, currencies and dates that the passage states otherwise, or that the source does not have. */
export function quantityConflicts({ part, slots, source }: Aligned): Flag[] {
  return slots.flatMap((slot) =>
    slot.claim.flatMap((token) => (token.quantity === null ? [] : check(token, token.quantity, slot))),
  );

  function check(token: Token, stated: Quantity, slot: Slot): Flag[] {
    // "−6.2 %" in a table stands for "fell 6.2 percent".
    const size = stated.value < 0 ? { ...stated, value: -stated.value } : stated;
    const stands = source.quantities.some((told) => agrees(stated, told) || agrees(size, told));
    const follows =
      !stands &&
      (explains(stated, source.quantities) || explainsAnywhere(stated, source.quantities, textOf(part)));
    if (follows && sumsUp(stated, part)) return [];
    if (part.coverage >= (follows ? COPIED_FROM : stands ? SWAPPED_FROM : SAME_PLACE)) {
      const told = slot.source.find(({ quantity }) => quantity !== null && isRival(stated, quantity));
      if (told?.quantity) {
        const kind = kindOf(stated, told.quantity);
        return makeFlag({ kind, reason: 'elsewhere', claim: [token], source: [told] });
      }
    }
    if (stands || follows || stated.weak) return [];
    return makeFlag({ kind: stated.kind === 'date' ? 'date' : 'number', reason: 'missing', claim: [token] });
  }
}

/** Whether it follows from numbers of the passage that the claim gives none of: "7" for "3 in Oslo and 4 in Bergen". */
function sumsUp(stated: Quantity, { alignment: { source, pairs } }: Placed): boolean {
  const told = source.flatMap(({ quantity }) => (quantity === null ? [] : [quantity]));
  const given = pairs.some((pair) => source[pair.source]?.quantity?.kind === stated.kind);
  return !given && told.length > 1 && explains(stated, told);
}

function textOf({ alignment: { claim } }: Placed): string {
  const unspaced = claim.some(({ lower }) => isUnspaced(lower));
  return claim.map(({ lower }) => lower).join(unspaced ? '' : ' ');
}

/** A number that stands in the same place and cannot be the same: another value of the same sort, or another unit. */
function isRival(stated: Quantity, told: Quantity): boolean {
  if (agrees(stated, told)) return false;
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
