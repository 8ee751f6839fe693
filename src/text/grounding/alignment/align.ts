import { agrees } from '#text/grounding/quantities.ts';
import words from '#text/grounding/words.json' with { type: 'json' };
import type { Token } from './token.ts';

/** Different words that say the same in any context: spelling, reported speech, short forms. */
const GROUP_OF = new Map<string, number>();
words.sameWords.forEach((group, number) => {
  for (const word of group.split(' ')) if (!GROUP_OF.has(word)) GROUP_OF.set(word, number);
});

/** A token of the claim and the token of the passage that says the same. */
export type Pair = { claim: number; source: number };

export type Alignment = {
  claim: readonly Token[];
  source: readonly Token[];
  pairs: readonly Pair[];
  /** Weight of what was matched. */
  weight: number;
};

const LIGHT_WEIGHT = 0.2;
const QUANTITY_WEIGHT = 1.2;
// Neighbours that stay neighbours tell which of several equal words is meant.
const ADJACENT_BONUS = 0.3;

export function weightOf(token: Token): number {
  if (token.quantity !== null) return QUANTITY_WEIGHT;
  return token.light ? LIGHT_WEIGHT : 1;
}

/** Whether two tokens say the same. */
export function matches(claim: Token, source: Token): boolean {
  if (claim.quantity !== null && source.quantity !== null) return agrees(claim.quantity, source.quantity);
  if (claim.quantity !== null || source.quantity !== null) return claim.lower === source.lower;
  return claim.key === source.key || isSameWord(claim.lower, source.lower);
}

/** The heaviest way to find the claim's tokens in the passage in the same order. Time is the product of both lengths. */
export function align(claim: readonly Token[], source: readonly Token[]): Alignment {
  const width = source.length + 1;
  const size = (claim.length + 1) * width;
  // Best weight with the first i claim and j source tokens; `ends` is the same, ending in a match of exactly these two.
  const best = new Float64Array(size);
  const ends = new Float64Array(size).fill(-1);
  for (let i = 1; i <= claim.length; i++) {
    const token = claim[i - 1] as Token;
    for (let j = 1; j <= source.length; j++) {
      const at = i * width + j;
      let value = Math.max(best[at - width] ?? 0, best[at - 1] ?? 0);
      if (matches(token, source[j - 1] as Token)) {
        const before = at - width - 1;
        const adjacent = (ends[before] ?? -1) >= 0 ? (ends[before] ?? 0) + ADJACENT_BONUS : -1;
        const ending = Math.max(best[before] ?? 0, adjacent) + weightOf(token);
        ends[at] = ending;
        value = Math.max(value, ending);
      }
      best[at] = value;
    }
  }
  const pairs = trace(claim.length, source.length, { best, ends, width });
  const weight = pairs.reduce((sum, pair) => sum + weightOf(claim[pair.claim] as Token), 0);
  return { claim, source, pairs, weight };
}

type Tables = { best: Float64Array; ends: Float64Array; width: number };

function trace(rows: number, columns: number, { best, ends, width }: Tables): Pair[] {
  const pairs: Pair[] = [];
  let i = rows;
  let j = columns;
  let adjacent = false;
  while (i > 0 && j > 0) {
    const at = i * width + j;
    const ending = ends[at] ?? -1;
    if (ending >= 0 && (adjacent || ending >= (best[at] ?? 0) - 1e-9)) {
      pairs.push({ claim: i - 1, source: j - 1 });
      const before = at - width - 1;
      adjacent = (ends[before] ?? -1) >= 0 && (ends[before] ?? 0) + ADJACENT_BONUS > (best[before] ?? 0);
      i--;
      j--;
    } else if ((best[at - width] ?? 0) >= (best[at - 1] ?? 0)) i--;
    else j--;
  }
  return pairs.toReversed();
}

/** A stretch of the claim beside the stretch of the passage that stands in its place; one side may be empty. */
export type Slot = {
  /** Pairs on both sides; null at an end. */
  before: Pair | null;
  after: Pair | null;
  claim: Token[];
  source: Token[];
  /** Punctuation ends the stretch of the passage. */
  closed: boolean;
};

/** Everything between two matched pairs that differs, and what is left at both ends. */
export function slotsOf({ claim, source, pairs }: Alignment): Slot[] {
  const slots: Slot[] = [];
  for (let at = 0; at <= pairs.length; at++) {
    const before = pairs[at - 1] ?? null;
    const after = pairs[at] ?? null;
    const slot = {
      before,
      after,
      claim: claim.slice((before?.claim ?? -1) + 1, after?.claim ?? claim.length),
      source: source.slice((before?.source ?? -1) + 1, after?.source ?? source.length),
      closed: after === null || (source[after.source]?.boundary ?? false),
    };
    if (slot.claim.length + slot.source.length > 0) slots.push(slot);
  }
  return slots;
}

/** Whether two lower-case words may stand for each other without a change of meaning. */
function isSameWord(left: string, right: string): boolean {
  if (left === right) return true;
  const group = GROUP_OF.get(left);
  return group !== undefined && group === GROUP_OF.get(right);
}
