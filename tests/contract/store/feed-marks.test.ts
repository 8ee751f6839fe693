import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type EntryId, entryIdSchema } from '#schema/entry.ts';
import { type FeedId, feedIdSchema } from '#schema/feed.ts';
import type { ListEntriesQuery } from '#schema/reader-wire.ts';
import type { NewEntry } from '#sources/entry/ports.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore, type StorePlace } from '#tests/contract/each-store.ts';
import { indexTerms } from '#text/search-terms.ts';
import { makeEntry, makeFeed } from './make-entry.ts';
import { startTime } from './make-run.ts';
import { withRawDatabase } from './with-raw-database.ts';

type Filter = Pick<ListEntriesQuery, 'view'> & Partial<ListEntriesQuery>;

describeEachStore('search within feeds', (current) => {
  test('finds what a search of all entries finds, in the same order on every page', async () => {
    const { store } = current();
    const folder = await store.reader.createFolder({
      name: 'Folder',
      autoSummary: 'inherit',
      autoTag: 'off',
    });
    const feeds: FeedId[] = [];
    for (let feed = 0; feed < 4; feed += 1) {
      const entries = Array.from({ length: 30 }, (_, at) => makeNumbered(feed * 30 + at));
      const folderId = feed < 2 ? (folder?.id ?? null) : null;
      const created = await store.reader.createFeed({ ...makeFeed(feed), folderId }, entries);
      if (created) feeds.push(created.id);
    }
    for (let at = 200; at < 210; at += 1) await store.reader.saveEntry(makeNumbered(at), startTime);
    const all = await store.reader.listEntries({ view: 'all', limit: 200 });
    for (const { id } of all.items) {
      await store.reader.patchEntry(id, { read: id % 3 === 0, starred: id % 5 === 0 }, startTime);
    }
    const [first] = feeds;
    const filters: Filter[] = [
      { view: 'all', feedId: first },
      { view: 'unread', feedId: feeds[2] },
      { view: 'starred', feedId: feeds[3] },
      { view: 'all', folderId: folder?.id },
      { view: 'unread', folderId: folder?.id },
      { view: 'all', folderId: folder?.id, feedId: first },
      { view: 'saved' },
      { view: 'saved', feedId: first },
    ];
    for (const query of ['tea', 'common', 'com', 'common rare', 'absent']) {
      const everything = await listAll(store, { view: 'all', query });
      for (const filter of filters) {
        const passing = new Set(await listAll(store, filter));
        const expected = everything.filter((id) => passing.has(id));
        expect(await listAll(store, { ...filter, query })).toEqual(expected);
      }
    }
  });

  test('finds the kept entries of a deleted feed among the saved ones, at once and once they are indexed again', async () => {
    const { store, place } = current();
    const feed = await store.reader.createFeed(makeFeed(1), [
      makeNumbered(2),
      makeNumbered(4),
      makeNumbered(6),
    ]);
    await store.reader.createFeed(makeFeed(2), [makeNumbered(8)]);
    const [, kept] = await listAll(store, { view: 'all', feedId: feed?.id });
    await store.reader.patchEntry(kept ?? toId(0), { starred: true }, startTime);
    expect(await store.reader.deleteFeed(feed?.id ?? feedIdSchema.parse(0))).toBe(true);
    expect(await listAll(store, { view: 'saved', query: 'common' })).toEqual([kept]);
    expect(await listAll(store, { view: 'all', query: 'common', feedId: feed?.id })).toEqual([]);
    await expect.poll(() => countWaiting(place)).toBe(0);
    expect(await listAll(store, { view: 'saved', query: 'common' })).toEqual([kept]);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('takes no word for the mark of a feed', async () => {
    const { store } = current();
    const spelled = '=f1 =f2 "=f2" f0 =f';
    const first = await store.reader.createFeed(makeFeed(1), [
      {
        ...makeEntry(1, indexTerms(spelled)),
        terms: { title: indexTerms(spelled), text: indexTerms(spelled) },
      },
    ]);
    const second = await store.reader.createFeed(makeFeed(2), [makeEntry(2), makeEntry(3)]);
    const [own] = await listAll(store, { view: 'all', feedId: first?.id });
    expect(await listAll(store, { view: 'all', feedId: second?.id, query: 'f2' })).toEqual([]);
    expect(await listAll(store, { view: 'saved', query: 'f0' })).toEqual([]);
    for (const query of ['=f1', '=f2', '"=f2"', 'body : "=f2"', 'f', '=', '=f*']) {
      const found = await listAll(store, { view: 'all', query });
      expect(found.filter((id) => id !== own)).toEqual([]);
    }
    expect(await listAll(store, { view: 'all', query: '=f2' })).toEqual([own]);
  });

  test('finds what a server of the previous version writes, which knows no marks', async () => {
    const { store, place } = current();
    const feed = await store.reader.createFeed(makeFeed(1), [makeEntry(1, 'old')]);
    const [id = toId(0)] = await listAll(store, { view: 'all', feedId: feed?.id });
    await writeWithoutMark(place, id);
    const search = () => listAll(store, { view: 'all', feedId: feed?.id, query: 'other' });
    expect(await search()).toEqual([id]);
    await expect.poll(() => countWaiting(place)).toBe(0);
    expect(await search()).toEqual([id]);
  });

  test('has nothing to do again for an entry that is written, changed or deleted', async () => {
    const { store, place } = current();
    const feed = await store.reader.createFeed(makeFeed(1), [makeEntry(1), makeEntry(2)]);
    const [id = toId(0)] = await listAll(store, { view: 'all', feedId: feed?.id });
    await store.reader.replaceContent(id, makeEntry(1, 'changed'), startTime);
    expect(await countWaiting(place)).toBe(0);
    expect(await listAll(store, { view: 'all', feedId: feed?.id, query: 'changed' })).toEqual([id]);
    await store.reader.deleteEntry(id);
    expect(await countWaiting(place)).toBe(0);
  });
});

/** Makes an entry. Every second one has the common word, and every fourth one has it in its title. */
function makeNumbered(number: number): NewEntry {
  const words = ['tea', number % 2 === 0 ? 'common' : 'uncommon', number % 7 === 0 ? 'rare' : ''].join(' ');
  const title = number % 4 === 0 ? 'tea common' : 'tea';
  return { ...makeEntry(number), title, text: words, terms: { title, text: indexTerms(words) } };
}

async function listAll(store: Store, query: Filter): Promise<EntryId[]> {
  const ids: EntryId[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.reader.listEntries({ limit: 7, ...query, cursor });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

function toId(id: number): EntryId {
  return entryIdSchema.parse(id);
}

function countWaiting(place: StorePlace): Promise<number> {
  return withRawDatabase(place, async (db) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from entry_queue`.execute(db);
    return Number(rows[0]?.count);
  });
}

function writeWithoutMark(place: StorePlace, id: EntryId): Promise<unknown> {
  return withRawDatabase(place, (db) =>
    db.transaction().execute(async (trx) => {
      await sql`update entry_texts set text = 'Other' where entry_id = ${id}`.execute(trx);
      const terms = sql`array_to_tsvector(array['tea', 'other', 'othe*'])`;
      await (place.databaseUrl === null
        ? sql`insert or replace into entry_search (rowid, title, body) values (${id}, 'tea', 'other')`
        : sql`update entry_search set terms = ${terms}, title_terms = ${terms} where entry_id = ${id}`
      ).execute(trx);
    }),
  );
}
