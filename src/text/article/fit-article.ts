import { type NumberedPassage, renderPassage } from './article-passages.ts';

/** Of an article that does not fit, this share of the room is left for the passages that fit the question. */
const chosenShare = 0.25;

interface Room {
  tokens: number;
  /** The numbers of the passages that fit the question, best first. */
  chosen: readonly number[];
}

/**
 * The numbers of the passages that fit, in order: all of them, or the beginning and what the question is about. The
 * beginning depends on the room alone, so that a provider's cache keeps it from question to question.
 */
export function fitArticle(passages: readonly NumberedPassage[], { tokens, chosen }: Room): number[] {
  if (tokensOf(passages) <= tokens) return passages.map((_, index) => index + 1);
  const taken = new Set<number>();
  let left = Math.floor(tokens * (1 - chosenShare));
  for (const [index, passage] of passages.entries()) {
    if (passage.tokens > left) break;
    left -= passage.tokens;
    taken.add(index + 1);
  }
  left += Math.floor(tokens * chosenShare);
  for (const number of chosen) {
    const passage = passages[number - 1];
    if (passage === undefined || taken.has(number) || passage.tokens > left) continue;
    left -= passage.tokens;
    taken.add(number);
  }
  return [...taken].sort((a, b) => a - b);
}

export function tokensOf(passages: readonly NumberedPassage[]): number {
  return passages.reduce((sum, passage) => sum + passage.tokens, 0);
}

/** The numbered passages, with a mark where others are left out. */
export function renderArticle(
  text: string,
  passages: readonly NumberedPassage[],
  numbers: readonly number[],
): string {
  let before = 0;
  const lines = numbers.flatMap((number) => {
    const passage = passages[number - 1];
    if (passage === undefined) return [];
    const line = renderPassage(number, text.slice(passage.start, passage.end));
    const isNext = number === before + 1;
    before = number;
    return isNext ? [line] : ['…', line];
  });
  if (before < passages.length) lines.push('…');
  return lines.join('\n');
}
