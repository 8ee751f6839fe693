import { describe, expect, test } from 'vitest';
import { findPassage, keywordsOf } from './article-passages.ts';

const article = [
  'The town council met on Monday. It spoke about the budget for two hours.',
  'The harbour bridge closes on 4 May for two years. Ferries will run every ten minutes instead. Cyclists have to take the northern route.',
  'In other news, the swimming pool opens again. The pool was repaired over the winter.',
].join('\n\n');

describe('the passage that says most about a question', () => {
  test('is the sentence with its words, and what stands beside it', () => {
    const found = findPassage(article, 'When does the harbour bridge close?');
    expect(found.text).toMatch(/^The harbour bridge closes on 4 May for two years\. Ferries/);
    expect(found.text).not.toContain('council');
    expect(article.slice(found.start, found.end)).toBe(found.text);
    expect(found.score).toBeGreaterThan(0);
  });

  test('has no score where nothing of the question is said', () => {
    expect(findPassage(article, 'Who won the chess tournament?').score).toBe(0);
    expect(findPassage('', 'Anything?')).toMatchObject({ text: '', score: 0 });
  });

  test('is found in a script without spaces', () => {
    const text = '市议会周一开会。\n\n港口大桥五月起封闭两年，渡轮每十分钟一班。\n\n游泳池重新开放。';
    expect(findPassage(text, '大桥什么时候封闭？').text).toContain('港口大桥五月起封闭两年');
  });
});

test('what a question asks about are its words without those that every question has', () => {
  expect(keywordsOf('When does the harbour bridge close?')).toEqual(['harbour', 'bridge', 'close']);
  expect(keywordsOf('大桥封闭').length).toBeGreaterThan(0);
  expect(keywordsOf('Is there anything about trains?')).toEqual(['trains']);
  expect(keywordsOf('?!')).toEqual([]);
});
