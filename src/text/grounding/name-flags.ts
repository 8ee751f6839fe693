import { certaintyOf, type Fit, measureFit } from './context.ts';
import type { Claim, Flag } from './flag.ts';
import { findNames } from './names.ts';
import type { SourceIndex } from './source-index.ts';
import type { Support } from './support.ts';
import { findNovelTerms } from './unspaced-terms.ts';

/** Names that the source does not have, or has in another place. */
export function nameFlags(claim: Claim, support: Support, source: SourceIndex): Flag[] {
  const flags: Flag[] = [];
  for (const run of findNames({ words: claim.words, text: claim.wholeText, source, cased: claim.cased })) {
    const span = { kind: 'name' as const, start: run.start, end: run.end };
    for (const word of run.novel)
      flags.push({ kind: 'name', start: word.start, end: word.end, reason: 'missing', weight: 1 });
    if (run.novel.length > 0) continue;
    if (run.torn)
      flags.push({ ...span, start: run.torn.start, end: run.torn.end, reason: 'elsewhere', weight: 0.9 });
    else if (run.positions.length > 0) {
      const misfit = nameMisfit(measureFit(claim.words, run, source), run.positions.length, support);
      if (misfit > 0) flags.push({ ...span, reason: 'elsewhere', weight: misfit });
    }
  }
  return flags;
}

/** A name that is often mentioned stands for pronouns too; one without its neighbours is odd in a copied sentence. */
function nameMisfit({ own, other, pairs, context }: Fit, mentions: number, support: Support): number {
  const copied = Math.min(1, Math.max(0, (support.pairs - 0.4) / 0.4));
  const alone = pairs === 0 ? 0.5 * copied : 0;
  const doubt = (other - own) * certaintyOf(other, context) + alone;
  return Math.max(0, doubt * Math.min(1, Math.sqrt(6 / mentions)) - 0.3 * pairs);
}

/** Where capitals do not tell names, every new word of content is shown. */
export function termFlags({ text, start }: Claim, source: SourceIndex): Flag[] {
  if (source.language !== 'zh' && source.language !== 'ja') return [];
  return findNovelTerms(text, start, source).map((span) => ({
    kind: 'term',
    ...span,
    reason: 'missing',
    weight: 0.6,
  }));
}
