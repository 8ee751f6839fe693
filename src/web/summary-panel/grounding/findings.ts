import { type GroundingFlag, verdictOf } from '#schema/grounding.ts';
import type { Finding } from '#web/strings/en-grounding.ts';
import { quoteDetail } from './quote-passage.ts';

interface FindingLine {
  key: string;
  verdict: ReturnType<typeof verdictOf>;
  text: string;
}

interface Texts {
  summaryText: string;
  /** The text that was checked; null where it is not here, or has changed since. */
  sourceText: string | null;
  words: { finding(finding: Finding): string };
}

/** Each flagged detail in words. */
export function describeFlags(
  flags: readonly GroundingFlag[],
  { summaryText, sourceText, words }: Texts,
): FindingLine[] {
  return flags.map((flag, index) => {
    const { kind, reason, start, end, source } = flag;
    const said = source === undefined ? '' : quoteDetail(sourceText?.slice(source.start, source.end) ?? '');
    return {
      key: `${index} ${start}`,
      verdict: verdictOf([flag]),
      text: words.finding({
        kind,
        reason,
        detail: quoteDetail(summaryText.slice(start, end)),
        said: said === '' ? null : said,
      }),
    };
  });
}
