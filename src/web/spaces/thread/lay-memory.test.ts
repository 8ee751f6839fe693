import { expect, test } from 'vitest';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { layMemory } from './memory-strip.tsx';

interface Sizes {
  instructions?: number;
  article?: number | null;
  summary?: number;
  live?: number;
  total?: number;
  turns?: [live: number, max: number];
}

function lay({
  instructions = 0,
  article = null,
  summary = 0,
  live = 0,
  total = live,
  turns = [0, 6],
}: Sizes) {
  const [liveTurns, maxTurns] = turns;
  const around = instructions + (article ?? 0);
  return layMemory({
    thread: { summaryTokens: summary, liveTokens: live } as ThreadView['thread'],
    article: article === null ? null : { contentHash: 'h', tokens: article, passages: 1, passagesTotal: 1 },
    window: { policy: 'adaptive', liveTurns, maxTurns },
    meter: { sentTokens: around + summary + live, fullTokens: around + total },
  });
}

test('the parts of the next prompt come in its order and fill the bar with the room that is left', () => {
  const laid = lay({ instructions: 100, article: 400, summary: 200, live: 600, total: 3000, turns: [3, 4] });
  expect(laid.tokens).toEqual({ instructions: 100, article: 400, summary: 200, verbatim: 600 });
  expect(laid.shares.map(({ part }) => part)).toEqual([
    'instructions',
    'article',
    'summary',
    'verbatim',
    'room',
  ]);
  expect(laid.shares.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100);
  // One more turn of 200 tokens fits.
  expect(laid.shares.at(-1)?.percent).toBeCloseTo((200 / 1500) * 100);
  expect(laid.saved).toBeCloseTo(1 - 1300 / 3500);
});

test('a thread without messages is all room', () => {
  expect(lay({}).shares).toEqual([{ part: 'room', percent: 100 }]);
  expect(lay({}).saved).toBe(0);
});

test('a full window has no room, and a summary longer than its messages saves nothing', () => {
  const laid = lay({ summary: 300, live: 500, total: 700, turns: [5, 4] });
  expect(laid).toMatchObject({ roomTurns: 0, saved: 0 });
  expect(laid.shares.map(({ part }) => part)).toEqual(['summary', 'verbatim']);
});
