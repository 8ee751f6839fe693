import { expect, test } from 'vitest';
import { cutExcerpt } from './cut-text.ts';

const long = `${'Before it there was much talk of other things. '.repeat(20)}The harbour bridge closes in May. ${'Afterwards nobody came back to it. '.repeat(20)}`;

test('shows the text around the first word that was found, cut at spaces', () => {
  const excerpt = cutExcerpt(long, ['harbour', 'bridge']);
  expect(excerpt).toContain('The harbour bridge closes in May.');
  expect(excerpt).toMatch(/^…\S/);
  expect(excerpt).toMatch(/\S…$/);
  expect(excerpt.length).toBeLessThan(260);
});

test('shows a short text whole, on one line', () => {
  expect(cutExcerpt('One line\n\nand another.', ['another'])).toBe('One line and another.');
});

test('shows the beginning where the word is not there as it was written', () => {
  expect(cutExcerpt(`Straße ${long}`, ['strasse'])).toMatch(/^Straße Before/);
});

test('finds its place in a text without spaces', () => {
  const excerpt = cutExcerpt(`${'港口大桥封闭两年。'.repeat(60)}屋顶菜地丰收。${'其他。'.repeat(200)}`, [
    '菜地',
  ]);
  expect(excerpt).toContain('屋顶菜地丰收');
  expect(excerpt.length).toBeLessThan(260);
});
