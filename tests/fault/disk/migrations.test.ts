import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, inject, test } from 'vitest';
import { migrations } from '#store/migrate.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace, type StorePlace } from '#tests/contract/each-store.ts';
import { withRawDatabase } from '#tests/contract/store/with-raw-database.ts';
import { createDatabase } from '#tests/setup/start-postgres.ts';

const isFull = process.env.PRECIS_FAULT === 'full';
const rows = isFull ? 20_000 : 1000;
const steps = Object.keys(migrations).slice(1);
const tried = isFull ? steps : [steps.at(1), steps.at(-1)].map(String);
const program = join(import.meta.dirname, 'interrupted-migration.ts');

describeEachPlace(
  'a migration',
  (current) => {
    test('that is killed half-way is as if it had not begun, and is done with the next start', async () => {
      const { place } = current();
      await withRawDatabase(place, (db) => fillFirstVersion(db, place));
      const before = await withRawDatabase(place, (db) => describeSchema(db, place));
      for (const step of tried) {
        const { signal } = spawnSync(process.execPath, [program, step, place.home, place.databaseUrl ?? ''], {
          encoding: 'utf8',
          timeout: 120_000,
        });
        expect(signal).toBe('SIGKILL');
        expect(await withRawDatabase(place, (db) => describeSchema(db, place))).toEqual(before);
      }

      const store = await openStore(place);
      expect(await store.checkIntegrity()).toBeNull();
      expect(await store.correctCounters()).toBeNull();
      await store.close();
      expect(await withRawDatabase(place, countRuns)).toBe(rows);
      const fresh = {
        home: join(place.home, 'fresh'),
        databaseUrl: place.databaseUrl === null ? null : await createDatabase(inject('postgresUrl')),
      };
      await (await openStore(fresh)).close();
      const newest = await withRawDatabase(fresh, (db) => describeSchema(db, fresh));
      expect(await withRawDatabase(place, (db) => describeSchema(db, place))).toEqual(newest);
    });

    test('that fails leaves the database unchanged, and says so', async () => {
      const { place } = current();
      await withRawDatabase(place, (db) => fillFirstVersion(db, place));
      const before = await withRawDatabase(place, (db) => describeSchema(db, place));
      const last = steps.at(-1) ?? '';
      const whole = migrations[last];
      migrations[last] = {
        async up() {
          throw new Error('no room for the new table');
        },
      };
      try {
        await expect(openStore(place)).rejects.toThrow('no room for the new table');
      } finally {
        if (whole !== undefined) migrations[last] = whole;
      }
      expect(await withRawDatabase(place, (db) => describeSchema(db, place))).toEqual(before);
      expect(await withRawDatabase(place, countRuns)).toBe(rows);
    });
  },
  { isMigrated: false },
);

async function fillFirstVersion(db: Kysely<unknown>, place: StorePlace): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo('0001-runs-and-summaries');
  if (error !== undefined) throw error;
  const numbers =
    place.databaseUrl === null
      ? sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${rows})`
      : sql`with numbers as (select generate_series(1, ${sql.lit(rows)}) as n)`;
  await sql`${numbers}
    insert into runs (id, task_type, status, source_kind, source_id, agent_id, trigger_kind, attempt, template_id,
      parameters_json, route_json, created_at, started_at, finished_at, updated_at)
    select 'run-' || n, 'summary', 'failed', 'entry', 'article-' || n, 'summary', 'manual', 1, 'summary',
      '{}', '["builtin"]', n, n, n, n from numbers`.execute(db);
}

async function countRuns(db: Kysely<unknown>): Promise<number> {
  const { rows: counted } = await sql<{ runs: number }>`select count(*) as runs from runs`.execute(db);
  return Number(counted[0]?.runs);
}

/** Tables, columns and indexes, as the database reports them. */
async function describeSchema(db: Kysely<unknown>, { databaseUrl }: StorePlace): Promise<unknown[]> {
  const described =
    databaseUrl === null
      ? sql`select type, name, sql from sqlite_schema order by type, name`
      : sql`select table_name as name, column_name as part, data_type as type from information_schema.columns
          where table_schema = 'public'
        union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
        order by 1, 2`;
  return (await described.execute(db)).rows;
}
