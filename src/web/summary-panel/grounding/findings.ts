import {
  type GroundedSentence,
  type Grounding,
  type GroundingFlag,
  verdictOf,
} from '#schema/runs/grounding.ts';
import { withoutMark } from '#text/receipts/clean-text.ts';
import type { Finding } from '#web/strings/en/grounding.ts';
import { type Passage, quoteDetail } from './sentence-passages.ts';

interface FindingLine {
  key: string;
  verdict: ReturnType<typeof verdictOf>;
  text: string;
  /** The conflicting passage of the source, or null if it is unknown or not available. */
  place: Passage | null;
}

interface Texts {
  summaryText: string;
  /** The checked text, or null if it is not available or has changed since. */
  sourceText: string | null;
  words: { finding(finding: Finding): string };
}

/** Describes each flagged detail in words. */
export function describeFlags(
  flags: readonly ShownFlag[],
  { summaryText, sourceText, words }: Texts,
): FindingLine[] {
  return flags.map((flag, index) => {
    const { kind, reason, start, end, source } = flag;
    const detail = summaryText.slice(start, end);
    const said = source === undefined ? '' : quoteDetail(sourceText?.slice(source.start, source.end) ?? '');
    return {
      key: `${index} ${start}`,
      verdict: verdictOf([flag]),
      text: words.finding({
        kind,
        reason,
        // The doubt of a model may cover a whole list item with its marker.
        detail: quoteDetail(kind === 'claim' ? withoutMark(detail) : detail),
        // A model names a whole passage, which is shown below.
        said: said === '' || kind === 'claim' ? null : said,
      }),
      place: said === '' ? null : (source ?? null),
    };
  });
}

export type ShownFlag = GroundingFlag & { kind: Exclude<GroundingFlag['kind'], 'term'> };

export interface ShownSentence extends Omit<GroundedSentence, 'flags'> {
  flags: ShownFlag[];
}

/**
 * Returns the sentences with the flags to show. A word that is merely new to the source is not shown: paraphrases
 * have many such words. Consecutive missing names count as one: “Ada”, “Lovelace”.
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
