import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { migrations } from '#store/migrate.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace, type StorePlace } from '#tests/contract/each-store.ts';
import { next, nextName, withNext } from '#tests/contract/store/next-migration.ts';
import { withRawDatabase } from '#tests/contract/store/with-raw-database.ts';
import { createDatabase } from '#tests/setup/start-postgres.ts';

const rows = process.env.PRECIS_FAULT === 'full' ? 20_000 : 1000;
const program = join(import.meta.dirname, 'interrupted-migration.ts');

describeEachPlace(
  'a migration',
  (current) => {
    test('that is killed half-way is as if it had not begun, and is done with the next start', async () => {
      const { place } = current();
      for (const step of Object.keys(migrations)) killWithin(step, place);
      const own = JSON.stringify(await describeSchema(place));
      expect(own).toContain('kysely_migration');
      expect(own).not.toContain('runs');
      await (await openStore(place)).close();
      expect(await describeSchema(place)).toEqual(await describeFresh(place, 'fresh'));

      await withRawDatabase(place, (db) => insertRuns(db, place));
      const before = await describeSchema(place);
      killWithin(nextName, place);
      expect(await describeSchema(place)).toEqual(before);
      await withNext(async () => {
        const store = await openStore(place);
        expect(await store.checkIntegrity()).toBeNull();
        expect(await store.correctCounters()).toBeNull();
        await store.close();
        expect(await describeSchema(place)).toEqual(await describeFresh(place, 'fresh-with-next'));
      });
      expect(await withRawDatabase(place, countRuns)).toBe(rows);
    });

    test('that fails leaves the database unchanged, and says so', async () => {
      const { place } = current();
      await (await openStore(place)).close();
      await withRawDatabase(place, (db) => insertRuns(db, place));
      const before = await describeSchema(place);
      const failing: typeof next = async (db, dialect) => {
        await next(db, dialect);
        throw new Error('no room for the new table');
      };
      await withNext(() => expect(openStore(place)).rejects.toThrow('no room for the new table'), failing);
      expect(await describeSchema(place)).toEqual(before);
      expect(await withRawDatabase(place, countRuns)).toBe(rows);
    });
  },
  { isMigrated: false },
);

function killWithin(step: string, { home, databaseUrl }: StorePlace): void {
  const { signal } = spawnSync(process.execPath, [program, step, home, databaseUrl ?? ''], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect(signal).toBe('SIGKILL');
}

/** Describes the schema of a new database, in which all migrations ran at once. */
async function describeFresh({ home, databaseUrl }: StorePlace, name: string): Promise<unknown[]> {
  const fresh = {
    home: join(home, name),
    databaseUrl: databaseUrl === null ? null : await createDatabase(inject('postgresUrl')),
  };
  await (await openStore(fresh)).close();
  return describeSchema(fresh);
}

async function insertRuns(db: Kysely<unknown>, place: StorePlace): Promise<void> {
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

/** Lists tables, columns and indexes, as the database reports them. */
function describeSchema(place: StorePlace): Promise<unknown[]> {
  const described =
    place.databaseUrl === null
      ? sql`select type, name, sql from sqlite_schema order by type, name`
      : sql`select table_name as name, column_name as part, data_type as type from information_schema.columns
          where table_schema = 'public'
        union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
        order by 1, 2`;
  return withRawDatabase(place, async (db) => (await described.execute(db)).rows);
}
