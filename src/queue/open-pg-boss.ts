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
/** From so many waiting jobs on, a plan that is made for them saves more than it costs: a kept one counts a group for each of them. */
const longQueue = 25;
/** No statement of the queue takes nearly this long: a connection silent for this time is dead. */
const queryTimeoutMs = 15_000;

const queueOptions = {
  notify: true,
  heartbeatSeconds,
  /** The maximum that pg-boss allows: a long run in many chunks is legitimate, and the heartbeat finds dead workers. */
  expireInSeconds: daySeconds,
  /** Only the handler knows when a run cannot succeed, so the queue itself never stops retrying. */
  retryLimit: 1_000_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  /** Deleting a job before it ran would leave its run queued forever. */
  retentionSeconds: 3_650 * daySeconds,
  deleteAfterSeconds: 60,
};

/** The tier of a job is its group's limit; a model profile allows 1 to 64. */
const groupConcurrency = {
  default: 1,
  tiers: Object.fromEntries(Array.from({ length: 64 }, (_, index) => [String(index + 1), index + 1])),
};

export type ClaimedJob = BossJob<Job>;

interface Claim {
  job: ClaimedJob | null;
  /** Others wait: for a place in their group, for their time, or for the next claim. */
  hasMore: boolean;
}

interface OpenPgBoss {
  /** Works even after `close`: a run that shutdown interrupts is given back late. */
  send(job: Job, tx: Transaction): Promise<void>;
  /** Removes the active job of the same run, and with it its place in the group. */
  forget(job: Job, tx: Transaction): Promise<void>;
  /** Takes the next job whose group has room. Returns it immediately if `isStillWanted` is false by then. */
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
  /** As the last claim has seen the queue. */
  let isLong = false;
  let fault: unknown = new Error('The queue cannot listen for notifications.');
  const keepFault = (error: unknown) => {
    fault = error;
    throw error;
  };

  const planned = new Map<string, string>();
  /** For the statements of every job, whose plans take longer than they do. Their texts are always the same. */
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
    // pg-boss continues without notifications when it cannot listen, and would find jobs late until the process ends.
    if (!isListening) throw fault;
    await boss.createQueue(queueName, queueOptions);
    await boss.updateQueue(queueName, queueOptions);
    // Any look into the queue makes pg-boss remember it, so that `send` needs no connection but the transaction's.
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
      // With our own statement: pg-boss would scan all jobs, and this runs for every run of a dead process.
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
   * pg-boss counts the active jobs of a group and then takes one, so that two claims at the same moment could both
   * take the last place. One claim at a time, over all processes, makes the limit exact.
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
      // One message with several statements has a result for each, which the driver's types leave out.
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
      // A client given back with an error is not used again, and with its session ends its transaction.
      client.release(failure);
    }
  }

  /** If one connection was silently dropped, so were the idle ones; each would cost a claim its timeout. */
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
    // A process that is stopped in the middle of a claim must not keep the others from claiming.
    idle_in_transaction_session_timeout: 10_000,
    // A claim or an end that a crash of PostgreSQL undoes makes a job come again, and the store knows what became of its
    // run. New jobs are written by the store, in the transaction of their run.
    options: '-c synchronous_commit=off',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'queue connection lost'));
  // The pool does not listen while a client is out, and an unhandled error event ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
