import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startServer } from '#tests/fixtures/start-server.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { readCpuMs } from '../load/watch-process.ts';
import { fillStore, recordsPerSession } from '../scaling/fill-store.ts';
import { percentilesOf } from '../worker/percentiles.ts';
import { irrelevantPrompt, makeWork, relevantPrompt } from './make-work.ts';
import { measureProcess, type ProcessTimes } from './run-process.ts';
import { type AgentSession, type HookTarget, openSession } from './send-hooks.ts';

export interface HookTimes {
  name: string;
  /** What the agent waits, in milliseconds. */
  p50: number;
  p95: number;
  /** The part of it inside the server. */
  server: { p50: number; p95: number };
  /** The processor time of the server, or null if other hooks share it. */
  cpuMs: number | null;
}

export interface GivenTokens {
  name: string;
  /** The share of the hooks that were given anything. */
  share: number;
  mean: number;
  p95: number;
}

export interface Measured {
  store: string;
  hooks: HookTimes[];
  processes: ProcessTimes[];
  tokens: GivenTokens[];
}

export const records = 50_000;
const sessions = 60;
const promptsOfEach = 2;
const warmUpSessions = 8;
const toolCalls = 500;
const callsPerPrompt = 50;
const others = 8;
/** Memories of each of the two largest projects, and of all projects. */
const memoriesOfProject = 60;

