import type { Log } from '#engine/ports.ts';
import { createRecordQueue } from '#store/record-search/record-queue.ts';
import { openSqlite } from '#store/sqlite/sqlite.ts';
import { composeStore } from './compose-store.ts';
import { migrate } from './migrate.ts';
import { createReadRows } from './readable-rows.ts';
import { createEntryQueue } from './reader/entry-queue.ts';
import type { Store } from './store.ts';

interface OpenStoreOptions {
  /** The directory of the embedded database; created if missing. */
  home: string;
  /** A PostgreSQL address, which then takes the place of the embedded database. */
  databaseUrl: string | null;
  /** An empty database with all tables, which a new embedded one begins as. */
  empty?: string | null;
  log?: Log | undefined;
}

/** Opens and migrates. Throws AppError `database_unavailable`, `database_newer` or `database_older`. */
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

/** Loaded on first use: without a DATABASE_URL no one pays for the driver. */
async function openServer(databaseUrl: string, log: Log | undefined) {
  const { openPostgres } = await import('#store/postgres/postgres.ts');
  return openPostgres({ databaseUrl, log });
}
