import { expect, test } from 'vitest';
import { diffLines } from './read-tool.ts';

const show = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`);

test('names the lines that are gone and those that are new', () => {
  expect(show('one\ntwo\nthree\n', 'one\n2\nthree\nfour\n')).toEqual([
    ' one',
    '-two',
    '+2',
    ' three',
    '+four',
  ]);
});

test('of nothing and a text is the text', () => {
  expect(show('', 'one\n\ntwo')).toEqual(['+one', '+', '+two']);
  expect(show('one\n', '')).toEqual(['-one']);
  expect(show('', '')).toEqual([]);
  expect(show('one', 'one\ntwo')).toEqual([' one', '+two']);
});

test('replaces everything where a comparison would take too long', () => {
  const before = Array.from({ length: 3000 }, (_, line) => `old ${line}`).join('\n');
  const after = Array.from({ length: 3000 }, (_, line) => `new ${line}`).join('\n');
  const changes = diffLines(before, after);
  expect(changes.filter(({ kind }) => kind === 'removed')).toHaveLength(3000);
  expect(changes.filter(({ kind }) => kind === 'added')).toHaveLength(3000);
});
