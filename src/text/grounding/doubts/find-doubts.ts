import type { SourceIndex } from '#text/grounding/source-index.ts';
import type { Support } from '#text/grounding/support.ts';
import type { Claim, Doubt } from './doubt.ts';
import { nameDoubts } from './name-doubts.ts';
import { numberDoubts } from './number-doubts.ts';
import { negationDoubts, oppositeDoubts } from './reversal-doubts.ts';

/** Everything in a claim that may be wrong, with how doubtful it is. */
export function findDoubts(claim: Claim, support: Support, source: SourceIndex): Doubt[] {
  return [
    ...numberDoubts(claim, source),
    ...nameDoubts(claim, support, source),
    ...negationDoubts(claim, support, source),
    ...oppositeDoubts(claim, support, source),
  ];
}
