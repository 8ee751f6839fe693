import { expect, test } from 'vitest';
import { toOneLine } from './cut-text.ts';

test.each([
  ['two words', 'two words'],
  ['  around  ', 'around'],
  ['two  spaces', 'two spaces'],
  ['a\nline', 'a line'],
  ['a\r\n\tline \n', 'a line'],
  ['no\u00a0break\u2003em', 'no break em'],
  ['\ufeffmark', 'mark'],
  ['', ''],
])('%j becomes %j', (text, line) => {
  expect(toOneLine(text)).toBe(line);
});
