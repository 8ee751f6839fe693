import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createThinkFilter } from './think-filter.ts';

function filter(chunks: string[]): string {
  const thinkFilter = createThinkFilter();
  return chunks.map((chunk) => thinkFilter.push(chunk)).join('') + thinkFilter.end();
}

describe('the think filter', () => {
  test('lets no byte of a think block through, at whatever boundaries the stream is cut', () => {
    const whole =
      'Before <think>secret < plan </thin> more</think>after <b>bold</b> <THINKING>x</Thinking>end';
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 12 }), (cuts) => {
        const sorted = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
        const chunks = sorted.slice(1).map((end, index) => whole.slice(sorted[index], end));
        expect(filter(chunks)).toBe('Before after <b>bold</b> end');
      }),
    );
  });

  test('hides an unclosed block to the end', () => {
    expect(filter(['Answer. <think>and then', ' the stream ends'])).toBe('Answer. ');
  });

  test('hides blocks inside blocks', () => {
    expect(filter(['a<think>b<think>c</think>d</think>e'])).toBe('ae');
  });

  test('gives back at the end what only looked like the start of a tag', () => {
    expect(filter(['x <', 'thi'])).toBe('x <thi');
  });

  test('gives the same however the stream is cut, also for a text of brackets', () => {
    const part = fc.constantFrom(
      '<',
      '<<',
      '<think>',
      '</think>',
      '<THINKING>',
      '</thinking>',
      '<t',
      'hink',
      '>',
      '/',
      'a',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        expect(filter(parts.flatMap((text) => [...text]))).toBe(filter([parts.join('')]));
      }),
    );
    expect(filter(['<'.repeat(100_000), '<think>x</think>', '<'])).toBe('<'.repeat(100_001));
  });

  test('leaves text without think blocks as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (chunks) => {
        fc.pre(!/<\/?think/i.test(chunks.join('')));
        expect(filter(chunks)).toBe(chunks.join(''));
      }),
    );
  });
});
