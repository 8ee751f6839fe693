import { expect, test } from 'vitest';
import { laySpans } from '#web/markdown/spans.tsx';
import { plainLine } from './parse-blocks.ts';

test.each([
  'The bridge closes in March.',
  '**The bridge** closes in `March`, __for good__.',
  'It is *not* rusting, _they_ say, but **quite *badly* so**.',
  '***Both*** and ~~neither~~.',
  'The [bridge](https://x.example/a_b_c) and [ferry](/ferry "Ferry").',
  'A file_name_with_marks, 2 * 3 * 4 = 24, and 5 ** 2.',
  'An open ** mark, an open `code and a lone [bracket].',
  'Not \\*emphasis\\*, AT&amp;T &mdash; 20&nbsp;%.',
  '大桥将**关闭**。',
  '<b>The bridge</b> closes.',
])('of %j the text is shown as the parser shows it', (line) => {
  const parsed = laySpans(line, 0).map(({ text }) => text);
  expect(plainLine(line)).toBe(parsed.join('').trim());
});
