import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainTurns, randomMessages, say } from '#tests/fixtures/random-threads.ts';
import { countTurns, splitTurns } from './plan-window.ts';
import type { MemoryMessage } from './thread-state.ts';

const call = (id: string): MemoryMessage => ({
  role: 'assistant',
  text: '',
  toolCalls: [{ id, name: 'search', input: {} }],
});
const result = (id: string): MemoryMessage => ({ role: 'tool', text: 'found', toolCallId: id });

describe('turns', () => {
  test('a turn is a user message with everything up to the next one', () => {
    const messages = [say('user', 'a'), call('1'), result('1'), say('assistant', 'b'), say('user', 'c')];
    expect(splitTurns(messages)).toEqual([
      { start: 0, end: 4, turns: 1 },
      { start: 4, end: 5, turns: 1 },
    ]);
  });

  test('what comes before the first user message is a turn of its own', () => {
    expect(splitTurns([say('system', 'a'), say('assistant', 'b'), ...plainTurns(1)])).toEqual([
      { start: 0, end: 2, turns: 1 },
      { start: 2, end: 4, turns: 1 },
    ]);
  });

  test('a result after later user messages ties all turns from its call on together', () => {
    const messages = [...plainTurns(1), say('user', 'a'), call('1'), ...plainTurns(1), say('user', 'b')];
    messages.push(result('1'), ...plainTurns(1));
    expect(splitTurns(messages)).toEqual([
      { start: 0, end: 2, turns: 1 },
      { start: 2, end: 8, turns: 3 },
      { start: 8, end: 10, turns: 1 },
    ]);
    expect(countTurns(messages)).toBe(5);
  });

  test('an id that is used again belongs to the newest call', () => {
    const once = [say('user', 'a'), call('1'), result('1')];
    const messages = [...once, ...once];
    expect(splitTurns(messages).map(({ start }) => start)).toEqual([0, 3]);
  });

  test('a result without a call stands where it is', () => {
    expect(splitTurns([say('user', 'a'), say('user', 'b'), result('gone')]).length).toBe(2);
  });

  test('groups cover every message once, in order, and no call is apart from its result', () => {
    fc.assert(
      fc.property(randomMessages({ maxTurns: 12, lateResults: true }), (messages) => {
        const groups = splitTurns(messages);
        expect(groups.flatMap(({ start, end }) => messages.slice(start, end))).toEqual(messages);
        const groupAt = (place: number) => groups.findIndex(({ end }) => place < end);
        for (const [place, message] of messages.entries()) {
          if (message.toolCallId === undefined) continue;
          const calledAt = messages.findIndex((one) => one.toolCalls?.[0]?.id === message.toolCallId);
          expect(groupAt(calledAt)).toBe(groupAt(place));
        }
      }),
    );
  });
});
