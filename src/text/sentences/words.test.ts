import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countWords, isUnspaced, splitWords } from './words.ts';

describe('splitting into words', () => {
  test('makes inflected forms equal and marks function words', () => {
    const [first, second, third] = splitWords("The company's increases increased");
    expect(first?.light).toBe(true);
    expect(second?.lower).toBe('company');
    expect(third?.term).toBe(splitWords('increased')[0]?.term);
  });

  test('keeps numbers with separators as one word', () => {
    expect(splitWords('1,234.5 people').map((word) => word.lower)).toEqual(['1,234.5', 'people']);
  });

  test('reads Chinese as overlapping pairs of characters with their places', () => {
    expect(splitWords('区块链 AI', 'zh').map(({ lower, start, end }) => [lower, start, end])).toEqual([
      ['区块', 0, 2],
      ['块链', 1, 3],
      ['ai', 4, 6],
    ]);
  });

  test('folds accents so that forms with and without them compare equal', () => {
    expect(splitWords('Müller', 'de')[0]?.term).toBe(splitWords('Muller', 'de')[0]?.term);
  });

  test('counts words, and characters where words are not spaced', () => {
    expect(countWords("It doesn't matter: state-of-the-art, 1,000 times.")).toBe(6);
    expect(countWords('区块链技术 AI')).toBe(6);
    expect(isUnspaced('区块链技术 AI')).toBe(true);
    expect(isUnspaced('plain words')).toBe(false);
  });

  test('every word lies where its offsets say, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const { start, end } of splitWords(text)) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(/[\p{L}\p{M}\p{N}]/u.test(text.slice(start, end))).toBe(true);
        }
      }),
    );
  });
});
