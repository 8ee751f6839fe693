import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { chmod, type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type CompiledQuery, Kysely, sql } from 'kysely';
import { AppError } from '#schema/app-error.ts';
import type { OpenedDatabase } from '#store/database.ts';
import { compareInThread } from '#store/meaning/compare-in-thread.ts';
import { createSqliteVectors } from '#store/meaning/vector-index.ts';
import { createTermIndexes } from '#store/reader/term-index.ts';
import { createSqliteTermIndex } from '#store/reader/term-index-sqlite.ts';
import { sqliteRecordIndex } from '#store/record-search/record-index-sqlite.ts';
import type { Tables } from '#store/tables.ts';
import { checkpointInThread } from './checkpoint-in-thread.ts';
import { groupCommits } from './group-commits.ts';
import { databaseFile } from './peek-store.ts';
import { createExecutor, createSqliteDialect, whenFree } from './sqlite-dialect.ts';
import { diskFullError, explainSqliteError, isDiskFull } from './sqlite-error.ts';

/**
 * The size of the log at which SQLite moves it into the database file: 64 MB. Under heavy work a thread does so
 * earlier.
 */
const ownCheckpointPages = 16_000;

/** Opens the embedded database, one file in the home directory. Several processes may open it concurrently. */
export async function openSqlite(home: string, empty: string | null = null): Promise<OpenedDatabase> {
  const path = createPrivateFile(home, empty);
  const connection = await openConnection(path);
  const log = createLogFlush(`${path}-wal`);
  const checkpoints = checkpointInThread(path);
  const comparisons = compareInThread(path);
  const relaxed = new WeakSet<CompiledQuery>();
  const executor = createExecutor(connection);
  const db = new Kysely<Tables>({
    dialect: createSqliteDialect(connection, executor, {
      flush: log.flush,
      isRelaxed: (statement) => relaxed.has(statement),
      onCommit: checkpoints.note,
    }),
  });
  return {
    dialect: 'sqlite',
    db,
    transaction: groupCommits(db, log.flush),
    relaxedTransaction: (work) => db.transaction().execute(work),
    relaxedStatement: (statement) => {
      relaxed.add(statement);
      return db.executeQuery(statement);
    },
    search: createTermIndexes(createSqliteTermIndex),
    recordIndex: sqliteRecordIndex,
    vectors: createSqliteVectors(comparisons),
    lockProfile: async () => {},
    lockSlots: async () => {},
    joinsWrites: false,
    writeAndLockSlots: async (trx, first, others) => {
      const { rows } = await trx.executeQuery(first);
      if (rows.length === 0) return false;
      for (const other of others) await trx.executeQuery(other);
      return true;
    },
    lockTags: async () => {},
    lockMemories: async () => {},
    keepCopy: (version) => keepCopy(connection, { home, version }),
    withoutTimeLimit: (work) => work(db),
    measureBytes: async () => {
      const { rows } = await sql<{ bytes: number }>`
        select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()
      `.execute(db);
      return rows[0]?.bytes ?? 0;
    },
    findDamage: () => db.connection().execute(async () => findDamage(connection)),
    async close() {
      await comparisons.close();
      await checkpoints.close();
      await log.close();
      await db.destroy();
    },
  };
}

function createPrivateFile(home: string, empty: string | null): string {
  const path = databaseFile(home);
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    if (empty !== null && !existsSync(path)) copyEmpty(empty, path);
    closeSync(openSync(path, 'a', 0o600));
    // SQLite gives the files next to it the same permissions.
    chmodSync(path, 0o600);
    return path;
  } catch (error) {
    if (isDiskFull(error)) throw diskFullError(error);
    throw new AppError('database_unavailable', `The database file ${path} cannot be opened for writing.`, {
      cause: error,
    });
  }
}

