import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPairReader } from './read-pairs.ts';

const readWhole = (text: string) => createPairReader().read(text, true);

describe('the pairs of an answer', () => {
  test('are the same however the answer is cut into pieces', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(texts, fc.array(fc.nat(200)), (values, cuts) => {
        const json = JSON.stringify(Object.fromEntries(values.map((value, at) => [String(at + 1), value])));
        const reader = createPairReader();
        const ends = [...new Set(cuts.map((cut) => cut % json.length))].toSorted((a, b) => a - b);
        const read = [...ends.flatMap((end) => reader.read(json.slice(0, end))), ...reader.read(json, true)];
        expect(read).toEqual(values.map((text, at) => ({ id: String(at + 1), text })));
      }),
    );
  });

  test('come as soon as they are complete, and not before', () => {
    const reader = createPairReader();
    expect(reader.read('{"1": "Der Hafen"')).toEqual([]);
    expect(reader.read('{"1": "Der Hafen",')).toEqual([{ id: '1', text: 'Der Hafen' }]);
    expect(reader.read('{"1": "Der Hafen", "2": "Die')).toEqual([]);
  });

  test.each([
    ['a code fence and words', 'Sure:\n```json\n{"1": "a"}\n```\nDone: 2.', [['1', 'a']]],
    [
      'an object around them',
      '{"translations": {"1": "a", "2": "b"}}',
      [
        ['1', 'a'],
        ['2', 'b'],
      ],
    ],
    [
      'numbers as keys',
      '{1: "a", 2: "b"}',
      [
        ['1', 'a'],
        ['2', 'b'],
      ],
    ],
    ['line breaks and unknown escapes', '{"1": "a\nb \\< c"}', [['1', 'a b < c']]],
    ['a text that was cut', '{"1": "a", "2": "b', [['1', 'a']]],
    ['quotation marks inside', '{"1": "he said "no" to it", "2": "b"}', [['2', 'b']]],
    ['an odd quotation mark', '{"1": "5" wide", "2": "b", "3": "c"}', []],
    ['pairs inside a text', '{"1": "say \\"2\\": \\"x\\", twice"}', [['1', 'say "2": "x", twice']]],
    ['prose', 'I cannot: "1" is not possible.', []],
  ])('survive %s', (_, text, pairs) => {
    expect(readWhole(text).map(({ id, text: value }) => [id, value])).toEqual(pairs);
  });
});
