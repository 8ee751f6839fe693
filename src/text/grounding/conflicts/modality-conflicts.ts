import type { Alignment, Slot } from '#text/grounding/alignment/align.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import { type Aligned, beside, type Flag, makeFlag } from '#text/grounding/flag.ts';

const LEAST_COVERAGE = 0.6;
const OPEN =
  /^(?:may|might|could|possibly|perhaps|maybe|considering|considers?|könnte|könnten|möglicherweise|vielleicht|womöglich|peut|pourrait|pourraient|puede|podría|podrían)$/;
const SETTLED =
  /^(?:will|would|is|are|was|were|has|have|had|must|wird|werden|wurde|wurden|ist|sind|hat|haben|va|vont|est|sont|a|ont|será|es|son|ha|han)$/;
const PLANNED = /^(?:will|would|shall|wird|werden|würde|soll|sollen|va|vont|será)$/;
const DONE = /^(?:has|have|had|was|were|wurde|wurden|fue|fueron)$/;
const LONGEST_SLOT = 5;
const LONGEST_CLAUSE = 12;

/**
 * Flags a claim that makes something certain, done or a fact which its passage calls possible, planned or a
 * condition.
 */
export function modalityConflicts({ part, slots }: Aligned): Flag[] {
  if (part.coverage < LEAST_COVERAGE) return [];
  const { claim } = part.alignment;
  if (claim.some(isHedged)) return [];
  return slots.flatMap((slot) => [
    ...hedgeDropped(slot, claim),
    ...plannedAsDone(slot, part.alignment),
    ...conditionDropped(slot, claim),
  ]);
}

function isHedged({ lower, critical }: Token): boolean {
  return (
    OPEN.test(lower) ||
    critical === 'condition' ||
    (critical === 'hedge' && !SETTLED.test(lower) && !PLANNED.test(lower))
  );
}

function hedgeDropped(slot: Slot, claim: readonly Token[]): Flag[] {
  const hedge = slot.source
    .slice(slot.claim.length > 0 ? -LONGEST_CLAUSE : -LONGEST_SLOT)
    .find(({ lower }) => OPEN.test(lower));
  if (hedge === undefined || slot.after === null || slot.claim.length > 2) return [];
  if (!slot.claim.every(({ lower }) => SETTLED.test(lower))) return [];
  if (slot.source.length > 3 && slot.claim.length === 0) return [];
  const words = slot.claim.length > 0 ? slot.claim : beside(slot, claim);
  return makeFlag({ kind: 'hedge', reason: 'reversed', claim: words, source: [hedge] });
}

function plannedAsDone(slot: Slot, { claim, source }: Alignment): Flag[] {
  const plan = slot.source.slice(-LONGEST_SLOT).find(({ lower }) => PLANNED.test(lower));
  if (plan === undefined || slot.after === null || slot.claim.length > 2) return [];
  const verb = claim[slot.after.claim];
  const told = source[slot.after.source];
  // The claim may say "closed" where the passage says "would close".
  const past =
    plan === slot.source.at(-1) &&
    verb?.lower.endsWith('ed') === true &&
    told?.lower.endsWith('ed') === false;
  const done = slot.claim.find(({ lower }) => DONE.test(lower)) ?? (past ? verb : undefined);
  return done === undefined
    ? []
    : makeFlag({ kind: 'hedge', reason: 'reversed', claim: [done], source: [plan] });
}

/** Flags a claim that states what the passage makes a condition: "if the county gives its permission". */
function conditionDropped(slot: Slot, claim: readonly Token[]): Flag[] {
  const last = slot.source.at(-1);
  if (slot.before !== null || slot.after === null || last === undefined) return [];
  if (!/^(?:if|unless|falls|sofern|si)$/.test(last.lower)) return [];
  return makeFlag({ kind: 'condition', reason: 'reversed', claim: beside(slot, claim), source: [last] });
}
