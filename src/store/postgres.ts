import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import type { Log } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { Database, TablesTransaction } from './database.ts';
import { explainPostgresError } from './postgres-error.ts';
import { createSessionIndexes } from './session-index.ts';
import { createPostgresSessionIndex } from './session-index-postgres.ts';
import { toStoredValue } from './stored-text.ts';
import type { Tables } from './tables.ts';
import { createTermIndexes } from './term-index.ts';
import { createPostgresTermIndex } from './term-index-postgres.ts';

/** First halves of advisory lock keys; any numbers that nothing else in the database uses. */
const profileLocks = 0x70_72_65_01;
const summaryLocks = 0x70_72_65_02;

/** The object id of the type in the server's catalogue. */
const int8 = 20;

export async function openPostgres(options: {
  databaseUrl: string;
  log?: Log | undefined;
}): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guard(createPool(options)) }) });
  return {
    dialect: 'postgres',
    db,
    transaction: (work) => db.transaction().execute(work),
    relaxedTransaction: (work) =>
      db.transaction().execute(async (trx) => {
        await sql`set local synchronous_commit to off`.execute(trx);
        return work(trx);
      }),
    forUpdate: (query) => query.forUpdate(),
    search: createTermIndexes(createPostgresTermIndex),
    sessionSearch: createSessionIndexes(createPostgresSessionIndex),
    lockProfile: (trx, id) => lock(trx, profileLocks, createHash('sha256').update(id).digest().readInt32BE()),
    lockSummaries: (trx) => lock(trx, summaryLocks, 0),
    withoutTimeLimit: (work) =>
      db.connection().execute(async (alone) => {
        await sql`set statement_timeout = 0`.execute(alone);
        const result = await work(alone);
        await sql`reset statement_timeout`.execute(alone);
        return result;
      }),
    measureBytes: async () => {
      const { rows } = await sql<{ bytes: number }>`
        select pg_database_size(current_database()) as bytes
      `.execute(db);
      return rows[0]?.bytes ?? 0;
    },
    // The server checks its own files; a client cannot.
    findDamage: async () => null,
    close: () => db.destroy(),
  };
}

async function lock(trx: TablesTransaction, kind: number, key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${kind}::int, ${key}::int)`.execute(trx);
}

function createPool({ databaseUrl, log }: { databaseUrl: string; log?: Log | undefined }): pg.Pool {
  // The parser's own error would carry the address, and with it a password.
  if (!/^postgres(ql)?:$/.test(URL.parse(databaseUrl)?.protocol ?? '')) {
    throw new AppError(
      'database_unavailable',
      'DATABASE_URL is not an address that begins with postgres://.',
    );
  }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'precis',
    max: 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // The slowest statement of the store, a sweep's batch, takes far less; a lock that is never freed must not hang.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    types: { getTypeParser: chooseParser },
  });
  // Without a listener the loss of a connection would end the process, whether it is idle or in use.
  pool.on('error', (error) => log?.warn({ err: error }, 'an idle PostgreSQL connection was lost'));
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const chooseParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') => {
  // Times and counts: whole numbers far below 2^53.
  if (type === int8) return Number;
  return format === 'binary' ? pg.types.getTypeParser(type, format) : pg.types.getTypeParser(type);
};

/** Every statement goes through here: values in, explained errors out. */
function guard(pool: pg.Pool): PostgresPool {
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await explained(pool.connect());
    const query: (text: string, values: readonly unknown[]) => Promise<unknown> = (text, values) =>
      explained(client.query(text, values.map(toStoredValue)));
    return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) };
  };
  return { connect, end: () => pool.end(), options: pool.options };
}

async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw explainPostgresError(error);
  }
}
