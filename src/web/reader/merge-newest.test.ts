import { describe, expect, test } from 'vitest';
import type { EntryHead } from '#schema/entry.ts';
import { mergeNewest } from './merge-newest.ts';

const head = (id: number, publishedAt: number, more: Partial<EntryHead> = {}) =>
  ({ id, publishedAt, read: false, ...more }) as EntryHead;
const ids = (pages: { items: EntryHead[] }[]) => pages.map(({ items }) => items.map(({ id }) => Number(id)));

describe('a refetched list', () => {
  const pages = [
    { items: [head(5, 50), head(4, 40)], nextCursor: 'a', inSummary: [], inTranslation: [] },
    { items: [head(3, 30), head(2, 20)], nextCursor: 'b', inSummary: [], inTranslation: [] },
  ];

  test('inserts new entries where they belong and keeps those that were read', () => {
    const merged = mergeNewest(pages, [head(7, 60), head(6, 45), head(5, 50)]);
    expect(ids(merged)).toEqual([
      [7, 5, 6, 4],
      [3, 2],
    ]);
  });

  test('updates known entries in place, on any page', () => {
    const merged = mergeNewest(pages, [head(3, 30, { read: true })]);
    expect(merged[1]?.items[0]?.read).toBe(true);
    expect(ids(merged)).toEqual(ids(pages));
  });

  test('leaves anything older than the loaded entries to its own page, unless all is loaded', () => {
    expect(ids(mergeNewest(pages, [head(1, 10)]))).toEqual(ids(pages));
    const whole = [{ items: [head(5, 50)], nextCursor: null, inSummary: [], inTranslation: [] }];
    expect(ids(mergeNewest(whole, [head(1, 10)]))).toEqual([[5, 1]]);
  });

  test('fills an empty list', () => {
    expect(
      ids(
        mergeNewest(
          [{ items: [], nextCursor: null, inSummary: [], inTranslation: [] }],
          [head(1, 10), head(2, 20)],
        ),
      ),
    ).toEqual([[2, 1]]);
  });
});
