import { describe, expect, test } from 'vitest';
import { appendSegment, lengthParameters, planSegments, wordsOf } from './segments.ts';
import { windowPolicies } from './window-policy.ts';

const { adaptive, frugal, segments: blocks } = windowPolicies;

function blocksOf(count: number) {
  let state: ReturnType<typeof appendSegment> = { summary: null, segments: [] };
  for (let n = 1; n <= count; n += 1)
    state = appendSegment(state.segments, { text: `block ${n}`, to: n * 10 });
  return state;
}

describe('a summary in blocks', () => {
  test('gets a block for each fold, and the others stay byte for byte', () => {
    expect(blocksOf(3)).toEqual({
      summary: 'block 1\n\nblock 2\n\nblock 3',
      segments: [
        { text: 'block 1', from: 0, to: 10 },
        { text: 'block 2', from: 10, to: 20 },
        { text: 'block 3', from: 20, to: 30 },
      ],
    });
  });

  test('has a fold read nothing of it until there are enough blocks', () => {
    const three = blocksOf(3);
    expect(planSegments(three, blocks)).toEqual({ kept: three.segments, previousSummary: null });
  });

  test('is written again as one block by the fold after that', () => {
    const four = blocksOf(4);
    const { kept, previousSummary } = planSegments(four, blocks);
    expect(previousSummary).toBe(four.summary);
    expect(appendSegment(kept, { text: 'all', to: 50 })).toEqual({
      summary: 'all',
      segments: [{ text: 'all', from: 0, to: 50 }],
    });
  });

  test('that was edited by hand is read as it was left', () => {
    const edited = { ...blocksOf(3), summary: 'by hand' };
    expect(planSegments(edited, blocks)).toEqual({ kept: [], previousSummary: 'by hand' });
  });

  test('is one text under every other policy', () => {
    const three = blocksOf(3);
    expect(planSegments(three, adaptive)).toEqual({ kept: [], previousSummary: three.summary });
  });

  test('begins with nothing', () => {
    expect(planSegments({ summary: null, segments: [] }, blocks)).toEqual({
      kept: [],
      previousSummary: null,
    });
  });
});

describe('the length of a frugal block', () => {
  const ofTokens = (tokens: number, previousSummary: string | null = null) =>
    wordsOf(
      { messages: [{ role: 'user', text: '', tokens }], previousSummary },
      { policy: frugal, count: () => 0 },
    );

  test('is a tenth of what it covers, between 80 and 350 words', () => {
    expect([100, 2000, 4000, 90_000].map((tokens) => ofTokens(tokens))).toEqual([80, 150, 300, 350]);
  });

  test('is the template’s own where blocks are merged, and under every other policy', () => {
    expect(ofTokens(4000, 'twelve blocks')).toBeNull();
    expect(wordsOf({ messages: [], previousSummary: null }, { policy: blocks, count: () => 0 })).toBeNull();
  });

  test('leaves room for a text that is accepted in a script without spaces', () => {
    expect(lengthParameters(80)).toEqual({ maxWords: '80', maxCharacters: '260' });
    expect(lengthParameters(350)).toEqual({ maxWords: '350', maxCharacters: '700' });
    expect(lengthParameters(null)).toEqual({});
  });
});
