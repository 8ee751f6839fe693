import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { AppError } from '#schema/app-error.ts';
import type { OpenedDatabase } from './database.ts';
import { baseline } from './migrations/0001-baseline.ts';
import { deliveries } from './migrations/0002-deliveries.ts';
import type { Tables } from './tables.ts';

type Migrate = (db: Kysely<unknown>, dialect: OpenedDatabase['dialect']) => Promise<void>;

const baselineName = '0001-baseline';

/** The migrations in the order of their names. A released migration is never edited; a change is a new migration. */
export const migrations: Record<string, Migrate> = {
  [baselineName]: baseline,
  '0002-deliveries': deliveries,
};

/** The number and the last of the migrations that the baseline replaced. */
const beforeBaseline = { count: 42, last: '0046-sanitizer-versions', commit: '995feaf5' };

/**
 * Brings the database to this program's version in one transaction. If several processes start, one migrates and the
 * others wait: SQLite uses its write lock, and PostgreSQL the migrator's advisory lock.
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

/** Uses one statement, because nearly every start finds all migrations done. */
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
    // If no row changed, another process was faster and may have done later migrations already.
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
