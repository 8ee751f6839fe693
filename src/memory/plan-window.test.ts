import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryConfigSchema } from '#schema/models/agent.ts';
import { plainTurns, randomMessages, say, threadOf, words } from '#tests/fixtures/random-threads.ts';
import { countTurns, longMessageTokens, planWindow } from './plan-window.ts';
import type { MemoryMessage, ThreadState } from './thread-state.ts';
import { coldAfterMs, policyOf, type WindowPolicy, windowPolicies } from './window-policy.ts';

const { adaptive, batched, frugal } = windowPolicies;
const plan = (thread: ThreadState, policy: WindowPolicy = adaptive) =>
  planWindow(thread, policy, { count: words });

describe('the adaptive window', () => {
  test.each([
    [0, 0],
    [6, 0],
    [7, 1],
    [8, 2],
    [30, 24],
  ])('without a summary, of %i turns %i leave: six stay', (turns, leaving) => {
    const messages = plainTurns(turns);
    expect(plan(threadOf(messages))).toEqual({
      fold: leaving * 2,
      live: messages.slice(leaving * 2),
      reason: leaving > 0 ? 'turns' : null,
      skipped: null,
    });
  });

  test.each([
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 3],
  ])('with a summary, of %i live turns %i leave: four stay', (turns, leaving) => {
    const messages = [...plainTurns(3), ...plainTurns(turns)];
    const { fold, live } = plan(threadOf(messages, { folded: 6, summary: 'so far' }));
    expect(fold).toBe(leaving * 2);
    expect(live).toEqual(messages.slice(6 + leaving * 2));
  });

  test('twelve messages stay whole; the thirteenth is a new turn and the oldest turn leaves', () => {
    const twelve = plainTurns(6);
    expect(plan(threadOf(twelve)).fold).toBe(0);
    expect(plan(threadOf([...twelve, say('user', 'not answered yet')])).fold).toBe(2);
  });

  test('a thread whose folded messages are not loaded is planned the same', () => {
    expect(plan(threadOf(plainTurns(5), { summary: 'so far' })).fold).toBe(2);
  });

  test('is the literal rule on random threads', () => {
    const state = fc.record({
      messages: randomMessages({ maxTurns: 14, lateResults: false }),
      summary: fc.option(fc.constant('so far')),
      skip: fc.nat({ max: 5 }),
    });
    fc.assert(
      fc.property(state, ({ messages, summary, skip }) => {
        const folded = turnStarts(messages)[skip] ?? 0;
        const { fold, live } = plan(threadOf(messages, { folded, summary }));
        const expected = literalWindow(messages.slice(folded), summary);
        expect(messages.slice(folded, folded + fold)).toEqual(expected.historyToSummarize);
        expect(live).toEqual(expected.liveWindow);
      }),
      { numRuns: 3000 },
    );
  });

  /** Without a summary it keeps 6 turns, with a summary 4. Everything older than the window is summarized. */
  function literalWindow(messages: readonly MemoryMessage[], summary: string | null) {
    const keep = summary === null ? 6 : 4;
    const starts = turnStarts(messages);
    const cut = starts.length > keep ? (starts[starts.length - keep] ?? 0) : 0;
    return { historyToSummarize: messages.slice(0, cut), liveWindow: messages.slice(cut) };
  }

  function turnStarts(messages: readonly MemoryMessage[]): number[] {
    return [...messages.keys()].filter((at) => at === 0 || messages[at]?.role === 'user');
  }
});

describe('a long new message', () => {
  const thread = threadOf(plainTurns(9));

  test('leaves out the fold that is due, and says so', () => {
    const skipped = planWindow(thread, adaptive, { count: words, newMessageTokens: longMessageTokens + 1 });
    expect(skipped).toEqual({ fold: 0, live: thread.messages, reason: 'turns', skipped: 'long-message' });
  });

  test('of exactly 2,000 tokens does not', () => {
    expect(planWindow(thread, adaptive, { count: words, newMessageTokens: 2000 }).fold).toBe(6);
  });

  test('says nothing where no fold is due', () => {
    const short = threadOf(plainTurns(2));
    expect(planWindow(short, adaptive, { count: words, newMessageTokens: 9999 }).skipped).toBeNull();
  });
});

describe('the batched window', () => {
  test('lets twenty turns leave at once, the first time as well', () => {
    expect(plan(threadOf(plainTurns(24)), batched).fold).toBe(0);
    expect(plan(threadOf(plainTurns(25)), batched).fold).toBe(42);
    expect(plan(threadOf(plainTurns(24), { summary: 'so far' }), batched).fold).toBe(0);
    expect(plan(threadOf(plainTurns(25), { summary: 'so far' }), batched).fold).toBe(42);
  });
});

describe('the frugal window', () => {
  /** Makes a thread of turns with 102 tokens each. */
  const long = (turns: number) =>
    threadOf(
      plainTurns(turns).map((message) => ({ ...message, tokens: 51 })),
      { summary: 'so far' },
    );
  const after = (pauseMs: number, thread: ThreadState, policy = frugal) =>
    planWindow(thread, policy, { count: words, pauseMs });

  test('lets turns leave after an hour without a message, if more than 600 tokens do', () => {
    expect(after(coldAfterMs, long(10))).toMatchObject({ fold: 12, reason: 'pause' });
    expect(after(coldAfterMs, long(9))).toMatchObject({ fold: 0, reason: null });
    expect(after(coldAfterMs - 1, long(10)).fold).toBe(0);
    expect(after(-1, long(10)).fold).toBe(0);
  });

  test('is the batched one in between', () => {
    for (const turns of [0, 1, 24, 25, 40]) expect(after(0, long(turns))).toEqual(plan(long(turns), batched));
  });

  test('leaves out a fold after a pause before a long message', () => {
    const options = { count: words, pauseMs: coldAfterMs, newMessageTokens: longMessageTokens + 1 };
    expect(planWindow(long(10), frugal, options)).toMatchObject({ fold: 0, skipped: 'long-message' });
  });

  test('is the only one that a pause changes', () => {
    for (const policy of [adaptive, batched, windowPolicies.segments])
      expect(after(coldAfterMs, long(10), policy)).toEqual(plan(long(10), policy));
  });
});