/** Measures all hooks of a server whose store has many records. */
export async function measureStore(store: string, databaseUrl: string | null): Promise<Measured> {
  const home = mkdtempSync(join(tmpdir(), 'precis-hooks-'));
  const requests = join(home, 'requests.tsv');
  const transcripts = join(home, 'claude', 'projects', '-home-me-work');
  mkdirSync(transcripts, { recursive: true });
  const place = { home: join(home, 'precis'), databaseUrl };
  mkdirSync(place.home);
  await fillStore(place, { rows: records, now: Date.now(), only: 'sessions', texts: makeWork() });
  const server = await startServer({
    ...place,
    env: {
      CLAUDE_CONFIG_DIR: join(home, 'claude'),
      PRECIS_BENCH_REQUESTS: requests,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${new URL('./watch-requests.ts', import.meta.url).href}`,
    },
  });
  const target = (project: string): HookTarget => ({
    url: server.url,
    transcripts,
    cwd: `/home/me/${project}`,
  });
  const pid = server.child.pid ?? 0;
  const waits = new Map<string, number[]>();
  const cpus = new Map<string, number>();
  const given = new Map<string, string[]>();

  async function measure(name: string, send: (name: string) => Promise<string>): Promise<void> {
    const from = performance.now();
    const text = await send(name);
    const ms = performance.now() - from;
    waits.set(name, [...(waits.get(name) ?? []), ms]);
    given.set(name, [...(given.get(name) ?? []), text]);
  }

  /** The processor time has steps of 10 ms, so only that of many hooks in a row is known. */
  async function measureAll<T>(name: string, list: readonly T[], send: (one: T) => Promise<string>) {
    const before = readCpuMs(pid);
    for (const one of list) await measure(name, () => send(one));
    cpus.set(name, (readCpuMs(pid) - before) / list.length);
  }

  /** Agents work one after the other. Each hook is sent by all of them before the next one is. */
  async function measureSessions(first: number, count: number, mark: string): Promise<void> {
    // Sessions of all ages, each with a subject of its own.
    const step = Math.floor(records / recordsPerSession / (sessions * promptsOfEach + warmUpSessions));
    const agents = Array.from({ length: count }, (_, at) => {
      const asked = Array.from({ length: promptsOfEach }, (_, n) =>
        relevantPrompt(((first + at) * promptsOfEach + n) * step + 1),
      );
      const project = asked[0]?.project ?? '';
      return {
        at,
        asked: asked.filter((one) => one.project === project),
        session: openSession(target(project)),
      };
    });
    const all = (name: string, send: (session: AgentSession, name: string) => Promise<string>) =>
      measureAll(`${name}${mark}`, agents, ({ session }) => send(session, `${name}${mark}`));
    await all('SessionStart', (session, name) => session.start(name));
    const relevant = agents.flatMap(({ session, asked }) => asked.map(({ text }) => ({ session, text })));
    const irrelevant = agents.flatMap(({ session, at }) =>
      Array.from({ length: promptsOfEach }, (_, n) => ({
        session,
        text: irrelevantPrompt((first + at) * promptsOfEach + n),
      })),
    );
    for (const [name, prompts] of Object.entries({ relevant, irrelevant })) {
      const own = `UserPromptSubmit, ${name}${mark}`;
      await measureAll(own, prompts, ({ session, text }) => session.prompt(text, own));
    }
    await all('Stop', (session, name) =>
      session.stop('The entries are kept for a month. All tests pass.', name),
    );
    await all('SessionEnd', (session, name) => session.end(name));
    for (const { session } of agents) session.close();
  }

  async function measureCalls(name: string, outputChars: number): Promise<void> {
    const session = openSession(target('project-0'));
    for (let call = 0; call < toolCalls; call += callsPerPrompt) {
      await session.prompt(`Find out why the requests are slow, part ${call}`);
      const before = readCpuMs(pid);
      for (let n = 0; n < callsPerPrompt; n += 1)
        await measure(name, (own) => session.call(outputChars, own));
      cpus.set(name, (cpus.get(name) ?? 0) + (readCpuMs(pid) - before) / toolCalls);
    }
    session.close();
  }

  try {
    await saveMemories(server.client.memories.save);
    await measureSessions(sessions, warmUpSessions, ', warm-up');
    await measureSessions(0, sessions, '');
    await measureCalls('PostToolUse, warm-up', 2000);
    await measureCalls('PostToolUse, output of 2 kB', 2000);
    await measureCalls('PostToolUse, output of 200 kB', 200_000);
    const worker = new Worker(new URL('./other-agents.ts', import.meta.url), {
      workerData: { target: target('project-1'), agents: others },
    });
    const beside = `PostToolUse, output of 2 kB, beside ${others} other sessions`;
    await measureCalls(beside, 2000);
    await worker.terminate();
    cpus.delete(beside);
    const asked = Array.from({ length: 100 }, (_, session) => relevantPrompt(session + 1));
    const ofProject = asked.filter(({ project }) => project === 'project-0').map(({ text }) => text);
    const processes = await measureProcess(Number(new URL(server.url).port), ofProject);
    await pause(500);
    const served = readServed(requests);
    const names = [...waits.keys()].filter((name) => !name.endsWith('warm-up'));
    return {
      store,
      processes,
      hooks: names.map((name) => ({
        name,
        ...percentilesOf(waits.get(name) ?? []),
        server: percentilesOf(served.get(name) ?? []),
        cpuMs: cpus.get(name) ?? null,
      })),
      tokens: await Promise.all(
        names.slice(0, 3).map(async (name) => ({ name, ...(await countTokens(given.get(name) ?? [])) })),
      ),
    };
  } finally {
    await server.end('SIGTERM');
    rmSync(home, { recursive: true, force: true });
  }
}

async function saveMemories(
  save: (memory: { text: string; project: string | null }) => Promise<unknown>,
): Promise<void> {
  const projects = ['project-0', 'project-1', null];
  for (const project of projects)
    for (let n = 0; n < memoriesOfProject; n += 1) {
      const { text } = makeMemory(n);
      await save({ text, project });
    }
}

function makeMemory(n: number): { text: string } {
  return {
    text: `Never use ${n} as the number of retries for service ${String.fromCharCode(97 + (n % 26))}${n}.`,
  };
}

function readServed(file: string): Map<string, number[]> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const pairs = lines.map((line) => line.split('\t'));
  return new Map(
    [...Map.groupBy(pairs, ([name = '']) => name)].map(([name, all]) => [
      name,
      all.map(([, ms]) => Number(ms)),
    ]),
  );
}

async function countTokens(texts: readonly string[]): Promise<Omit<GivenTokens, 'name'>> {
  const { count } = await loadTokenizer();
  const counts = texts.map((text) => (text === '' ? 0 : count(text)));
  return {
    share: counts.filter((tokens) => tokens > 0).length / counts.length,
    mean: counts.reduce((sum, tokens) => sum + tokens, 0) / counts.length,
    p95: percentilesOf(counts).p95,
  };
}
