import { type DetailLevel, defaultDetailLevel, detailLevels, detailTable } from '#schema/language.ts';
import { CHARACTERS_PER_WORD } from './wording.ts';

export type ExtractBudget = { words?: number; characters?: number };

type Wish = { budget?: ExtractBudget | undefined; detail?: DetailLevel | undefined };

/** How much there is to choose from. */
type Size = { words: number; unspaced: boolean };

/** How long a summary may be, in words or, where the budget says so, in characters. */
export function budgetOf({ words, unspaced }: Size, { budget, detail = defaultDetailLevel }: Wish): number {
  if (budget?.characters !== undefined) return Math.max(1, budget.characters);
  if (budget?.words !== undefined) return Math.max(1, budget.words);
  const level = detailTable[detail];
  return Math.max(1, Math.min(level.words * (unspaced ? CHARACTERS_PER_WORD : 1), words * level.ofWords));
}

/** How many of so many sentences a summary may have; from three sentences on, each level has room for one more. */
export function mostSentences(detail: DetailLevel, sentences: number): number {
  const rank = detailLevels.indexOf(detail);
  const share = Math.max(rank + 1, Math.floor(sentences * detailTable[detail].ofSentences));
  return Math.max(1, Math.min(share, sentences - detailLevels.length + 1 + rank));
}
