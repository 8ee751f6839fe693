import { countWords, isUnspaced } from '#text/words.ts';
import { CHARACTERS_PER_WORD } from './units.ts';

export type ExtractBudget = { words?: number; characters?: number };
export type ExtractDetail = 'short' | 'medium' | 'detailed';

const WORDS_BY_DETAIL: Readonly<Record<ExtractDetail, number>> = {
  short: 100,
  medium: 220,
  detailed: 400,
};

type Wish = { budget?: ExtractBudget | undefined; detail?: ExtractDetail | undefined };

/** How long a summary may be, in words or, where the budget says so, in characters; by default at most half. */
export function budgetOf(text: string, { budget, detail = 'medium' }: Wish): number {
  if (budget?.characters !== undefined) return Math.max(1, budget.characters);
  if (budget?.words !== undefined) return Math.max(1, budget.words);
  const wanted = WORDS_BY_DETAIL[detail] * (isUnspaced(text) ? CHARACTERS_PER_WORD : 1);
  return Math.max(1, Math.min(wanted, countWords(text) / 2));
}
