import { createHash } from 'node:crypto';
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely';
import pg from 'pg';
import type { Log } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { OpenedDatabase, TablesTransaction } from '#store/database.ts';
import { createPostgresVectors } from '#store/meaning/vector-index.ts';
import { nameOfText, nameText } from '#store/prepared-query.ts';
import { createTermIndexes } from '#store/reader/term-index.ts';
import { createPostgresTermIndex } from '#store/reader/term-index-postgres.ts';
import { postgresRecordIndex } from '#store/record-search/record-index-postgres.ts';
import { toStoredValue } from '#store/stored-text.ts';
import type { Tables } from '#store/tables.ts';
import { explainPostgresError, isRivalry, isSilence, isStalePlan } from './postgres-error.ts';

/** The first halves of advisory lock keys. They must be numbers that nothing else in the database uses. */
const profileLocks = 0x70_72_65_01;
const slotLocks = 0x70_72_65_02;
const tagLocks = 0x70_72_65_03;
const memoryLocks = 0x70_72_65_04;

/** The object id of the type in the server's catalogue. */
const int8 = 20;

/** The number of attempts. Two transactions that deadlock once rarely do so again. */
const maxTries = 4;

const usualLimits = {
  max: 10,
  // The slowest statement, one batch of a sweep, takes far less. A statement must not hang on a lock that is never
  // freed.
  statement_timeout: 15_000,
  // If nothing has arrived by then, not even an error, the server is gone.
  query_timeout: 16_000,
};

interface OpenOptions {
  databaseUrl: string;
  log?: Log | undefined;
}

export async function openPostgres(options: OpenOptions): Promise<OpenedDatabase> {
  refuseOtherAddress(options.databaseUrl);
  const open = (limits: pg.PoolConfig) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guard(() => createPool(options, limits)) }) });
  const db = open(usualLimits);
  const transaction: OpenedDatabase['transaction'] = (work) =>
    retryRivals(() => db.transaction().execute(work));
  return {
    dialect: 'postgres',
    db,
    transaction,
    // PostgreSQL may lose an unflushed commit when it crashes, after readers have seen its events. Relaxed
    // transactions are therefore fully durable here.
    relaxedTransaction: transaction,
    relaxedStatement: (statement) => retryRivals(() => db.executeQuery(statement)),
    search: createTermIndexes(createPostgresTermIndex),
    recordIndex: postgresRecordIndex,
    vectors: createPostgresVectors(db),
    lockProfile: (trx, id) => lock(trx, profileLocks, createHash('sha256').update(id).digest().readInt32BE()),
    lockSlots: (trx) => lock(trx, slotLocks, 0),
    joinsWrites: true,
    writeAndLockSlots: async (trx, first, others) => {
      const locking = `select ${lockText(slotLocks, 0)} from w0`;
      const { rows } = await trx.executeQuery(joinWrites([first, ...others], locking));
      return rows.length > 0;
    },
    lockTags: (trx) => lock(trx, tagLocks, 0),
    lockMemories: (trx) => lock(trx, memoryLocks, 0),
    keepCopy: async () => {},
    withoutTimeLimit: async (work) => {
      const patient = open({ max: 1 });
      try {
        return await work(patient);
      } catch (error) {
        // The migrator uses a lost connection once more, and the error of that attempt replaces the first one.
        throw explainPostgresError(error);
      } finally {
        await patient.destroy();
      }
    },
    measureBytes: async () => {
      const { rows } = await sql<{ bytes: number }>`
        select pg_database_size(current_database()) as bytes
      `.execute(db);
      return rows[0]?.bytes ?? 0;
    },
    // The server checks its own files, which a client cannot do.
    findDamage: async () => null,
    close: () => db.destroy(),
  };
}

async function lock(trx: TablesTransaction, kind: number, key: number): Promise<void> {
  // A statement without values can be sent together with the begin of its transaction.
  await sql.raw(`select ${lockText(kind, key)}`).execute(trx);
}

function lockText(kind: number, key: number): string {
  return `pg_advisory_xact_lock(${kind}, ${key})`;
}

async function retryRivals<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isRivalry(error) || tries >= maxTries) throw error;
    }
  }
}

function refuseOtherAddress(databaseUrl: string): void {
  if (/^postgres(ql)?:$/.test(URL.parse(databaseUrl)?.protocol ?? '')) return;
  // The parser's own error would contain the address and therefore a password.
  throw new AppError('database_unavailable', 'DATABASE_URL must be a URL that starts with postgres://.');
}

