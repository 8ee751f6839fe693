import { type SearchTerm, termsOf } from '#text/search-terms.ts';

export interface RankedCard {
  title: string;
  text: string;
  createdAt: number;
}

export interface TermWeight {
  term: SearchTerm;
  weight: number;
}

/** The usual constants of BM25: how soon repetition stops to count, and how much length counts against a text. */
const saturation = 1.2;
const lengthShare = 0.75;
/** What is new counts up to twice as much as what is very old; half of that is left after a month. */
const recencyShare = 1;
const halfLifeMs = 30 * 24 * 60 * 60 * 1000;

/** How informative a term is, by how many texts contain it. From `atMost` on, it says almost nothing. */
export function weighTerm({ found, total }: { found: number; total: number }): number {
  return Math.max(0.05, Math.log(1 + (total - found + 0.5) / (found + 0.5)));
}

/**
 * Best first, by BM25 with a bonus for what is new. It is done here and not by the databases, so that both rank alike;
 * they only find the candidates.
 */
export function rankCards<C extends RankedCard>(
  cards: readonly C[],
  { weights, now }: { weights: readonly TermWeight[]; now: number },
): { card: C; score: number }[] {
  const counted = cards.map((card) => ({ card, ...countTerms(card, weights) }));
  const meanLength = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length);
  return counted
    .map(({ card, counts, length }) => {
      const longer = 1 - lengthShare + (lengthShare * length) / Math.max(1, meanLength);
      const relevance = weights.reduce((sum, { weight }, at) => {
        const count = counts[at] ?? 0;
        return sum + (weight * count * (saturation + 1)) / (count + saturation * longer);
      }, 0);
      return { card, score: relevance * (1 + recencyShare * freshness(card.createdAt, now)) };
    })
    .sort((one, other) => other.score - one.score || other.card.createdAt - one.card.createdAt);
}

/** 1 now, half of it after each half-life. */
export function freshness(createdAt: number, now: number): number {
  return 0.5 ** (Math.max(0, now - createdAt) / halfLifeMs);
}

function countTerms(
  { title, text }: RankedCard,
  weights: readonly TermWeight[],
): { counts: number[]; length: number } {
  const counts = weights.map(() => 0);
  let length = 0;
  // A title counts twice: it says what the text is about.
  for (const part of [title, title, text]) {
    for (const written of termsOf(part)) {
      length += 1;
      for (const [at, { term }] of weights.entries()) {
        if (term.prefix ? written.startsWith(term.text) : written === term.text)
          counts[at] = (counts[at] ?? 0) + 1;
      }
    }
  }
  return { counts, length };
}
