import { expect, test } from 'vitest';
import type { Change } from '#text/diff-words.ts';
import { foldSame } from './open-observation.tsx';

const same = (count: number) =>
  Array.from({ length: count }, (_, line): Change => ({ kind: 'same', text: String(line) }));
const added: Change = { kind: 'added', text: 'new' };
const show = (lines: Change[]) =>
  foldSame(lines).map((line) => (line.kind === 'gap' ? line.count : line.kind));

test('unchanged lines far from a change are left out', () => {
  expect(show([...same(10), added, ...same(8)])).toEqual([
    7,
    'same',
    'same',
    'same',
    'added',
    'same',
    'same',
    'same',
    5,
  ]);
});

test('nothing is left out where it would save no line', () => {
  expect(show([...same(4), added, ...same(3), added])).toEqual(
    [...same(4), added, ...same(3), added].map(({ kind }) => kind),
  );
  expect(show([])).toEqual([]);
});
