import { createInterface } from 'node:readline';

export interface ScoredSentence {
  text: string;
  score: number;
  index: number;
}

interface Request {
  id: string;
  lang: string;
  text: string;
  budget: { unit: 'words' | 'chars'; n: number };
}

/**
 * Implements the scorer's protocol for a peer that ranks sentences. It returns the best sentences that fill the
 * budget, in reading order. If a peer fails on a text, the result is empty, as it would be for its users.
 */
export async function answerLines(rank: (text: string, language: string) => ScoredSentence[]): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const request: Request = JSON.parse(line);
    process.stdout.write(`${JSON.stringify({ id: request.id, sentences: choose(request, rank) })}\n`);
  }
}

function choose(
  { text, lang, budget }: Request,
  rank: (text: string, language: string) => ScoredSentence[],
): string[] {
  let ranked: ScoredSentence[] = [];
  try {
    ranked = rank(text, lang).filter((sentence) => Number.isFinite(sentence.score));
  } catch {
    return [];
  }
  const chosen: ScoredSentence[] = [];
  let used = 0;
  for (const sentence of ranked.toSorted((a, b) => b.score - a.score)) {
    if (used >= budget.n) break;
    chosen.push(sentence);
    used += budget.unit === 'chars' ? sentence.text.length : sentence.text.split(/\s+/).length;
  }
  return chosen.toSorted((a, b) => a.index - b.index).map((sentence) => sentence.text);
}
