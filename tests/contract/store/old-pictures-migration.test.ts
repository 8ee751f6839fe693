import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrations } from '#store/migrate.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { withRawDatabase } from './with-raw-database.ts';

/** More than the migration reads at once. */
const count = 450;

describeEachPlace(
  'entries stored before lists showed pictures',
  (current) => {
    test('have their picture after the upgrade, as far as they have one', async () => {
      const { place } = current();
      await withRawDatabase(place, async (db) => {
        const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
        expect((await migrator.migrateTo('0037-memories')).error).toBeUndefined();
        await insertEntries(db);
      });
      const store = await openStore(place);
      const { items } = await store.reader.listEntries({ view: 'all', limit: 500 });
      await store.close();
      const keys = new Map(items.map(({ id, imageKey }) => [Number(id), imageKey]));
      expect(keys.size).toBe(count);
      for (const id of [3, 300, 450]) expect(keys.get(id)).toBe(keyOf(`https://pictures.example/${id}?a&b`));
      for (const id of [1, 2, 449]) expect(keys.get(id)).toBeNull();
      expect([...keys.values()].filter((key) => key !== null)).toHaveLength(count / 3);
    });
  },
  { isMigrated: false },
);

function keyOf(address: string): string {
  return hash('sha256', address).slice(0, 32);
}

/** Every third has a picture; the others have none, or only a small one. */
async function insertEntries(db: Kysely<unknown>): Promise<void> {
  const all = sql`with recursive s (n) as (select 1 union all select n + 1 from s where n < ${sql.lit(count)})`;
  await sql`insert into feeds (id, url, title, auto_summary, fetch_full_text, claimed_until, failures, reported, created_at)
    values (1, 'https://feed.example/', 'Feed', 'inherit', 0, 0, 0, 0, 0)`.execute(db);
  await sql`insert into entries (id, feed_id, guid, source_hash, title, excerpt, text_origin, content_hash,
      reading_minutes, published_at, created_at, updated_at)
    ${all} select n, 1, 'guid-' || n, 'hash', 'The news', '', 'feed', 'hash', 1, n, 1, 1 from s`.execute(db);
  await sql`insert into entry_texts (entry_id, html, text)
    ${all} select n, case n % 3
      when 0 then '<p>News.</p><img src="https://pictures.example/' || n || '?a&amp;b" alt="">'
      when 1 then '<img src="https://pictures.example/dot" width="1" height="1">'
      else '<p>News.</p>' end, 'News.' from s`.execute(db);
}
