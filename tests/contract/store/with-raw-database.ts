import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { createExecutor, createSqliteDialect } from '#store/sqlite/sqlite-dialect.ts';
import type { StorePlace } from '#tests/contract/each-store.ts';

/** Gives access to the database by SQL, without the store. */
export async function withRawDatabase<T>(
  place: StorePlace,
  work: (db: Kysely<unknown>) => Promise<T>,
): Promise<T> {
  const db = new Kysely<unknown>({
    dialect:
      place.databaseUrl === null
        ? openFile(join(place.home, 'precis.db'))
        : new PostgresDialect({ pool: openPool(place.databaseUrl) }),
  });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** The pool's errors are ignored, because a test drops the database before the last connection has ended. */
function openPool(connectionString: string): pg.Pool {
  return new pg.Pool({ connectionString }).on('error', () => {});
}

function openFile(path: string): Dialect {
  const sqlite = new DatabaseSync(path);
  return createSqliteDialect(sqlite, createExecutor(sqlite), {
    flush: async () => {},
    isRelaxed: () => false,
    onCommit: () => {},
  });
}

const tables = [
  'runs',
  'run_inputs',
  'run_prompts',
  'run_events',
  'issues',
  'slots',
  'summaries',
  'spaces',
  'threads',
  'messages',
  'entries',
  'sessions',
  'prompts',
  'observations',
  'session_summaries',
  'session_orders',
  'memories',
  'excluded_sessions',
];

/** Counts the search documents of messages, and the records of sessions that are indexed or wait for it. */
const documents = {
  message_search: sql`select count(*) as documents from message_search`,
  record_search: sql`select count(*) as documents from
    (select kind, id from record_search union select kind, id from record_queue) as known`,
};

/** Returns every row of the tables that runs and threads write to, and the number of search documents. */
export function dumpRows(place: StorePlace): Promise<Record<string, string[]>> {
  return withRawDatabase(place, async (db) => {
    const dump: Record<string, string[]> = {};
    for (const table of tables) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
      dump[table] = rows.map((row) => JSON.stringify(row)).sort();
    }
    for (const [index, count] of Object.entries(documents)) {
      const { rows } = await count.execute(db);
      dump[index] = rows.map((row) => JSON.stringify(row));
    }
    return dump;
  });
}
