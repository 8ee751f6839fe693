import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOf } from '#tests/setup/share.ts';
import { countTerms, indexTerms, termsOf } from '#text/search-terms.ts';

const eachOnce = (text: string) => [...new Set(termsOf(text))].join(' ');

function countEach(texts: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts];
}

/**
 * Letters that become one, two or no letters, letters that depend on their neighbours, and characters that separate
 * words or do not.
 */
const pieces =
  'a b Z é É ß Æ İ ı ŉ Ŀ ſ ł - . ’ … = 。 桥 の ﬁ ² ½ µ ª 𝒜 😀 한 Å 1 ¨ · \u0301 \u0338 \u3099 \u200b \u00ad \ud800'
    .split(' ')
    .concat(' ', '\u00a0', '\n', '\u2028', 'x'.repeat(63), 'y'.repeat(64), 'z'.repeat(65));

test('the terms of any text are those that it has, each once, in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (chosen) => {
      const text = chosen.join('');
      expect(indexTerms(text)).toBe(eachOnce(text));
    }),
    { numRuns: shareOf(3000) },
  );
});

test('the terms of any texts are counted, in the order in which they first stand', () => {
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((chosen) => chosen.join(''));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 3 }), (texts) => {
      expect([...countTerms(texts)]).toEqual(countEach(texts));
    }),
    { numRuns: shareOf(3000) },
  );
});

test('of more terms than an index takes, the first are counted everywhere', () => {
  const words = Array.from({ length: 40_000 }, (_, n) => `word${n.toString(36)}`).join(' ');
  const counts = countTerms(['harbour', `${words} harbour`]);
  expect(counts.size).toBeLessThan(40_000);
  expect([...counts].slice(0, 2)).toEqual([
    ['harbour', 2],
    ['word0', 1],
  ]);
});

test('each character of the tables is read as anywhere else', () => {
  for (let code = 0; code < 0x2100; code++) {
    const character = String.fromCharCode(code);
    const text = `a${character}b ${character} x${character}${character}`;
    expect(indexTerms(text)).toBe(eachOnce(text));
    expect([...countTerms([text])]).toEqual(countEach([text]));
  }
});

test('more words than are remembered, and texts after them', () => {
  const words = Array.from({ length: 40_000 }, (_, n) => n.toString(36));
  const text = words.join(' ');
  for (let round = 0; round < 3; round++) {
    expect(indexTerms(`${text} ${text}`)).toBe(eachOnce(text));
    expect(indexTerms('zz Zz harbour 1')).toBe('zz harbour 1');
  }
});
