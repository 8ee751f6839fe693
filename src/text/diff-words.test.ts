import { expect, test } from 'vitest';
import { diffWords } from './diff-words.ts';

const without = (changes: ReturnType<typeof diffWords>, kind: string) =>
  changes
    .filter((change) => change.kind !== kind)
    .map(({ text }) => text)
    .join('');

test('names the words that are gone and those that are new', () => {
  expect(diffWords('The ferry leaves at nine.', 'The ferry leaves at ten.')).toEqual([
    { kind: 'same', text: 'The ferry leaves at ' },
    { kind: 'removed', text: 'nine.' },
    { kind: 'added', text: 'ten.' },
  ]);
  expect(diffWords('渡轮九点开。', '渡轮十点开。')).toEqual([
    { kind: 'same', text: '渡轮' },
    { kind: 'removed', text: '九' },
    { kind: 'added', text: '十' },
    { kind: 'same', text: '点开。' },
  ]);
});

test('of equal texts is the text, and of nothing is nothing', () => {
  expect(diffWords('Same.', 'Same.')).toEqual([{ kind: 'same', text: 'Same.' }]);
  expect(diffWords('', '')).toEqual([]);
  expect(diffWords('', 'New.')).toEqual([{ kind: 'added', text: 'New.' }]);
});

test('holds both texts, character for character, however long and odd they are', () => {
  const texts = [
    'One. Two\n\nthree!  Four?',
    ' One. two\nthree! \u{1F600} Four',
    'x y '.repeat(10_000),
    `${'z y '.repeat(10_000)}.`,
    'One sentence. '.repeat(3000),
    `${'One sentence. '.repeat(1500)}Another. ${'One sentence. '.repeat(1500)}`,
  ];
  for (const before of texts) {
    for (const after of texts) {
      const changes = diffWords(before, after);
      expect(without(changes, 'added')).toBe(before);
      expect(without(changes, 'removed')).toBe(after);
    }
  }
});
