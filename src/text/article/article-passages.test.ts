import { describe, expect, test } from 'vitest';
import {
  cutArticle,
  findInArticle,
  fitArticle,
  renderArticle,
  renderPassage,
  tokensOf,
} from './article-passages.ts';

const article = [
  'The town council met on Monday. It spoke about the budget for two hours.',
  'The harbour bridge closes on 4 May for two years. Ferries will run every ten minutes instead.',
  'In other news, the swimming pool opens again. The pool was repaired over the winter.',
].join('\n\n');
const long = Array.from(
  { length: 200 },
  (_, at) => `Report ${at + 1000} is about drainage and pavements in the old town.`,
).join('\n\n');

describe('an article', () => {
  test('is cut into passages in order, with the tokens of each', async () => {
    const passages = await cutArticle(article, 'en');
    expect(passages.map(({ start, end }) => article.slice(start, end))).toEqual(article.split('\n\n'));
    for (const { tokens } of passages) expect(tokens).toBeGreaterThan(10);
    expect(await cutArticle('', null)).toEqual([]);
  });

  test('is found by what a question asks, or not at all', async () => {
    const passages = await cutArticle(article, 'en');
    const find = (question: string) => findInArticle(article, question, { passages, language: 'en' });
    expect(find('When does the harbour bridge close?')[0]).toBe(2);
    expect(find('What does the article say about the pool?')[0]).toBe(3);
    expect(find('Tell me about it')).toEqual([]);
    expect(find('?'.repeat(100_000))).toEqual([]);
  });

  test('cannot number its own passages', () => {
    expect(renderPassage(3, 'A fact.[12]\n[4] Another passage.')).toBe(
      '[3] A fact.(12)\n(4) Another passage.',
    );
  });
});

describe('an article in a prompt', () => {
  test('is whole where it fits', async () => {
    const passages = await cutArticle(article, 'en');
    expect(fitArticle(passages, { tokens: tokensOf(passages), chosen: [] })).toEqual([1, 2, 3]);
    expect(renderArticle(article, passages, [1, 2, 3])).toMatch(
      /^\[1\] The town[^…]*\n\[2\] The harbour[^…]*$/,
    );
  });

  test('is its beginning and what fits the question where it does not, within the room', async () => {
    const passages = await cutArticle(long, 'en');
    const tokens = Math.floor(tokensOf(passages) / 4);
    const opening = fitArticle(passages, { tokens, chosen: [] });
    const numbers = fitArticle(passages, { tokens, chosen: [150, 180, 999, 1] });
    expect(opening).toEqual(opening.map((_, index) => index + 1));
    expect(numbers).toEqual([...opening, 150, 180]);
    expect(
      tokensOf(numbers.map((number) => passages[number - 1] ?? { start: 0, end: 0, tokens: 0 })),
    ).toBeLessThanOrEqual(tokens);
    const text = renderArticle(long, passages, numbers);
    expect(text).toContain(`\n…\n[150] Report 1149`);
    expect(text.endsWith('\n…')).toBe(true);
  });

  test('is nothing where there is no room', async () => {
    const passages = await cutArticle(article, 'en');
    expect(fitArticle(passages, { tokens: 0, chosen: [1, 2] })).toEqual([]);
    expect(renderArticle(article, passages, [])).toBe('…');
  });
});
