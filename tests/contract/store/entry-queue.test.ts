import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { feedIdSchema } from '#schema/feed.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { startStoreProcess } from './start-store-process.ts';
import { withRawDatabase } from './with-raw-database.ts';

const count = 2000;
const feedId = feedIdSchema.parse(1);

describeEachPlace('entries that wait for the mark of their feed', (current) => {
  test('are found in their feed at any time, though the process was killed in between', async () => {
    const { place } = current();
    await withRawDatabase(place, (db) => insertEntries(db, place.databaseUrl !== null));
    const waiting = () => withRawDatabase(place, countWaiting);

    const killed = await startStoreProcess('index-entries', place);
    const found = await killed.killAfter(3);
    expect(new Set(found)).toEqual(new Set(['200,198,196,194,192']));
    const left = await waiting();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(count);

    const store = await openStore(place);
    const search = async () => {
      const { items } = await store.reader.listEntries({ view: 'all', limit: 5, query: 'harbour', feedId });
      return items.map(({ id }) => id);
    };
    expect(await search()).toEqual([200, 198, 196, 194, 192]);
    expect(await store.checkIntegrity()).toBeNull();
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
    expect(await search()).toEqual([200, 198, 196, 194, 192]);
    expect(await store.checkIntegrity()).toBeNull();
    await store.close();
  });
});

async function countWaiting(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from entry_queue`.execute(db);
  return Number(rows[0]?.count);
}

/**
 * Inserts entries, of which every second is about the harbour. The first 200 are in the searched feed. The index has
 * no marks of feeds.
 */
async function insertEntries(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  const all = sql`with recursive s (n) as (select 1 union all select n + 1 from s where n < ${sql.lit(count)})`;
  await sql`insert into feeds (id, url, title, auto_summary, fetch_full_text, claimed_until, failures, reported, created_at)
    ${all} select n, 'https://feed-' || n || '.example/', 'Feed', 'inherit', 0, 0, 0, 0, 0 from s where n <= 2`.execute(
    db,
  );
  await sql`insert into entries (id, feed_id, guid, source_hash, title, excerpt, text_origin, content_hash,
      reading_minutes, published_at, created_at, updated_at)
    ${all} select n, case when n <= 200 then 1 else 2 end, 'guid-' || n, 'hash', 'The news', '', 'feed', 'hash',
      1, n, 1, 1 from s`.execute(db);
  await sql`insert into entry_texts (entry_id, html, text)
    ${all} select n, '', case when n % 2 = 0 then 'Harbour' else 'River' end from s`.execute(db);
  const word = sql`case when n % 2 = 0 then 'harbour' else 'river' end`;
  await (isPostgres
    ? sql`insert into entry_search (entry_id, title_terms, terms) ${all} select n,
        array_to_tsvector(array['the', 'news']), array_to_tsvector(array['the', 'news', ${word}]) from s`
    : sql`insert into entry_search (rowid, title, body) ${all} select n, 'the news', ${word} from s`
  ).execute(db);
}
