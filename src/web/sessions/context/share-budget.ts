import type { SessionContext } from '#schema/sessions/sessions-wire.ts';

/** `frame`: the introduction, the days and the times. */
export type BudgetPart = 'memories' | 'summaries' | 'prompts' | 'frame';

export interface BudgetShare {
  part: BudgetPart;
  tokens: number;
  records: number;
  /** Of the budget, in percent. */
  share: number;
}

/** What takes how much of the budget; together, exactly the tokens of the context. */
export function shareBudget({ items, tokens, budgetTokens }: SessionContext): BudgetShare[] {
  const ofMemories = items.filter(({ ref }) => ref.startsWith('M'));
  const ofSummaries = items.filter(({ ref }) => ref.startsWith('S'));
  const ofPrompts = items.filter(({ ref }) => ref.startsWith('P'));
  const sum = (records: typeof items) => records.reduce((total, record) => total + record.tokens, 0);
  // Texts are counted alone and together; where they meet, a token may span both.
  const memories = Math.min(tokens, sum(ofMemories));
  const summaries = Math.min(tokens - memories, sum(ofSummaries));
  const prompts = Math.min(tokens - memories - summaries, sum(ofPrompts));
  const parts = [
    { part: 'memories', tokens: memories, records: ofMemories.length },
    { part: 'summaries', tokens: summaries, records: ofSummaries.length },
    { part: 'prompts', tokens: prompts, records: ofPrompts.length },
    { part: 'frame', tokens: tokens - memories - summaries - prompts, records: 0 },
  ] as const;
  return parts
    .filter((part) => part.tokens > 0)
    .map((part) => ({ ...part, share: (part.tokens / Math.max(budgetTokens, tokens)) * 100 }));
}