function createPool({ databaseUrl, log }: OpenOptions, limits: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'precis',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A migration has no time limit. On a connection that died silently, it fails after about 20 s.
    keepAliveInitialDelayMillis: 10_000,
    // A client that vanished in the middle of a transaction must not keep its locks.
    idle_in_transaction_session_timeout: 10_000,
    types: { getTypeParser: chooseParser },
    ...limits,
  });
  // Without a listener, a lost connection would end the process, whether it is idle or in use.
  pool.on('error', (error) => log?.warn({ err: error }, 'lost an idle PostgreSQL connection'));
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const chooseParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') => {
  // Times and counts are whole numbers far below 2^53.
  if (type === int8) return Number;
  return format === 'binary' ? pg.types.getTypeParser(type, format) : pg.types.getTypeParser(type);
};

/** Wraps the pool so that every statement gets its values converted and its errors explained. */
function guard(open: () => pg.Pool): PostgresPool {
  let pool = open();
  const connect = async (): Promise<PostgresPoolClient> => {
    const from = pool;
    const client = await from.connect().catch((error: unknown) => {
      throw explainPostgresError(error);
    });
    const send = startLate(client);
    let silence: unknown = null;
    let isStale = false;
    const query: (text: string, values: readonly unknown[]) => Promise<unknown> = async (text, values) => {
      // Without this, the rollback would wait behind the statement that never returned.
      if (silence !== null) throw silence;
      const name = nameOfText(text);
      const stored = values.map(toStoredValue);
      try {
        return await send(name === undefined ? { text, values: stored } : { name, text, values: stored });
      } catch (error) {
        const explained = explainPostgresError(error);
        if (isSilence(error)) silence = explained;
        if (isStalePlan(error)) isStale = true;
        if (silence !== null || isStale) renew(from);
        throw explained;
      }
    };
    return {
      query: query as PostgresPoolClient['query'],
      release: (destroy) => client.release(silence !== null || isStale || destroy),
    };
  };
  return { connect, end: () => pool.end(), options: pool.options };

  /**
   * If one connection was silently dropped or has old plans, the idle ones are affected too. Each of them would cost
   * a request.
   */
  function renew(worn: pg.Pool): void {
    if (pool !== worn) return;
    pool = open();
    void worn.end().catch(() => undefined);
  }
}

/** The joined statements, by the texts that were joined. */
const joined = new Map<string, string>();

/**
 * Joins several statements into one that returns what `result` selects from them. The first is named `w0`. No
 * statement sees what the others write, and their order is not certain.
 */
export function joinWrites(writes: readonly CompiledQuery[], result: string): CompiledQuery {
  const key = `${writes.map((write) => write.sql).join('\n')}\n${result}`;
  let text = joined.get(key);
  if (text === undefined) {
    text = join(writes, result);
    // Only statements with a known set of texts are kept, so that the map stays small.
    if (writes.every((write) => nameOfText(write.sql) !== undefined)) {
      joined.set(key, text);
      nameText(text);
    }
  }
  return CompiledQuery.raw(
    text,
    writes.flatMap(({ parameters }) => parameters),
  );
}

function join(writes: readonly CompiledQuery[], result: string): string {
  let before = 0;
  const parts = writes.map(({ sql, parameters }, at) => {
    const first = before;
    before += parameters.length;
    return `w${at} as (${sql.replaceAll(/\$(\d+)/g, (_, place) => `$${first + Number(place)}`)})`;
  });
  return `with ${parts.join(', ')} ${result}`;
}

const nothing = { command: '', rowCount: null, rows: [] };

/**
 * Sends the begin of a transaction with its first statement, which saves a round trip if that statement has no
 * values. A transaction without statements never begins.
 */
export function startLate(client: Pick<pg.PoolClient, 'query'>): (query: pg.QueryConfig) => Promise<unknown> {
  let state: 'none' | 'wanted' | 'begun' = 'none';
  return async (query) => {
    const { text, values = [] } = query;
    if (text === 'begin') {
      state = 'wanted';
      return nothing;
    }
    const isEnd = text === 'commit' || text === 'rollback';
    if (isEnd) {
      const wasBegun = state === 'begun';
      state = 'none';
      return wasBegun ? client.query(query) : nothing;
    }
    if (state !== 'wanted') return client.query(query);
    if (values.length > 0) {
      // If the begin fails, there is nothing to roll back.
      state = 'none';
      await client.query('begin');
      state = 'begun';
      return client.query(query);
    }
    state = 'begun';
    // A message with several statements returns a result for each. The types of the driver do not say so.
    const results: unknown = await client.query(`begin; ${text}`);
    return (results as pg.QueryResult[]).at(-1);
  };
}
