import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { citedNumbers, splitCitations } from './citations.ts';

describe('the numbers in brackets of an answer', () => {
  test('are citations, alone or several together', () => {
    expect(splitCitations('Two years [3]. Rust [1, 12].')).toEqual([
      { kind: 'text', text: 'Two years ' },
      { kind: 'citation', text: '[3]', number: 3 },
      { kind: 'text', text: '. Rust ' },
      { kind: 'text', text: '[' },
      { kind: 'citation', text: '1', number: 1 },
      { kind: 'text', text: ', ' },
      { kind: 'citation', text: '12', number: 12 },
      { kind: 'text', text: ']' },
      { kind: 'text', text: '.' },
    ]);
    expect(citedNumbers('封闭两年【4】。渡轮[2、4]。 [9][1]')).toEqual([1, 2, 4, 9]);
  });

  test('are none in links, escapes and other brackets', () => {
    expect(citedNumbers('[3](https://example.org) \\[4\\] [a5] [6.7] [] [123456] (8) [-9]')).toEqual([]);
  });

  test('leave the text as it is, whatever it says', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('[1]', '[2, 3]', '[', ']', '【4】', '[5](x)', '999'));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const split = splitCitations(text);
        expect(split.map((each) => each.text).join('')).toBe(text);
      }),
    );
  });
});
