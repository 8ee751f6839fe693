import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { recordKinds } from '#schema/sessions/session.ts';
import { migrations } from '#store/migrate.ts';
import { openStore } from '#store/open-store.ts';
import type { Store } from '#store/store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { parseSearch } from '#text/search-terms.ts';
import { startTime } from './make-run.ts';
import { withRawDatabase } from './with-raw-database.ts';

const count = 1000;

describeEachPlace(
  'records of an earlier version',
  (current) => {
    test('are ranked after an upgrade, the newest at once, and all however often it is interrupted', async () => {
      const { place } = current();
      await withRawDatabase(place, async (db) => {
        const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
        expect((await migrator.migrateTo('0023-auto-tags')).error).toBeUndefined();
        await insertRecords(db);
      });

      const first = await openStore(place);
      expect((await rank(first, 'newest'))[0]).toMatchObject({ at: startTime + count });
      await first.close();
      for (let waiting = count; waiting > 0; ) {
        const store = await openStore(place);
        await rank(store, 'x');
        await store.close();
        const left = await withRawDatabase(place, countWaiting);
        expect(left).toBeLessThan(waiting);
        waiting = left;
      }

      const store = await openStore(place);
      const found = await rank(store, 'harbour');
      expect(found.map(({ kind, at }) => [kind, at - startTime])).toEqual([
        ['summary', 1],
        ['prompt', 1],
        ['observation', 1],
      ]);
      expect(await store.checkIntegrity()).toBeNull();
      await store.close();
    });
  },
  { isMigrated: false },
);

async function rank(store: Store, query: string) {
  const { terms } = parseSearch(query);
  const now = startTime + count;
  return (await store.sessions.rankRecords({ kinds: recordKinds, terms, now, limit: 5 })).records;
}

async function countWaiting(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from record_queue`.execute(db);
  return Number(rows[0]?.count);
}

/** Of each kind one about the harbour, the oldest, and many prompts. */
async function insertRecords(db: Kysely<unknown>): Promise<void> {
  await sql`insert into sessions (id, content_session_id, project, status, prompt_count, is_private, prompts,
      observations, summaries, started_at, updated_at)
    values (1, 'old', 'web', 'active', ${count}, 0, ${count}, 1, 1, ${startTime}, ${startTime})`.execute(db);
  const prompts = Array.from({ length: count }, (_, n) => {
    const text = n === 0 ? 'Harbour' : n === count - 1 ? 'The newest' : `Prompt ${n}`;
    return sql`(${n + 1}, 1, 'web', ${n + 1}, ${startTime + n + 1}, ${`key ${n}`}, ${text})`;
  });
  await sql`insert into prompts (id, session_id, project, prompt_number, created_at, event_key, text)
    values ${sql.join(prompts)}`.execute(db);
  await sql`insert into observations (id, session_id, project, prompt_number, created_at, event_key, tool_name, cwd,
      tool_input, tool_response)
    values (1, 1, 'web', 1, ${startTime + 1}, 'key', 'read', '/', '', ${`harbour ${'more of it '.repeat(99)}`})`.execute(
    db,
  );
  await sql`insert into session_summaries (id, session_id, project, prompt_number, created_at, content_hash, request,
      investigated, learned, completed, next_steps)
    values (1, 1, 'web', 1, ${startTime + 1}, 'hash', 'Harbour', 'Harbour', '', '', '')`.execute(db);
}
