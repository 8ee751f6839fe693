import { expect, test } from 'vitest';
import type { Passage } from '#schema/spaces/space.ts';
import { quoteArticle, quotePassages, unquoteAnswer } from './quote-passages.ts';

const passage = (changes: Partial<Passage>): Passage => ({
  kind: 'entry',
  title: 'The bridge',
  path: '/reader/all/7',
  text: 'The bridge closes in May.',
  ...changes,
});
const answer = (question: string, passages: Passage[]) => [...quotePassages(question, passages)].join('');

test('gives each passage with its place', () => {
  const text = answer('When does it close?', [
    passage({}),
    passage({ title: 'Ferries', path: '/reader/all/8' }),
  ]);
  expect(text).toMatch(/^From your library:/);
  expect(text).toContain('> The bridge closes in May.\n>\n> — [The bridge](/reader/all/7)');
  expect(text).toContain('[Ferries](/reader/all/8)');
});

test('says so when nothing was found, and what to do', () => {
  expect(answer('Why?', [])).toContain('[Settings](/settings/models)');
});

test('speaks Chinese to a Chinese question', () => {
  expect(answer('大桥什么时候封闭？', [])).toContain('离线模型');
});

test('shows markup in a passage as it was written', () => {
  const text = answer('q', [
    passage({ text: '<img src=x> [x](javascript:alert(1))\n# not a heading', title: '](x) **' }),
  ]);
  expect(text).toContain('> \\<img src=x\\> \\[x\\](javascript:alert(1))');
  expect(text).toContain('> \\# not a heading');
  expect(text).toContain('[\\](x) \\*\\*](/reader/all/7)');
});

test('gives back what it quoted, and leaves other texts alone', () => {
  const quoted = answer('When?', [passage({ text: 'It closes in *May* 2027.' })]);
  expect(unquoteAnswer(quoted)).toBe('It closes in *May* 2027.');
  expect(unquoteAnswer(answer('Why?', []))).toBe('');
  expect(unquoteAnswer('> somebody else’s quotation')).toBe('> somebody else’s quotation');
});

test('quotes an article with the numbers of its passages, and gives the quotations back', () => {
  const text = 'The bridge closes in *May*.\n\nFerries run [3] instead.';
  const passages = [
    { start: 0, end: 27, tokens: 9 },
    { start: 29, end: text.length, tokens: 8 },
  ];
  const quoted = [...quoteArticle('What runs?', { text, passages }, [2, 1])].join('');
  expect(quoted).toBe(
    'From the article:\n\n> Ferries run \\[3\\] instead. [2]\n\n> The bridge closes in \\*May\\*. [1]',
  );
  expect(unquoteAnswer(quoted)).toBe('Ferries run [3] instead.\n\nThe bridge closes in *May*.');
  const nothing = [...quoteArticle('Who?', { text, passages }, [])].join('');
  expect(nothing).toMatch(/The article begins:\n\n> The bridge closes in \\\*May\\\*\. \[1\]$/);
});
