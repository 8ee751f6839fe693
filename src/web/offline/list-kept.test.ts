import { describe, expect, test } from 'vitest';
import { type EntryHead, entryIdSchema } from '#schema/entry.ts';
import { feedIdSchema } from '#schema/feed.ts';
import { tagIdSchema } from '#schema/tags/tag.ts';
import { applyChange, listKept } from './device.ts';

const feedId = feedIdSchema.parse(3);

function head(id: number, patch: Partial<EntryHead> = {}): EntryHead {
  return {
    id: entryIdSchema.parse(id),
    feedId,
    feedTitle: 'City Desk',
    url: null,
    title: `Entry ${id}`,
    author: null,
    excerpt: '',
    publishedAt: id * 1000,
    read: false,
    starred: false,
    hasSummary: false,
    summaryStart: null,
    imageKey: null,
    tags: [],
    ...patch,
  };
}

const heads = [
  head(1, { read: true, starred: true }),
  head(2, { feedId: null }),
  head(3, { tags: [{ id: tagIdSchema.parse(9), name: 'harbour' }] }),
  head(4),
];
const list = (search: string, subscriptions = null) =>
  listKept({ search: new URLSearchParams(search), heads, subscriptions })?.items.map(({ id }) => id);

describe('a list from what is kept', () => {
  test.each([
    ['view=all&limit=200', [4, 3, 2, 1]],
    ['', [4, 3, 2]],
    ['view=starred', [1]],
    ['view=saved', [2]],
    ['view=all&feedId=3', [4, 3, 1]],
    ['view=all&tagId=9', [3]],
  ])('%s', (search, ids) => {
    expect(list(search)).toEqual(ids);
  });

  test.each(['query=bridge', 'cursor=abc', 'folderId=1', 'view=nonsense'])(
    '%s is left to the server',
    (search) => {
      expect(list(search)).toBeUndefined();
    },
  );

  test('a waiting change shows at once', () => {
    const [entry = head(1)] = heads;
    const changed = applyChange(entry, { id: entry.id, patch: { starred: false } });
    expect([changed.starred, changed.read]).toEqual([false, true]);
    expect(applyChange(entry, undefined)).toBe(entry);
  });
});
