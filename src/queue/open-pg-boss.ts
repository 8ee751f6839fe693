import pg from 'pg';
import { type Job as BossJob, PgBoss } from 'pg-boss';
import type { Job, Log, Transaction } from '#engine/ports.ts';
import { listenPostgres } from './listen-postgres.ts';
import { waitAtMost } from './wait-at-most.ts';

const queueName = 'runs';
const daySeconds = 86_400;
/** The minimum that pg-boss allows. */
const heartbeatSeconds = 10;
export const heartbeatRefreshMs = 3_000;
const superviseSeconds = 4;
const teardownMs = 3_000;
/** From 25 waiting jobs on, planning the claim again is cheaper, because the kept plan counts a group for each job. */
const longQueue = 25;
/** No queue statement takes nearly this long, so a connection that is silent for this time is dead. */
const queryTimeoutMs = 15_000;

const queueOptions = {
  notify: true,
  heartbeatSeconds,
  /** The maximum that pg-boss allows. Runs with many chunks may take long, and heartbeats detect dead workers. */
  expireInSeconds: daySeconds,
  /** The queue never stops retrying, because only the handler knows when a run cannot succeed. */
  retryLimit: 1_000_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  /** Deleting a job before it ran would leave its run queued forever. */
  retentionSeconds: 3_650 * daySeconds,
  deleteAfterSeconds: 60,
};

/** A job's tier is its group's limit. A model profile allows 1 to 64 concurrent runs. */
const groupConcurrency = {
  default: 1,
  tiers: Object.fromEntries(Array.from({ length: 64 }, (_, index) => [String(index + 1), index + 1])),
};

export type ClaimedJob = BossJob<Job>;

interface Claim {
  job: ClaimedJob | null;
  /** Whether other jobs wait for a place in their group, for their start time, or for the next claim. */
  hasMore: boolean;
}

interface OpenPgBoss {
  /** Also works after `close`, because a run interrupted by the shutdown is returned to the queue late. */
  send(job: Job, tx: Transaction): Promise<void>;
  /** Removes the active job of the same run, which frees its place in the group. */
  forget(job: Job, tx: Transaction): Promise<void>;
  /** Takes the next job whose group has room. If `isStillWanted` is false by then, the job goes back immediately. */
  claim(isStillWanted: () => boolean): Promise<Claim>;
  touch(jobs: ClaimedJob[]): Promise<void>;
  complete(job: ClaimedJob): Promise<void>;
  /** Redelivers the jobs, here or in another process, after the retry delay. */
  release(jobs: ClaimedJob[]): Promise<void>;
  close(): Promise<void>;
}

