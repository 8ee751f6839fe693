import { describe, expect, test } from 'vitest';
import { fromText, toText } from './draft-values.ts';

describe('a number in a field', () => {
  test.each([
    ['', undefined],
    ['  ', undefined],
    ['8000', 8000],
    [' 0.5 ', 0.5],
    ['0,5', 0.5],
    ['8,000', 8000],
    ['1 200 000', 1_200_000],
  ])('is read from %j as %j', (text, value) => {
    expect(fromText(text)).toBe(value);
  });

  test('is not a number if it contains letters', () => {
    expect(fromText('many')).toBeNaN();
    expect(fromText('8k')).toBeNaN();
  });

  test('is shown as is, and as empty if there is none', () => {
    expect(toText(0)).toBe('0');
    expect(toText(null)).toBe('');
  });
});
