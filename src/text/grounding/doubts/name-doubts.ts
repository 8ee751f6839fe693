import type { SourceIndex } from '#text/grounding/source-index.ts';
import type { Support } from '#text/grounding/support.ts';
import { certaintyOf, type Fit, measureFit } from './context.ts';
import type { Claim, Doubt } from './doubt.ts';
import { findNames } from './names.ts';

/** Names that the source does not have, or has in another place. */
export function nameDoubts(claim: Claim, support: Support, source: SourceIndex): Doubt[] {
  const doubts: Doubt[] = [];
  for (const run of findNames({ words: claim.words, text: claim.wholeText, source, cased: claim.cased })) {
    for (const _ of run.novel) doubts.push({ kind: 'name', reason: 'missing', weight: 1 });
    if (run.novel.length > 0) continue;
    if (run.torn !== undefined) doubts.push({ kind: 'name', reason: 'elsewhere', weight: 0.9 });
    else if (run.positions.length > 0) {
      const weight = nameMisfit(measureFit(claim.words, run, source), run.positions.length, support);
      if (weight > 0) doubts.push({ kind: 'name', reason: 'elsewhere', weight });
    }
  }
  return doubts;
}

/** A name that is often mentioned stands for pronouns too; one without its neighbours is odd in a copied sentence. */
function nameMisfit({ own, other, pairs, context }: Fit, mentions: number, support: Support): number {
  const copied = Math.min(1, Math.max(0, (support.pairs - 0.4) / 0.4));
  const alone = pairs === 0 ? 0.5 * copied : 0;
  const doubt = (other - own) * certaintyOf(other, context) + alone;
  return Math.max(0, doubt * Math.min(1, Math.sqrt(6 / mentions)) - 0.3 * pairs);
}
