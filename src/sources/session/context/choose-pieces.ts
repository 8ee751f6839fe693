import type { MemoryPiece } from '#sources/session/memories/memory-pieces.ts';
import type { ContextPiece } from './context-piece.ts';

interface ChosenPieces {
  pieces: ContextPiece[];
  /** As rendered. */
  tokens: number;
}

interface Budget {
  budgetTokens: number;
  count(text: string): number;
  dayOf(piece: ContextPiece): string;
  render(pieces: readonly ContextPiece[]): string;
}

interface MemoryBudget extends Pick<Budget, 'budgetTokens' | 'count'> {
  render(pieces: readonly MemoryPiece[]): string;
}

/** Counting takes most of the time, and so little is left by then that few are shorter. */
const mostTooLong = 40;

/** Those that fit, in order of value: what is too long leaves room for something shorter. */
export function chooseMemories(
  wanted: readonly MemoryPiece[],
  { budgetTokens, count, render }: MemoryBudget,
): MemoryPiece[] {
  const chosen: MemoryPiece[] = [];
  // With the heading of each list that there may be.
  const kinds = [...new Set(wanted.map(({ isOfAgent }) => isOfAgent))];
  const headings = kinds.map((isOfAgent) => ({ ref: '', createdAt: 0, text: '', isOfAgent }));
  let left = budgetTokens - count(render(headings));
  let tooLong = 0;
  for (const piece of wanted) {
    const tokens = count(`${piece.text}\n`);
    if (tokens > left && ++tooLong === mostTooLong) break;
    if (tokens > left) continue;
    left -= tokens;
    chosen.push(piece);
  }
  while (chosen.length > 0 && count(render(chosen)) > budgetTokens) chosen.pop();
  return chosen;
}

/**
 * Takes the longest form of each record that still fits, in order of value; what does not fit leaves room for
 * something shorter. Pieces are counted alone, since counting the whole again for each takes long, and the whole once
 * at the end.
 */
export function choosePieces(
  wanted: readonly (readonly ContextPiece[])[],
  { budgetTokens, count, dayOf, render }: Budget,
): ChosenPieces {
  const chosen: ContextPiece[] = [];
  const days = new Set<string>();
  const headingTokens = count('\n\n## 2026-01-31\n');
  let left = budgetTokens - count(render([{ ref: '', createdAt: 0, text: '' }])) + headingTokens;
  for (const forms of wanted) {
    const fitting = forms
      .values()
      .map((piece) => ({ piece, day: dayOf(piece), tokens: count(`00:00 ${piece.text}\n`) }))
      .map(({ tokens, ...form }) => ({ ...form, tokens: tokens + (days.has(form.day) ? 0 : headingTokens) }))
      .find(({ tokens }) => tokens <= left);
    if (fitting === undefined) continue;
    left -= fitting.tokens;
    days.add(fitting.day);
    chosen.push(fitting.piece);
  }
  for (;;) {
    const tokens = count(render(chosen));
    if (chosen.length === 0 || tokens <= budgetTokens) return { pieces: chosen, tokens };
    chosen.pop();
  }
}
