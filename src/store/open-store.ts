import { CompiledQuery, type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Log } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { createRecordQueue } from '#store/record-search/record-queue.ts';
import { openSqlite } from '#store/sqlite/sqlite.ts';
import { indexTerms } from '#text/search-terms.ts';
import { createBatches } from './batches.ts';
import { composeStore } from './compose-store.ts';
import type { OpenedDatabase, TablesTransaction } from './database.ts';
import { baseline } from './migrations/0001-baseline.ts';
import { createReadRows } from './readable-rows.ts';
import type { EntryQueue } from './reader/term-index.ts';
import { indexEntries } from './reader/write-entries.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

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

/** A batch blocks the process on SQLite: so many long articles take some 50 ms. */
const perBatch = 8;
const delayMs = 100;
const firstWaiting = CompiledQuery.raw('select 1 from entry_queue limit 1');

export function createEntryQueue(database: OpenedDatabase): EntryQueue {
  const isEmpty = async () => (await database.db.executeQuery(firstWaiting)).rows.length === 0;
  const batches = createBatches(
    async () => !(await isEmpty()) && database.relaxedTransaction((trx) => indexNewest(database, trx)),
  );
  batches.wake(delayMs);
  return {
    async isEmpty() {
      if (await isEmpty()) return true;
      batches.wake(delayMs);
      return false;
    },
    close: batches.close,
  };
}

/** False when none was free. Their rows are kept from changing, so that no older text replaces a newer one in the index. */
async function indexNewest(database: OpenedDatabase, trx: TablesTransaction): Promise<boolean> {
  const rows = await trx
    .selectFrom('entry_queue')
    .innerJoin('entries', 'entries.id', 'entry_queue.entry_id')
    .innerJoin('entry_texts', 'entry_texts.entry_id', 'entry_queue.entry_id')
    .select(['entries.id', 'entries.feed_id', 'entries.author', 'entries.title', 'entry_texts.text'])
    .orderBy('entry_queue.entry_id', 'desc')
    .limit(perBatch)
    .forUpdate()
    .skipLocked()
    .execute();
  const entries = rows.map(({ id, feed_id, author, title, text }) => ({
    id,
    feedId: feed_id,
    author,
    terms: { title: indexTerms(title), text: indexTerms(text) },
  }));
  // FTS5 collects what comes in the order of its numbers, and writes to disk at each step back.
  await indexEntries(database, trx, entries.toReversed());
  return rows.length > 0;
}

type Migrate = (db: Kysely<unknown>, dialect: OpenedDatabase['dialect']) => Promise<void>;

const baselineName = '0001-baseline';

/** In order of their names. A migration is never edited once it has landed; a change is a new migration. */
export const migrations: Record<string, Migrate> = {
  [baselineName]: baseline,
};

/** The baseline took the place of this many migrations, of which this was the last. */
const beforeBaseline = { count: 42, last: '0046-sanitizer-versions', commit: '995feaf5' };

/**
 * Brings the database to this program's version, all steps in one transaction. Of several processes one does it and
 * the others wait: SQLite by its write lock, PostgreSQL by the migrator's advisory lock.
 */
export async function migrate(database: OpenedDatabase): Promise<void> {
  await database.withoutTimeLimit(async (db) => {
    const done = await listDone(db);
    if (isUpToDate(done)) return;
    refuseOthers(done);
    const version = done.at(-1);
    if (version !== undefined) await database.keepCopy(version);
    if (version === beforeBaseline.last) await renameToBaseline(db);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => stepsFor(database) } });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
  });
}

function stepsFor({ dialect }: OpenedDatabase) {
  const steps = Object.entries(migrations);
  return Object.fromEntries(
    steps.map(([name, step]) => [name, { up: (db: Kysely<unknown>) => step(db, dialect) }]),
  );
}

/** One statement, as nearly every start finds all steps done. */
async function listDone(db: Kysely<Tables>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // A new database does not have the table yet.
    return [];
  }
}

function isUpToDate(done: readonly string[]): boolean {
  const names = Object.keys(migrations);
  return done.length === names.length && names.every((name) => done.includes(name));
}

function refuseOthers(done: readonly string[]): void {
  const { count, last } = beforeBaseline;
  const version = done.at(-1);
  if (version === undefined) return;
  if (done.includes(baselineName)) {
    const newer = done.findLast((name) => !Object.hasOwn(migrations, name));
    if (newer !== undefined) throw newerError(newer);
  } else if (version > last || done.length > count) throw newerError(version);
  else if (done.length < count) throw olderError(version);
}

/** A database with all migrations from before the baseline has the schema of the baseline. */
async function renameToBaseline(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const renamed = await sql`update kysely_migration set name = ${baselineName}
      where name = ${beforeBaseline.last}`.execute(trx);
    // Otherwise another process was faster, and may have done later migrations already.
    if (renamed.numAffectedRows === 1n)
      await sql`delete from kysely_migration where name <> ${baselineName}`.execute(trx);
  });
}

function newerError(databaseVersion: string): AppError {
  const programVersion = Object.keys(migrations).at(-1);
  return new AppError(
    'database_newer',
    `The database has version ${databaseVersion}; this version of Precis supports versions up to ${programVersion}.`,
    { details: { databaseVersion, programVersion } },
  );
}

function olderError(databaseVersion: string): AppError {
  const { commit } = beforeBaseline;
  return new AppError(
    'database_older',
    `The database has version ${databaseVersion}. Only commit ${commit} of Precis can upgrade it.`,
    { details: { databaseVersion, commit } },
  );
}
