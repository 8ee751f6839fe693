import type { GroundedSentence, Grounding, GroundingFlag } from '#schema/runs/grounding.ts';

export type ShownFlag = GroundingFlag & { kind: Exclude<GroundingFlag['kind'], 'term'> };

export interface ShownSentence extends Omit<GroundedSentence, 'flags'> {
  flags: ShownFlag[];
}

/**
 * The sentences with the flags to show. A word that is merely new to the source is not a finding: paraphrases have
 * many, and their sentences are undecided. Consecutive missing names count as one: “Ada”, “Lovelace”.
 */
export function showSentences({ sentences }: Grounding, summaryText: string): ShownSentence[] {
  return sentences.map((sentence) => ({ ...sentence, flags: joinMissing(sentence.flags, summaryText) }));
}

function joinMissing(flags: readonly GroundingFlag[], summaryText: string): ShownFlag[] {
  const joined: ShownFlag[] = [];
  for (const flag of flags.filter(isShown).toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    const isNext =
      last?.kind === flag.kind &&
      last.reason === 'missing' &&
      flag.reason === 'missing' &&
      /^\s*$/.test(summaryText.slice(last.end, flag.start));
    if (isNext) joined.splice(-1, 1, { ...last, end: Math.max(last.end, flag.end) });
    else joined.push(flag);
  }
  return joined;
}

function isShown(flag: GroundingFlag): flag is ShownFlag {
  return flag.kind !== 'term';
}
