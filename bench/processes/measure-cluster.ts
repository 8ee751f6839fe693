import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createClient } from '#client/create-client.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { createDatabase, findFreePort } from '#tests/setup/start-postgres.ts';
import { type BenchProcess, startProcess } from '../start-process.ts';

export interface Throughput {
  processes: number;
  runsPerSecond: number;
  /** The median time from the start of a run to its end. */
  medianMs: number;
  serverCores: number;
  machineShare: number;
}

interface Setting {
  processes: number;
  runs: number;
  modelUrl: string;
  postgresUrl: string;
  home: string;
}

const entry = join(import.meta.dirname, '../../src/cli/precis.ts');
const profiles = ['one', 'two', 'three', 'four'];
const submitters = 16;
const warmUpRuns = 64;
const longestMs = 300_000;
/** The milliseconds of a clock tick. Linux always has 100 ticks per second. */
const tickMs = 10;

/** Submits all runs to the servers in turn, as fast as they accept them, and waits until the last one succeeds. */
export async function measureCluster(setting: Setting): Promise<Throughput> {
  const databaseUrl = await createDatabase(setting.postgresUrl);
  const ports = await Promise.all(Array.from({ length: setting.processes }, findFreePort));
  const servers: BenchProcess[] = [];
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    for (const port of ports) {
      const env = { PRECIS_PORT: String(port), PRECIS_HOME: setting.home, DATABASE_URL: databaseUrl };
      servers.push(await startProcess([entry, 'serve'], { ...env, PRECIS_LOG_LEVEL: 'error' }));
    }
    const clients = ports.map((port) => createClient({ fetch, baseUrl: `http://127.0.0.1:${port}` }));
    for (const id of profiles)
      await clients[0]?.models.put({ ...scriptedProfile(id, setting.modelUrl), concurrency: 64 });

    await makeRuns(0, warmUpRuns);
    const pids = servers.map(({ child }) => child.pid ?? 0);
    const [startedAt, cpuBefore, busyBefore] = [performance.now(), serverCpuMs(pids), machineCpu()];
    await makeRuns(warmUpRuns, setting.runs);
    const elapsedMs = performance.now() - startedAt;
    const busyAfter = machineCpu();
    const { rows } = await database.query<{ ms: number }>(
      `select percentile_cont(0.5) within group (order by finished_at - started_at)::float8 as ms from runs`,
    );
    return {
      processes: setting.processes,
      runsPerSecond: (setting.runs / elapsedMs) * 1000,
      medianMs: rows[0]?.ms ?? Number.NaN,
      serverCores: (serverCpuMs(pids) - cpuBefore) / elapsedMs,
      machineShare: (busyAfter.busy - busyBefore.busy) / (busyAfter.all - busyBefore.all),
    };

    async function makeRuns(from: number, count: number): Promise<void> {
      let next = from;
      const submit = async () => {
        for (let number = next++; number < from + count; number = next++) {
          const modelProfileId = scriptedProfile(
            profiles[number % profiles.length] ?? '',
            setting.modelUrl,
          ).id;
          await clients[number % clients.length]?.summarize({ text: makeText(number), modelProfileId });
        }
      };
      await Promise.all(Array.from({ length: submitters }, submit));
      await untilSucceeded(from + count);
    }
  } finally {
    for (const server of servers) await server.stop();
    await database.end();
  }

  async function untilSucceeded(count: number): Promise<void> {
    const deadline = performance.now() + longestMs;
    while (performance.now() < deadline) {
      const text = `select count(*)::int as count from runs where status = 'succeeded'`;
      const { rows } = await database.query<{ count: number }>(text);
      if (rows[0]?.count === count) return;
      await delay(50);
    }
    throw new Error(`not all ${count} runs have succeeded within ${longestMs} ms`);
  }
}

function makeText(number: number): string {
  return `Text ${number}. ${'The harbour bridge will be closed for two years, and people walk around it. '.repeat(20)}`;
}

function serverCpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + readCpuMs(pid), 0);
}

function readCpuMs(pid: number): number {
  // The name, in brackets, may contain spaces. User and system time are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

function machineCpu(): { busy: number; all: number } {
  const times = cpus().map((core) => core.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}
