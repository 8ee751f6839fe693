import { levelTerms, relevanceOf, scoreAt, type TermWeight } from '#text/search-levels.ts';

export interface RankedCard {
  title: string;
  text: string;
  createdAt: number;
}

/** The score of a text that is in no index of records, as the index reckons it. */
export function scoreCard(
  { title, text, createdAt }: RankedCard,
  { weights, now }: { weights: readonly TermWeight[]; now: number },
): number {
  return scoreAt(relevanceOf(` ${levelTerms({ title, text })} `, weights), { at: createdAt, now });
}
