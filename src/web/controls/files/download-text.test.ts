import { expect, test } from 'vitest';
import { fileNameOf } from './download-text.ts';

test('a title becomes a file name that every system accepts', () => {
  expect(fileNameOf('A/B: "why?"\n', 'md')).toBe('A B why.md');
  expect(fileNameOf('../../etc', 'md')).toBe('etc.md');
  expect(fileNameOf('???', 'json')).toBe('thread.json');
});
