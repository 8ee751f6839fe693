import type { Slot } from './align.ts';
import { type Aligned, beside, makeFlag } from './conflict.ts';
import type { Flag, FlagKind } from './flag.ts';
import { areOpposite } from './oppositions.ts';
import type { Token } from './token.ts';

// Below this share of matching content, a claim may be about something else than its passage.
const LEAST_COVERAGE = 0.6;
// A slot this short on both sides is a replacement, not a rewording.
const LONGEST_SLOT = 4;

/** A word of the claim that stands where the passage has its opposite. */
export function oppositeConflicts({ part, slots, source }: Aligned): Flag[] {
  if (part.coverage < LEAST_COVERAGE) return [];
  const flags: Flag[] = [];
  for (const slot of slots) {
    if (slot.claim.length > LONGEST_SLOT || isDenied(slot.claim) !== isDenied(slot.source)) continue;
    for (const token of slot.claim) {
      const other = slot.source
        .slice(0, LONGEST_SLOT * 2)
        .find(({ lower }) => areOpposite(token.lower, lower, source.language));
      if (other === undefined) continue;
      flags.push(...makeFlag({ kind: kindOf(token), reason: 'reversed', claim: [token], source: [other] }));
      break;
    }
  }
  return flags;
}

function kindOf({ critical }: Token): FlagKind {
  if (critical === 'quantifier') return 'quantifier';
  if (critical === 'order') return 'order';
  return critical === 'comparison' ? 'comparison' : 'polarity';
}

function isDenied(tokens: readonly Token[]): boolean {
  return tokens.some(isNegation);
}

function isNegation({ critical }: Token): boolean {
  return critical === 'negation';
}

/** A claim that denies what its passage affirms, or affirms what it denies. */
export function negationConflicts({ part, slots }: Aligned): Flag[] {
  if (part.coverage < LEAST_COVERAGE) return [];
  const denials = slots.filter(({ claim }) => isDenied(claim));
  const denied = slots.filter((slot) => isDenied(slot.source));
  if (denials.length > 0 && denied.length > 0) return [];
  if (denials.length > 1 || denied.length > 1) return [];
  const { claim } = part.alignment;
  return [
    ...denials.filter(isTight).flatMap((slot) =>
      makeFlag({ kind: 'negation', reason: 'reversed', claim: slot.claim.filter(isNegation), source: slot.source }),
    ),
    ...denied.filter(isTight).flatMap((slot) =>
      makeFlag({
        kind: 'negation',
        reason: 'reversed',
        claim: slot.claim.length > 0 ? slot.claim : beside(slot, claim),
        source: slot.source.filter(isNegation),
      }),
    ),
  ];
}

function isTight({ claim, source, after }: Slot): boolean {
  return after !== null && claim.length <= LONGEST_SLOT && source.length <= LONGEST_SLOT;
}
