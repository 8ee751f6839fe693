import { CHARACTERS_PER_WORD } from './wording.ts';

export type ExtractBudget = { words?: number; characters?: number };
export type ExtractDetail = 'short' | 'medium' | 'detailed';

export const DETAILS: readonly ExtractDetail[] = ['short', 'medium', 'detailed'];

type Level = {
  /** Most words of a summary. */
  words: number;
  /** Most of the text's own words and sentences that it may take. */
  ofWords: number;
  ofSentences: number;
};

const LEVELS: Readonly<Record<ExtractDetail, Level>> = {
  short: { words: 70, ofWords: 0.2, ofSentences: 0.25 },
  medium: { words: 180, ofWords: 0.35, ofSentences: 0.4 },
  detailed: { words: 400, ofWords: 0.5, ofSentences: 0.6 },
};

type Wish = { budget?: ExtractBudget | undefined; detail?: ExtractDetail | undefined };

/** How much there is to choose from. */
type Size = { words: number; unspaced: boolean };

/** How long a summary may be, in words or, where the budget says so, in characters. */
export function budgetOf({ words, unspaced }: Size, { budget, detail = 'medium' }: Wish): number {
  if (budget?.characters !== undefined) return Math.max(1, budget.characters);
  if (budget?.words !== undefined) return Math.max(1, budget.words);
  const level = LEVELS[detail];
  return Math.max(1, Math.min(level.words * (unspaced ? CHARACTERS_PER_WORD : 1), words * level.ofWords));
}

/** How many of so many sentences a summary may have; from three sentences on, each level has room for one more. */
export function mostSentences(detail: ExtractDetail, sentences: number): number {
  const rank = DETAILS.indexOf(detail);
  const share = Math.max(rank + 1, Math.floor(sentences * LEVELS[detail].ofSentences));
  return Math.max(1, Math.min(share, sentences - DETAILS.length + 1 + rank));
}
