import { expect, test } from 'vitest';
import { firstSentence } from './parse-blocks.ts';

test.each([
  ['prose', 'The bridge closes. It reopens in May.', 'The bridge closes.'],
  [
    'the first bullet, without its marks',
    '- **The bridge** closes in `March`. It rusts.\n- More.',
    'The bridge closes in March.',
  ],
  ['what follows a heading', '## Summary\n\nThe [bridge](https://x.example) closes.', 'The bridge closes.'],
  ['a sentence over two lines', 'The bridge\ncloses in March. More.', 'The bridge closes in March.'],
  ['Chinese', '大桥将关闭。第二句。', '大桥将关闭。'],
  ['a sentence that is cut off', 'The bridge closes in', 'The bridge closes in'],
  ['nothing but a heading', '# Summary', ''],
  [
    'markup',
    '<img src=x onerror=alert(1)> The bridge closes.',
    '<img src=x onerror=alert(1)> The bridge closes.',
  ],
])('%s', (_, summary, expected) => {
  expect(firstSentence(summary)).toBe(expected);
});
