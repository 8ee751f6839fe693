import { expect, test } from 'vitest';
import { entryIdSchema } from '#schema/entry.ts';
import { extend, nothingSelected, toggle } from './use-selection.ts';

const idOf = (id: number) => entryIdSchema.parse(id);
const order = [5, 4, 3, 2, 1].map(idOf);

test('an entry is selected and deselected', () => {
  const one = toggle(nothingSelected, idOf(4));
  expect([...one.ids]).toEqual([4]);
  expect([...toggle(one, idOf(4)).ids]).toEqual([]);
  expect(nothingSelected.ids.size).toBe(0);
});

test('a range goes from the last one to this one, in both directions, and adds to the rest', () => {
  const one = toggle(toggle(nothingSelected, idOf(1)), idOf(4));
  const down = extend(one, idOf(2), order);
  expect([...down.ids]).toEqual([1, 4, 3, 2]);
  expect([...extend(down, idOf(5), order).ids]).toEqual([1, 4, 3, 2, 5]);
});

test('a range without a beginning in the list is this one alone', () => {
  expect([...extend(nothingSelected, idOf(3), order).ids]).toEqual([3]);
  expect([...extend(toggle(nothingSelected, idOf(9)), idOf(3), order).ids]).toEqual([9, 3]);
});
