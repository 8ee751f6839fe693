import type { ThreadView } from '#schema/spaces/spaces-wire.ts';

export type MemoryPart = 'instructions' | 'article' | 'summary' | 'verbatim' | 'room';

export interface LaidMemory {
  /** Tokens of each part of the next prompt, in its order. */
  tokens: Record<Exclude<MemoryPart, 'room'>, number>;
  /** How many turns fit before the next fold, at the latest. */
  roomTurns: number;
  /** Of the bar, in percent; parts without tokens are left out. */
  shares: { part: MemoryPart; percent: number }[];
  sent: number;
  full: number;
  /** What folding saves; 0: nothing. */
  saved: number;
}

/** Until a thread has turns of its own: a question and its answer have about as many tokens. */
const usualTurnTokens = 300;

/** How the next prompt is made up. The room that is left is drawn as turns of the length that they have here. */
export function layMemory({
  thread,
  article,
  window: { liveTurns, maxTurns },
  meter: { sentTokens: sent, fullTokens: full },
}: Pick<ThreadView, 'thread' | 'article' | 'window' | 'meter'>): LaidMemory {
  const articleTokens = article?.tokens ?? 0;
  const { summaryTokens: summary, liveTokens: verbatim } = thread;
  const tokens = {
    instructions: Math.max(0, sent - articleTokens - summary - verbatim),
    article: articleTokens,
    summary,
    verbatim,
  };
  const roomTurns = Math.max(0, maxTurns - liveTurns);
  const room = roomTurns * (liveTurns === 0 ? usualTurnTokens : verbatim / liveTurns);
  const parts = Object.entries({ ...tokens, room }) as [MemoryPart, number][];
  const total = parts.reduce((sum, [, size]) => sum + size, 0);
  return {
    tokens,
    roomTurns,
    shares: parts
      .filter(([, size]) => size > 0)
      .map(([part, size]) => ({ part, percent: (size / total) * 100 })),
    sent,
    full,
    saved: full > 0 ? Math.max(0, 1 - sent / full) : 0,
  };
}
