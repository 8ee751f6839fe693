import { describe, expect, test } from 'vitest';
import { planBatches, splitAgain } from './plan-batches.ts';

const paragraph = (at: number, words: number) => ({
  key: `k${at}`,
  markup: Array.from({ length: words }, (_, word) => `word${word}${word % 12 === 11 ? '.' : ''}`).join(' '),
});
const paragraphs = Array.from({ length: 100 }, (_, at) => paragraph(at, 40));

describe('batches', () => {
  test('hold all paragraphs once, in order, as many as the model can answer', () => {
    for (const room of [
      { input: 100_000, output: 64_000 },
      { input: 4000, output: 4096 },
      { input: 600, output: 500 },
    ]) {
      const batches = planBatches(paragraphs, room);
      expect(batches.flat().map(({ paragraph: { key } }) => key)).toEqual(paragraphs.map(({ key }) => key));
    }
    expect(planBatches(paragraphs, { input: 100_000, output: 64_000 })).toHaveLength(2);
    expect(planBatches(paragraphs, { input: 4000, output: 4096 }).length).toBeGreaterThan(2);
  });

  test('cut a paragraph that is too long at the ends of sentences, and lose nothing', () => {
    const long = { key: 'long', markup: `${paragraph(0, 900).markup} <1>the end</1>.` };
    const items = planBatches([long], { input: 400, output: 400 }).flat();
    expect(items.length).toBeGreaterThan(3);
    expect(items.map(({ markup }) => markup).join(' ')).toBe(long.markup);
    expect(items.map(({ part }) => part)).toEqual(items.map((_, at) => at));
  });

  test('cut a sentence without an end, also one without spaces, and never inside a marker', () => {
    for (const unit of ['word ', '很', '😀', '<12>x</12> ']) {
      const markup = unit.repeat(3000).trim();
      const parts = planBatches([{ key: 'k', markup }], { input: 300, output: 300 }).flat();
      expect(
        parts
          .map((item) => item.markup)
          .join('')
          .replaceAll(' ', ''),
      ).toBe(markup.replaceAll(' ', ''));
      for (const { markup: part } of parts) expect(part).not.toMatch(/<\/?\d*$|^\d*>|[\ud800-\udbff]$/);
    }
  });

  test('of what is left are smaller, and a few come alone', () => {
    const items = planBatches(paragraphs.slice(0, 40), { input: 100_000, output: 64_000 }).flat();
    expect(splitAgain(items).map((batch) => batch.length)).toEqual([10, 10, 10, 10]);
    expect(splitAgain(items.slice(0, 3)).map((batch) => batch.length)).toEqual([1, 1, 1]);
  });
});
