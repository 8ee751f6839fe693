import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GroundedSentence, GroundingFlag } from '#schema/runs/grounding.ts';
import { linesOf, parseBlocks } from '#web/summary-panel/text/parse-blocks.ts';
import { type Piece, sliceLines } from './slice-lines.ts';

function sentenceAt(
  text: string,
  quoted: string,
  { flagged = [], ...changes }: Partial<GroundedSentence> & { flagged?: string[] } = {},
): GroundedSentence {
  const start = text.indexOf(quoted);
  const flags = flagged.map((detail): GroundingFlag => {
    const at = text.indexOf(detail, start);
    return { kind: 'number', reason: 'missing', start: at, end: at + detail.length };
  });
  return {
    start,
    end: start + quoted.length,
    state: 'not-in-the-source',
    support: [],
    flags,
    details: [],
    ...changes,
  };
}

const slice = (text: string, sentences: GroundedSentence[]) =>
  sliceLines(parseBlocks(text).flatMap(linesOf), sentences);
const textOf = (piece: Piece) => piece.parts.map((part) => part.text).join('');

describe('the pieces of a summary', () => {
  test('are its sentences and what is between them', () => {
    const text = 'It closes. It opens.';
    const [line = []] = slice(text, [sentenceAt(text, 'It closes.'), sentenceAt(text, 'It opens.')]);
    expect(line.map((piece) => [textOf(piece), piece.sentence])).toEqual([
      ['It closes.', 0],
      [' ', null],
      ['It opens.', 1],
    ]);
  });

  test('omit a bullet’s marker, even if the sentence includes it', () => {
    const text = '- It closes.\n- It opens.';
    const lines = slice(text, [sentenceAt(text, '- It closes.'), sentenceAt(text, 'It opens.')]);
    expect(lines.map((line) => line.map(textOf))).toEqual([['It closes.'], ['It opens.']]);
    expect(lines.flat().every(({ isFirst, isLast }) => isFirst && isLast)).toBe(true);
  });

  test('mark where a sentence that crosses lines starts and ends', () => {
    const text = 'It closes\nfor two\nyears. Then it opens.';
    const lines = slice(text, [sentenceAt(text, 'It closes\nfor two\nyears.')]);
    expect(
      lines.map((line) => line.map(({ sentence, isFirst, isLast }) => [sentence, isFirst, isLast])),
    ).toEqual([
      [[0, true, false]],
      [[0, false, false]],
      [
        [0, false, true],
        [null, false, false],
      ],
    ]);
  });

  test('show which details are flagged', () => {
    const text = 'It costs 987 million in 2031.';
    const [line = []] = slice(text, [sentenceAt(text, text, { flagged: ['2031', '987 million'] })]);
    expect(line[0]?.parts.map(({ text: shown, mark }) => [shown, mark])).toEqual([
      ['It costs ', null],
      ['987 million', 'not-in-the-source'],
      [' in ', null],
      ['2031', 'not-in-the-source'],
      ['.', null],
    ]);
  });

  test('distinguish a conflicting detail from a missing one, and show the more severe if both apply', () => {
    const text = 'Sales fell by 38.';
    const flags: GroundingFlag[] = [
      { kind: 'number', reason: 'missing', start: 14, end: 16 },
      { kind: 'term', reason: 'missing', start: 6, end: 10 },
      { kind: 'polarity', reason: 'reversed', start: 6, end: 10 },
    ];
    const [line = []] = slice(text, [sentenceAt(text, text, { state: 'different', flags })]);
    const marks = line[0]?.parts.filter(({ mark }) => mark !== null) ?? [];
    expect(marks.map(({ text: shown, mark }) => [shown, mark])).toEqual([
      ['fell', 'different'],
      ['38', 'not-in-the-source'],
    ]);
  });

  test.each(['not-checked', 'quoted', 'confirmed'] as const)(
    'mark nothing in a sentence that is %s',
    (state) => {
      const text = 'It costs 987 million.';
      const [line = []] = slice(text, [sentenceAt(text, text, { state, flagged: ['987 million'] })]);
      expect(line[0]?.parts.map(({ mark }) => mark)).toEqual([null]);
    },
  );

  test('add up to the lines, whatever the offsets', () => {
    const span = fc.tuple(fc.nat(60), fc.nat(30)).map(([start, length]) => ({ start, end: start + length }));
    const sentence = fc.record({ at: span, flags: fc.array(span, { maxLength: 4 }) });
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.array(sentence, { maxLength: 6 }), (text, drawn) => {
        const sentences = drawn
          .toSorted((a, b) => a.at.start - b.at.start)
          .map(
            ({ at, flags }): GroundedSentence => ({
              ...at,
              state: 'different',
              support: [],
              flags: flags.map((flag) => ({ kind: 'name', reason: 'missing', ...flag })),
              details: [],
            }),
          );
        const lines = parseBlocks(text).flatMap(linesOf);
        const sliced = sliceLines(lines, sentences);
        expect(sliced.map((line) => line.map(textOf).join(''))).toEqual(lines.map((line) => line.text));
        for (const part of sliced.flat().flatMap((piece) => piece.parts))
          expect(text.slice(part.start, part.start + part.text.length)).toBe(part.text);
      }),
    );
  });
});
