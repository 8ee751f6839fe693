import { expect, test } from 'vitest';
import { readSpans } from './code-parts.ts';

test('parts of code are known by their scopes, the inner before the outer', () => {
  const root = {
    children: [
      { scope: 'keyword', children: ['const'] },
      ' x = ',
      {
        scope: 'string',
        children: [
          '`a ',
          { scope: 'subst', children: ['${', { scope: 'number', children: ['1'] }, '}'] },
          '`',
        ],
      },
      { scope: 'title.function', children: ['run'] },
      { scope: 'comment', children: [' \n'] },
      { scope: 'operator', children: ['+'] },
    ],
  };
  expect(readSpans(root)).toEqual([
    [0, 5, 'keyword'],
    [10, 15, 'string'],
    [15, 16, 'number'],
    [16, 18, 'string'],
    [18, 21, 'title'],
  ]);
});
