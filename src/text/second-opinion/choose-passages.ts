import { splitSentences } from '#text/sentences/sentences.ts';

export interface Claim {
  text: string;
  /** Where rules compared it, best first. */
  support: readonly { start: number; end: number }[];
}

export interface ChosenPassages {
  /** In reading order, none twice, none overlapping. */
  passages: { start: number; end: number; text: string }[];
  /** For each claim the numbers of those that belong to it, best first. */
  ofClaim: number[][];
}

/** What a model reads to check these sentences. */
export function choosePassages(
  source: string,
  claims: readonly Claim[],
  { language = 'en' }: { language?: string | undefined; summaryLanguage?: string | undefined } = {},
): ChosenPassages {
  const passages = splitSentences(source, language).map(({ start, end }) => ({
    start,
    end,
    text: source.slice(start, end),
  }));
  const ofClaim = claims.map(({ support }) =>
    support.flatMap((span) => {
      const at = passages.findIndex(({ start, end }) => start < span.end && span.start < end);
      return at === -1 ? [] : [at];
    }),
  );
  return { passages, ofClaim };
}
