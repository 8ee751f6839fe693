import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Job, Log } from '#engine/ports.ts';
import { createLocalQueue } from '#queue/local-queue.ts';
import { type ClaimedJob, openPgBoss } from '#queue/open-pg-boss.ts';
import { runIdSchema } from '#schema/ids.ts';
import type { Place } from '../worker/fill-store.ts';
import { percentilesOf, timeOf } from '../worker/percentiles.ts';
import { type Filling, unfinishedShare } from './fill-store.ts';
import type { Measured } from './measure-queries.ts';

const rounds = 20;
const schema = 'bench_queue';
const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} };
const free = { group: 'free', groupLimit: 64, priority: 0 };
const full = { group: 'full', groupLimit: 1, priority: 1 };

/** Measures the claim of the next job while jobs of a profile at its concurrency limit are queued before it. */
export async function measureClaim(place: Place, { rows }: Filling): Promise<Measured> {
  const waiting = rows / unfinishedShare;
  const times =
    place.databaseUrl === null
      ? await claimLocally(waiting)
      : await claimFromPostgres(place.databaseUrl, waiting);
  const { p50, p95 } = percentilesOf(times);
  const line = place.databaseUrl === null ? 'in memory' : 'by pg-boss';
  return { group: 'runs', name: 'claim the next job', p50, p95, line, scans: [] };
}

async function claimLocally(waiting: number): Promise<number[]> {
  const queue = createLocalQueue({ log: quiet });
  const stop = Promise.withResolvers<void>();
  let arrived = () => {};
  await queue.work(async ({ group }) => {
    if (group === full.group) return stop.promise;
    arrived();
  });
  const tx = { executeSql: async () => ({ rows: [] }) };
  for (let n = 0; n <= waiting; n += 1) await queue.enqueue(makeJob(full), tx);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(
      await timeOf(() => {
        const handed = new Promise<void>((resolve) => {
          arrived = resolve;
        });
        return queue.enqueue(makeJob(free), tx).then(() => handed);
      }),
    );
  }
  const closed = queue.close(0);
  stop.resolve();
  await closed;
  return times;
}

async function claimFromPostgres(databaseUrl: string, waiting: number): Promise<number[]> {
  const boss = await openPgBoss({
    connectionString: databaseUrl,
    schema,
    log: quiet,
    onNewJobs: () => {},
  });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const tx = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
  try {
    await boss.send(makeJob(full), tx);
    await boss.claim(() => true);
    await boss.send(makeJob(full), tx);
    // The last job is copied, and each copy gets an id of its own.
    await client.query(`create temp table one as select * from ${schema}.job where state = 'created'`);
    await client.query(
      `insert into ${schema}.job select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid()))).*
       from one, generate_series(1, $1)`,
      [waiting],
    );
    await client.query('vacuum analyze');
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await boss.send(makeJob(free), tx);
      let job: ClaimedJob | null = null;
      times.push(
        await timeOf(async () => {
          ({ job } = await boss.claim(() => true));
        }),
      );
      if (job === null) throw new Error('there was no job to claim');
      await boss.complete(job);
    }
    return times;
  } finally {
    await client.end();
    await boss.close();
  }
}

function makeJob(place: Omit<Job, 'runId'>): Job {
  return { runId: runIdSchema.parse(randomUUID()), ...place };
}
