import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrations } from '#store/migrate.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { startTime } from './make-run.ts';
import { withRawDatabase } from './with-raw-database.ts';

describeEachPlace(
  'records that were indexed without the mark of kind and project',
  (current) => {
    test('are found by both after an upgrade', async () => {
      const { place } = current();
      await withRawDatabase(place, async (db) => {
        const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
        expect((await migrator.migrateTo('0029-counters')).error).toBeUndefined();
        await insertSummary(db);
        await (place.databaseUrl === null
          ? indexSummary(db)
          : sql`insert into record_queue (kind, id) values (3, 1)`.execute(db));
      });
      const store = await openStore(place);
      const search = {
        kinds: ['summary'] as const,
        projects: ['web'],
        terms: [{ text: 'harbour', prefix: true }],
        now: startTime,
        limit: 5,
      };
      const found = [{ kind: 'summary', id: 1, at: startTime }];
      expect(await store.sessions.rankRecords(search)).toMatchObject({ records: found, unindexed: 0 });
      const elsewhere = await store.sessions.rankRecords({ ...search, projects: ['api'] });
      expect(elsewhere.records).toEqual([]);
      expect(await store.checkIntegrity()).toBeNull();
      await store.close();
    });
  },
  { isMigrated: false },
);

async function insertSummary(db: Kysely<unknown>): Promise<void> {
  await sql`insert into sessions (id, content_session_id, project, status, prompt_count, is_private, prompts,
      observations, summaries, started_at, updated_at)
    values (1, 'old', 'web', 'active', 1, 0, 0, 0, 1, ${startTime}, ${startTime})`.execute(db);
  await sql`insert into session_summaries (id, session_id, project, prompt_number, created_at, content_hash, request,
      investigated, learned, completed, next_steps)
    values (1, 1, 'web', 1, ${startTime}, 'hash', 'Harbour', '', '', '', '')`.execute(db);
}

/** As the version before did. */
async function indexSummary(db: Kysely<unknown>): Promise<void> {
  const place = sql.raw(`${2n ** 63n - 1n} - ${startTime} * ${2 ** 21} - ${3 * 2 ** 19 + 1}`);
  await sql`insert into record_search (place, kind, id, at, terms)
    values (${place}, 3, 1, ${startTime}, '7harbour')`.execute(db);
  await sql`insert into record_terms (rowid, terms) values (${place}, '=k3 =s1 7harbour')`.execute(db);
}
