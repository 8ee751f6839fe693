import type { Log } from '#engine/ports.ts';
import { createRecordQueue } from '#store/record-search/record-queue.ts';
import { openSqlite } from '#store/sqlite/sqlite.ts';
import { composeStore } from './compose-store.ts';
import { migrate } from './migrate.ts';
import { createReadRows } from './readable-rows.ts';
import { createEntryQueue } from './reader/entry-queue.ts';
import type { Store } from './store.ts';

interface OpenStoreOptions {
  /** The directory of the embedded database. It is created if it is missing. */
  home: string;
  /** The address of a PostgreSQL database that replaces the embedded one. */
  databaseUrl: string | null;
  /** The file of an empty database with all tables, which is copied to create a new embedded one. */
  empty?: string | null;
  log?: Log | undefined;
}

/** Opens and migrates the database. Throws AppError `database_unavailable`, `database_newer` or `database_older`. */
export async function openStore({ home, databaseUrl, empty = null, log }: OpenStoreOptions): Promise<Store> {
  const opened = databaseUrl === null ? await openSqlite(home, empty) : await openServer(databaseUrl, log);
  try {
    await migrate(opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return composeStore({
    ...opened,
    readRows: createReadRows(log),
    recordQueue: createRecordQueue(opened),
    entryQueue: createEntryQueue(opened),
  });
}

/** The driver is loaded on first use, so that a program without a DATABASE_URL does not load it. */
async function openServer(databaseUrl: string, log: Log | undefined) {
  const { openPostgres } = await import('#store/postgres/postgres.ts');
  return openPostgres({ databaseUrl, log });
}