describe('a token budget', () => {
  const memory = (config: object) => policyOf(memoryConfigSchema.parse(config));

  test('makes a fold due, down to what fits', () => {
    const policy = memory({ hotPathTokenBudget: 100 });
    const thread = threadOf([...longTurn(40), ...longTurn(40), ...longTurn(40)]);
    expect(plan(thread, policy)).toMatchObject({ fold: 2, reason: 'tokens' });
    expect(plan(threadOf([...longTurn(50), ...longTurn(50)]), policy).fold).toBe(0);
  });

  test('is smaller by its margin', () => {
    const thread = threadOf([...longTurn(48), ...longTurn(48)]);
    expect(plan(thread, memory({ hotPathTokenBudget: 100 })).fold).toBe(0);
    expect(plan(thread, memory({ hotPathTokenBudget: 100, hotPathMarginPct: 5 })).fold).toBe(2);
  });

  test('never takes the newest messages, however large they are', () => {
    const policy = memory({ hotPathTokenBudget: 100 });
    expect(plan(threadOf(longTurn(5000)), policy)).toMatchObject({ fold: 0, reason: null });
    expect(plan(threadOf([...longTurn(10), ...longTurn(5000)]), policy).fold).toBe(2);
    const three = memory({ hotPathTokenBudget: 100, recentMessageFloor: 3 });
    expect(plan(threadOf([...longTurn(10), ...longTurn(5000)]), three).fold).toBe(0);
  });

  test('brings a whole batch forward under the batched policy, not one turn at a time', () => {
    const policy = memory({ policy: 'batched', hotPathTokenBudget: 100 });
    const thread = threadOf(Array.from({ length: 11 }, () => longTurn(10)).flat());
    expect(plan(thread, policy)).toMatchObject({ fold: 14, reason: 'tokens' });
  });

  test('takes tokens as they are given and counts only the others', () => {
    const counted: string[] = [];
    const messages = [...longTurn(60), ...longTurn(60)].map((message) => ({ ...message, tokens: 30 }));
    const thread = threadOf([...messages, say('user', 'uncounted')]);
    planWindow(thread, memory({ hotPathTokenBudget: 100 }), {
      count(text) {
        counted.push(text);
        return words(text);
      },
    });
    expect(counted).toEqual(['uncounted']);
  });

  function longTurn(tokens: number): MemoryMessage[] {
    return [say('user', 'why'), say('assistant', 'word '.repeat(tokens - 1))];
  }
});

describe('every plan', () => {
  const policy = fc.record({
    firstHigh: fc.integer({ min: 1, max: 10 }),
    firstKeep: fc.integer({ min: 1, max: 10 }),
    high: fc.integer({ min: 1, max: 10 }),
    low: fc.integer({ min: 1, max: 10 }),
    segments: fc.boolean(),
    foldAfter: fc.integer({ min: 1, max: 4 }),
    blockShare: fc.constant(null),
    pauseTokens: fc.option(fc.integer({ min: 1, max: 60 })),
    tokenBudget: fc.option(fc.integer({ min: 1, max: 60 })),
    floorMessages: fc.integer({ min: 2, max: 9 }),
  });
  const thread = fc.record({
    messages: randomMessages({ maxTurns: 14, lateResults: true }),
    summary: fc.option(fc.constant('so far')),
  });

  const planCold = (state: ThreadState, window: WindowPolicy) =>
    planWindow(state, window, { count: words, pauseMs: coldAfterMs });

  test('parts the live messages in two, between groups, and never tears a call from its result', () => {
    fc.assert(
      fc.property(thread, policy, ({ messages, summary }, window) => {
        const { fold, live } = planCold(threadOf(messages, { summary }), window);
        expect([...messages.slice(0, fold), ...live]).toEqual(messages);
        const calls = new Set(messages.slice(0, fold).flatMap(callIds));
        expect(live.filter(({ toolCallId }) => toolCallId !== undefined && calls.has(toolCallId))).toEqual(
          [],
        );
        if (fold > 0) expect(live[0]?.role).toBe('user');
      }),
      { numRuns: 1000 },
    );
  });

  test('keeps the turns and the messages that the policy keeps', () => {
    fc.assert(
      fc.property(thread, policy, ({ messages, summary }, window) => {
        const { fold, live } = planCold(threadOf(messages, { summary }), { ...window, tokenBudget: null });
        if (fold === 0) return;
        expect(countTurns(live)).toBeGreaterThanOrEqual(summary === null ? window.firstKeep : window.low);
        expect(live.length).toBeGreaterThanOrEqual(window.floorMessages);
      }),
      { numRuns: 1000 },
    );
  });

  function callIds({ toolCalls = [] }: MemoryMessage): string[] {
    return toolCalls.map(({ id }) => id);
  }
});
