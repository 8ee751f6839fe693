import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryPolicies } from '#schema/models/agent.ts';
import { explanationSchema } from '#schema/spaces/spaces-wire.ts';
import { plainTurns, randomMessages, words } from '#tests/fixtures/random-threads.ts';
import { replayThread } from './replay-thread.ts';
import type { MemoryMessage } from './thread-state.ts';
import { coldAfterMs, windowPolicies } from './window-policy.ts';

const { adaptive, batched, frugal, segments } = windowPolicies;
/** Makes turns of 100 tokens: 50 for the question and 50 for the answer. */
const turnsOf = (count: number): MemoryMessage[] =>
  plainTurns(count).map((message) => ({ ...message, tokens: 50 }));
const usual = { count: words, instructionTokens: 1000, summaryTokens: 200 };

describe('a replay', () => {
  test('of a short thread has no folds and sends the whole history', () => {
    const replay = replayThread(turnsOf(3), { ...usual, policy: adaptive });
    expect(replay).toEqual({
      turns: 3,
      summarizerCalls: 0,
      summarizerInputTokens: 0,
      summarizerOutputTokens: 0,
      promptTokens: 1050 + 1150 + 1250,
      // The first prompt has nothing before it, and the second begins with all of the first.
      cachedPromptTokens: 1050 + 1150,
      fullHistoryTokens: 1050 + 1150 + 1250,
      folds: [],
    });
  });

  test('folds where a real thread would', () => {
    const replay = replayThread(turnsOf(9), { ...usual, policy: adaptive });
    // The eighth message is sent after seven turns, of which six stay. From then on four stay.
    expect(replay.folds).toEqual([
      { beforeSeq: 15, messages: 2, reason: 'turns', liveTurnsAfter: 6 },
      { beforeSeq: 17, messages: 6, reason: 'turns', liveTurnsAfter: 4 },
    ]);
    expect(replay).toMatchObject({
      summarizerCalls: 2,
      summarizerInputTokens: 100 + (100 + 300),
      summarizerOutputTokens: 100 + 200,
    });
  });

  test('a summary that is written again leaves only the instructions to keep', () => {
    const before = replayThread(turnsOf(7), { ...usual, policy: adaptive, instructionTokens: 2000 });
    const after = replayThread(turnsOf(8), { ...usual, policy: adaptive, instructionTokens: 2000 });
    expect(after.cachedPromptTokens - before.cachedPromptTokens).toBe(2000);
  });

  test('a beginning of less than 1,024 tokens is not kept', () => {
    const replay = replayThread(turnsOf(2), { ...usual, policy: adaptive, instructionTokens: 973 });
    expect(replay.cachedPromptTokens).toBe(0);
    const one = replayThread(turnsOf(2), { ...usual, policy: adaptive, instructionTokens: 974 });
    expect(one.cachedPromptTokens).toBe(1024);
  });

  test('blocks stay at the beginning, and each is read by no later fold', () => {
    const options = { ...usual, instructionTokens: 900 };
    const inBlocks = replayThread(turnsOf(68), { ...options, policy: segments });
    const inOne = replayThread(turnsOf(68), { ...options, policy: batched });
    expect(inBlocks.folds).toEqual(inOne.folds);
    expect(inBlocks.folds.map(({ messages }) => messages)).toEqual([42, 42, 42]);
    expect(inOne.summarizerInputTokens - inBlocks.summarizerInputTokens).toBe(400);
    expect(inBlocks.cachedPromptTokens).toBeGreaterThan(inOne.cachedPromptTokens);
  });

  test('a pause loses what the provider kept, and under the frugal policy a fold follows it', () => {
    const pauseBefore = (at: number) => (at === 30 ? coldAfterMs : 0);
    const options = { ...usual, policy: frugal };
    const warm = replayThread(turnsOf(16), options);
    const cold = replayThread(turnsOf(16), { ...options, pauseBefore });
    expect(warm.folds).toEqual([]);
    expect(cold.folds).toEqual([{ beforeSeq: 31, messages: 22, reason: 'pause', liveTurnsAfter: 4 }]);
    // The block is a tenth of 1,100 tokens, in whole words.
    expect(cold.summarizerOutputTokens).toBe(111);
    expect(cold.cachedPromptTokens).toBe(replayThread(turnsOf(15), options).cachedPromptTokens);
  });

  test('reads in parts what is over the summarizer’s budget', () => {
    const options = { ...usual, policy: batched, tokenBudget: 1000, overheadTokens: 100 };
    const replay = replayThread(turnsOf(26), options);
    // The 2,100 tokens are read in three calls: 900 alone, 700 beside a summary of 200, and the rest.
    expect(replay).toMatchObject({
      summarizerCalls: 3,
      summarizerInputTokens: 1000 + 1000 + 800,
      summarizerOutputTokens: 600,
    });
  });

  test('is a valid explanation of any thread, and never sends more of it than there is', () => {
    fc.assert(
      fc.property(
        randomMessages({ maxTurns: 40, lateResults: true }),
        fc.constantFrom(...memoryPolicies),
        fc.integer({ min: 1, max: 5 }),
        (messages, name, every) => {
          const pauseBefore = (at: number) => (at % every === 0 ? coldAfterMs : 0);
          const replay = replayThread(messages, { ...usual, policy: windowPolicies[name], pauseBefore });
          explanationSchema.parse({ policy: name, costUsd: null, ...replay });
          expect(replay.promptTokens).toBeLessThanOrEqual(replay.fullHistoryTokens);
          expect(replay.cachedPromptTokens).toBeLessThanOrEqual(replay.promptTokens);
        },
      ),
    );
  });
});
