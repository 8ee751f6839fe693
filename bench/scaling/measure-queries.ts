import type { Store } from '#store/store.ts';
import { type Percentiles, percentilesOf, timeOf } from '../worker/percentiles.ts';
import { explain, type Plan } from './explain.ts';
import { type Filling, type Group, groups } from './fill-store.ts';
import type { Watched } from './open-watched.ts';
import type { Query } from './query.ts';
import { readerQueries } from './reader-queries.ts';
import { runQueries } from './run-queries.ts';
import { sessionQueries } from './session-queries.ts';
import { threadQueries } from './thread-queries.ts';

export interface Measured extends Plan, Pick<Percentiles, 'p50' | 'p95'> {
  group: string;
  name: string;
}

const queries: Record<Group, (store: Store, filling: Filling) => Query[]> = {
  runs: runQueries,
  reader: readerQueries,
  threads: threadQueries,
  sessions: sessionQueries,
};
const warmUps = 3;
const maxRounds = Number(process.env.PRECIS_BENCH_ROUNDS ?? 40);
const minRounds = 5;
/** The time limit per query, once the query has run often enough. */
const enoughMs = 2000;

export async function measureQueries(
  { database, store, watch }: Watched,
  { filling, onMeasured }: { filling: Filling; onMeasured(measured: Measured): void },
): Promise<Measured[]> {
  const all: Measured[] = [];
  const wanted = groups.filter((group) => filling.only === undefined || group === filling.only);
  for (const query of wanted.flatMap((group) => queries[group](store, filling))) {
    const { p50, p95 } = percentilesOf(await timeQuery(query));
    const work = await query.prepare(maxRounds);
    const plan = await explain(database, await watch(work));
    const measured = { group: query.group, name: query.name, p50, p95, ...plan };
    onMeasured(measured);
    all.push(measured);
  }
  return all;
}

async function timeQuery({ prepare, maxRounds: most = maxRounds }: Query): Promise<number[]> {
  const times: number[] = [];
  let totalMs = 0;
  for (let round = -warmUps; round < Math.min(most, maxRounds); round += 1) {
    const work = await prepare(round);
    const ms = await timeOf(work);
    if (round < 0) continue;
    times.push(ms);
    totalMs += ms;
    if (times.length >= minRounds && totalMs > enoughMs) break;
  }
  return times;
}
