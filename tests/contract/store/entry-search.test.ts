import { expect, test } from 'vitest';
import { entryIdSchema } from '#schema/entry.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { makeEntry, makeFeed } from './make-entry.ts';
import { startTime } from './make-run.ts';

const count = 1500;
/** Words of every frequency: a word is in every entry whose number is a multiple of the given one. */
const words = { common: 2, medium: 100, commander: 700, rare: 1400 };

function wordsOf(number: number): string {
  return Object.entries(words)
    .filter(([, every]) => number % every === 0)
    .map(([word]) => word)
    .join(' ');
}

describeEachStore('search of many entries', (current) => {
  test.each([
    { query: 'common', every: 2 },
    { query: 'medium', every: 100 },
    { query: 'common medium', every: 100 },
    { query: 'rare', every: 1400 },
    // This word begins with the same four letters as a common word. An index may store no more than those.
    { query: 'commander', every: 700 },
    { query: 'common rare medium', every: 1400 },
    { query: 'common absent', every: count + 1 },
  ])('finds the newest with $query, in a feed too', async ({ query, every }) => {
    const { store } = current();
    const entries = Array.from({ length: count }, (_, at) => makeEntry(at + 1, wordsOf(at + 1)));
    const feed = await store.reader.createFeed(makeFeed(1), entries);
    await store.reader.createFeed(makeFeed(2), entries.slice(0, 700));
    const expected = Array.from(
      { length: Math.floor(count / every) },
      (_, at) => (at + 1) * every,
    ).toReversed();
    const found = await store.reader.listEntries({ view: 'all', limit: 50, query, feedId: feed?.id });
    expect(found.items.map(({ id }) => id)).toEqual(expected.slice(0, 50));
    const starred = expected.filter((_, at) => at % 3 === 0).slice(0, 60);
    for (const id of starred)
      await store.reader.patchEntry(entryIdSchema.parse(id), { starred: true }, startTime);
    const few = await store.reader.listEntries({ view: 'starred', limit: 50, query });
    expect(few.items.map(({ id }) => id)).toEqual(starred.slice(0, 50));
    const all = await store.reader.listEntries({ view: 'all', limit: 200, query });
    const twice = Math.floor(700 / every);
    expect(all.items).toHaveLength(Math.min(200, expected.length + twice));
  });

  test('finds the oldest, when none of the thousand newest with the word pass', async () => {
    const { store } = current();
    // This is more than either store looks up first.
    const older = 10_100;
    const entries = Array.from({ length: older + 1100 }, (_, at) => makeEntry(at + 1));
    await store.reader.createFeed(makeFeed(1), entries.slice(0, older));
    const newer = await store.reader.createFeed(makeFeed(2), entries.slice(older));
    await store.reader.markRead({ feedId: newer?.id, before: startTime * 2 }, startTime);
    const found = await store.reader.listEntries({ view: 'unread', limit: 3, query: 'tea' });
    expect(found.items.map(({ id }) => id)).toEqual([older, older - 1, older - 2]);
  });
});
