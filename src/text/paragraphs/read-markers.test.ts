import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defuse, plainOf, undoDefuse } from './markers.ts';
import { readMarkers } from './place-translation.ts';

const markup = 'Read <1>the report</1> by <2>Anna <3>B.</3></2> <4/>';

describe('markers', () => {
  test('are read in any order', () => {
    expect(readMarkers('<4/><2><3>B.</3> Anna</2>: <1>Bericht</1>', markup)).toEqual({
      nodes: [
        { marker: 4, children: [] },
        { marker: 2, children: [{ marker: 3, children: ['B.'] }, ' Anna'] },
        ': ',
        { marker: 1, children: ['Bericht'] },
      ],
      missing: [],
    });
  });

  test.each([
    ['an unknown one', '<7>a</7> b', ['a', ' b'], [1, 2, 3, 4]],
    ['a second one', '<1>a</1> <1>b</1>', [{ marker: 1, children: ['a'] }, ' ', 'b'], [2, 3, 4]],
    ['one without an end', '<1>a <2>b</2>', ['a ', { marker: 2, children: ['b'] }], [1, 3, 4]],
    ['one without a start', 'a</1>', ['a'], [1, 2, 3, 4]],
    ['crossing ones', '<1>a<2>b</1>c</2>', [{ marker: 1, children: ['a', 'b'] }, 'c'], [2, 3, 4]],
    ['a void one as a pair', '<4></4>', [{ marker: 4, children: [] }], [1, 2, 3]],
    [
      'spaces',
      '< 1 >a</ 1 >< 4 / >',
      [
        { marker: 1, children: ['a'] },
        { marker: 4, children: [] },
      ],
      [2, 3],
    ],
  ])('survive %s', (_, text, nodes, missing) => {
    expect(readMarkers(text, markup)).toEqual({ nodes, missing });
  });

  test('that stand in the text itself come back as they were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<1>', '</2>', '<3/>', '&lt;', '&amp;', 'lt;', '<', '&', 'a ')),
        (pieces) => {
          const text = pieces.join('');
          expect(undoDefuse(defuse(text))).toBe(text);
        },
      ),
    );
    expect(plainOf(`<1>${defuse('x <1> y')}</1>`)).toBe('x <1> y');
  });
});