async function openConnection(path: string): Promise<DatabaseSync> {
  const connection = connect(path);
  try {
    await whenFree(() => refuseForeign(connection, path));
    // With WAL, readers and the writer do not wait for each other.
    await whenFree(() => connection.exec('pragma journal_mode = wal'));
    // In WAL mode, NORMAL keeps the file intact but may lose the last commits in a power failure. Acknowledged
    // changes must not be lost, so the log is flushed before the acknowledgement. FULL would block the process.
    connection.exec('pragma synchronous = normal');
    connection.exec(`pragma wal_autocheckpoint = ${ownCheckpointPages}`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Refuses another program's file before anything is written to it. */
function refuseForeign(connection: DatabaseSync, path: string): void {
  const tables = connection.prepare("select name from sqlite_schema where type = 'table'").all();
  if (tables.length === 0 || tables.some(({ name }) => name === 'kysely_migration')) return;
  throw new AppError('database_damaged', `The database ${path} belongs to another program.`);
}

function connect(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { enableForeignKeyConstraints: true });
  } catch (error) {
    throw explainSqliteError(error);
  }
}

function findDamage(connection: DatabaseSync): string | null {
  const reports = readReports(connection);
  const damage = reports.map((report) => String(report.integrity_check)).filter((line) => line !== 'ok');
  if (damage.length > 0) return damage.join('; ');
  const broken = connection.prepare('pragma foreign_key_check').all();
  if (broken.length > 0) return `${broken.length} rows refer to a missing row`;
  return null;
}

/** Returns the error as a report, because the check itself fails on some kinds of damage. */
function readReports(connection: DatabaseSync): Record<string, unknown>[] {
  try {
    return connection.prepare('pragma integrity_check(10)').all();
  } catch (error) {
    return [{ integrity_check: error instanceof Error ? error.message : String(error) }];
  }
}

/**
 * Creates a new database as a copy of an empty one with all tables, which saves a fifth of a first start. An existing
 * database is never touched. If the copy fails, the migrations create the tables or report why they cannot.
 */
export function copyEmpty(empty: string, path: string): void {
  const unfinished = unfinishedCopy(dirname(path));
  try {
    // The file must be on the disk before it has its name, because later changes are written only to the log.
    writeFileSync(unfinished, readFileSync(empty), { flag: 'wx', mode: 0o600, flush: true });
    // Linking fails if another process was faster. Renaming would replace that process's database.
    linkSync(unfinished, path);
  } catch {
    return;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

export interface LogFlush {
  /** Resolves when everything committed before the call is on the disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Waits for the disk in place of SQLite, which would block the whole process. Calls during one wait share the next.
 */
export function createLogFlush(path: string): LogFlush {
  let handle: Promise<FileHandle> | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function start(): Promise<void> {
    try {
      // SQLite takes no lock on its log, so closing another handle of it loses none.
      handle ??= open(path, 'r+');
      await (await handle).datasync();
    } catch (error) {
      handle = null;
      throw explain(error);
    } finally {
      running = null;
    }
  }

  async function startAfter(before: Promise<void>): Promise<void> {
    await before.catch(() => {});
    next = null;
    running = start();
    await running;
  }

  return {
    flush() {
      if (running === null) {
        running = start();
        return running;
      }
      next ??= startAfter(running);
      return next;
    },
    async close() {
      await Promise.allSettled([running, next]);
      await (await handle)?.close();
    },
  };
}

function explain(error: unknown): AppError {
  if (isDiskFull(error)) return diskFullError(error);
  return new AppError('database_unavailable', 'The database is unavailable: writing to disk failed.', {
    cause: error,
  });
}

const prefix = 'precis-before-upgrade-from-';
const unfinishedPrefix = 'copying-';

/** Returns the path where a copy is written until it is complete. */
function unfinishedCopy(home: string): string {
  return join(home, `${unfinishedPrefix}${randomUUID()}.db`);
}

/** The age at which an unfinished copy is abandoned. No copy takes this long, so its process was killed. */
const abandonedMs = 3_600_000;

/**
 * Copies the database to `precis-before-upgrade-from-<version>.db` and replaces the copy of an earlier upgrade. The
 * copy gets its name only when it is complete.
 */
async function keepCopy(
  connection: DatabaseSync,
  { home, version }: { home: string; version: string },
): Promise<void> {
  const name = `${prefix}${version}.db`;
  const unfinished = unfinishedCopy(home);
  try {
    await backup(connection, unfinished);
    await chmod(unfinished, 0o600);
    // If the version differs, another process has upgraded the database in the meantime and kept a copy.
    if (readVersion(unfinished) === version) await rename(unfinished, join(home, name));
  } catch (error) {
    throw explainSqliteError(error);
  } finally {
    await rm(unfinished, { force: true });
  }
  for (const file of await readdir(home)) {
    if (await isLeftOver(join(home, file), { file, name })) await rm(join(home, file), { force: true });
  }
}

function readVersion(path: string): unknown {
  const url = pathToFileURL(path);
  // Nobody else has the copy open, so SQLite needs no files beside it.
  url.searchParams.set('immutable', '1');
  const copy = new DatabaseSync(url, { readOnly: true });
  try {
    return copy.prepare('select max(name) as version from kysely_migration').get()?.version;
  } finally {
    copy.close();
  }
}

async function isLeftOver(path: string, { file, name }: { file: string; name: string }): Promise<boolean> {
  if (!file.endsWith('.db')) return false;
  if (file.startsWith(prefix)) return file !== name;
  if (!file.startsWith(unfinishedPrefix)) return false;
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return Date.now() - mtimeMs > abandonedMs;
}
