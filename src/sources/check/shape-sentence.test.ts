import { expect, test } from 'vitest';
import { shapeSentence } from './tasks/repair.ts';

test('a correction takes the place of its sentence, with its list mark and blanks', () => {
  expect(shapeSentence('- It costs 987 million.\n', 'It costs 310 million.')).toBe(
    '- It costs 310 million.\n',
  );
  expect(shapeSentence('2. It costs 987.', '2. It costs 310.')).toBe('2. It costs 310.');
  expect(shapeSentence('It costs 987.', 'It costs\n310.')).toBe('It costs 310.');
});

test('nothing, the same again and an essay are no corrections', () => {
  expect(shapeSentence('It costs 987.', ' \n')).toBeNull();
  expect(shapeSentence('- It costs 987.', 'It costs 987.')).toBeNull();
  expect(shapeSentence('It costs 987.', 'It costs 310. '.repeat(20))).toBeNull();
});
