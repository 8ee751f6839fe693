import { expect, test } from 'vitest';
import { fileNameOf } from './download-text.ts';

test('a title becomes a name that every system takes', () => {
  expect(fileNameOf('A/B: "why?"\n', 'md')).toBe('A B why.md');
  expect(fileNameOf('../../etc', 'md')).toBe('etc.md');
  expect(fileNameOf('???', 'json')).toBe('thread.json');
});