export async function openPgBoss({
  connectionString,
  schema,
  log,
  onNewJobs,
}: {
  connectionString: string;
  schema: string;
  log: Log;
  onNewJobs: () => void;
}): Promise<OpenPgBoss> {
  let pool = createPool({ connectionString, log });
  let isClosed = false;
  let isListening = false;
  /** Whether the last claim found at least `longQueue` waiting jobs. */
  let isLong = false;
  let fault: unknown = new Error('The queue cannot listen for notifications.');
  const keepFault = (error: unknown) => {
    fault = error;
    throw error;
  };

  const planned = new Map<string, string>();
  /** Prepares the statements that run for every job, because planning them takes longer than running them. */
  const planOnce = (client: Pick<pg.Pool, 'query'>) => ({
    executeSql: (text: string, values: unknown[] = []) => {
      const name = planned.get(text) ?? `precis_queue_${planned.size}`;
      planned.set(text, name);
      return client.query({ name, text, values });
    },
  });

  const boss = new PgBoss({
    schema,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 60,
    db: {
      executeSql: (text, values) => pool.query(text, values).catch(keepFault),
      async listen(channel) {
        const handlers = { onNotification: onNewJobs, onReconnect: onNewJobs };
        const listener = await listenPostgres({ connectionString, channel, log, ...handlers }).catch(
          keepFault,
        );
        isListening = true;
        return listener;
      },
    },
  });
  boss.on('error', (error) => log.warn({ err: error }, 'queue error'));
  boss.on('warning', ({ message, data }) => log.warn({ data }, `queue warning: ${message}`));
  try {
    await boss.start();
    // If pg-boss cannot listen, it continues without notifications and would find all later jobs late.
    if (!isListening) throw fault;
    await boss.createQueue(queueName, queueOptions);
    await boss.updateQueue(queueName, queueOptions);
    // Any query makes pg-boss cache the queue, so that `send` needs only the transaction's connection.
    await boss.findJobs(queueName, { id: '00000000-0000-0000-0000-000000000000' });
  } catch (error) {
    await close();
    throw error;
  }

  return {
    async send(job, tx) {
      const group = { id: job.group, tier: String(job.groupLimit) };
      const { notBefore } = job;
      const later = notBefore === undefined ? {} : { startAfter: new Date(notBefore) };
      await boss.send(queueName, job, { db: tx, priority: job.priority, group, ...later });
    },
    async forget({ runId, group }, tx) {
      // pg-boss would scan all jobs for this, and it runs once for every run of a dead process.
      await tx.executeSql(
        `delete from ${schema}.job
         where name = $1 and group_id = $2 and state = 'active' and data ->> 'runId' = $3`,
        [queueName, group, runId],
      );
    },
    claim,
    async touch(jobs) {
      await boss.touch(queueName, jobs);
    },
    async complete(job) {
      await boss.complete(queueName, job, { db: planOnce(pool) });
    },
    async release(jobs) {
      await boss.fail(queueName, jobs);
    },
    close,
  };

  /**
   * pg-boss counts the active jobs of a group and then takes one, so two concurrent claims could both take the last
   * place. Only one claim runs at a time across all processes, which makes the limit exact.
   */
  async function claim(isStillWanted: () => boolean): Promise<Claim> {
    const from = pool;
    const client = await from.connect();
    let failure: Error | undefined;
    try {
      await client.query(
        `begin; select pg_advisory_xact_lock(hashtext('precis claim'), hashtext('${schema}'))`,
      );
      const planNow = { executeSql: (text: string, values: unknown[] = []) => client.query(text, values) };
      const db = isLong ? planNow : planOnce(client);
      const [job] = await boss.fetch<Job>(queueName, { db, groupConcurrency });
      if (!isStillWanted()) {
        await client.query('rollback');
        return { job: null, hasMore: true };
      }
      // A query with several statements returns an array of results, which the driver's types do not include.
      const results: unknown = await client.query(
        `select 1 from ${schema}.job where name = '${queueName}' and state < 'active' and not blocked limit ${longQueue}; commit`,
      );
      const [waiting] = results as pg.QueryResult[];
      isLong = (waiting?.rowCount ?? 0) >= longQueue;
      return { job: job ?? null, hasMore: waiting?.rowCount !== 0 };
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      if (failure.message === 'Query read timeout') renew(from);
      throw failure;
    } finally {
      // Releasing a client with an error closes its session, which also ends its transaction.
      client.release(failure);
    }
  }

  /** If one connection was silently dropped, so were the idle ones, and each would cost a claim its full timeout. */
  function renew(silent: pg.Pool): void {
    if (pool !== silent || isClosed) return;
    pool = createPool({ connectionString, log });
    void silent.end().catch(() => undefined);
  }

  async function close(): Promise<void> {
    isClosed = true;
    await waitAtMost(teardownMs, boss.stop({ graceful: false }));
    await waitAtMost(teardownMs, pool.end());
  }
}

function createPool({ connectionString, log }: { connectionString: string; log: Log }): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'precis queue',
    max: 4,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 10_000,
    query_timeout: queryTimeoutMs,
    // Without this timeout, a process suspended during a claim would keep all others from claiming.
    idle_in_transaction_session_timeout: 10_000,
    // If a PostgreSQL crash loses a claim or a completion, the job is delivered again, and the store knows the state
    // of its run. New jobs are safe, because the store writes them in the transaction of their run.
    options: '-c synchronous_commit=off',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'queue connection lost'));
  // The pool does not handle errors of a client in use, and an unhandled error event ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
