/**
 * Measures the worker beside claude-mem, which runs under bun: `npm run build && node bench/beside-claude-mem.ts`.
 * Both get prompts, summaries and searches over 16 connections, in alternating rounds on fresh data. claude-mem has
 * no route for summaries. Its figures for prompts and searches are measured here, and those of LeapBound/opencode-mem
 * are recorded.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { readCpuMs, readMemoryMb } from './load/watch-process.ts';
import { installClaudeMem, startClaudeMem, type Worker } from './peers/claude-mem.ts';
import { type Goal, type Line, reportLines } from './performance/line.ts';
import { type Request, sendRequests } from './performance/send-requests.ts';
import { startBuilt } from './performance/start-built.ts';

const rounds = Number(process.env.PRECIS_BENCH_ROUNDS ?? 3);
const connections = 16;
const count = 2000;
const sessions = 200;
/** Memory is read after this time, in which the process can give some back. */
const restMs = 12_000;
const words =
  'flux capacitor harbour bridge token window summary ledger queue parser socket lattice orchard pigment vector quartz'.split(
    ' ',
  );
const textOf = (at: number, step: number) =>
  Array.from({ length: 30 }, (_, n) => words[(at * 7 + n * step) % words.length]).join(' ');
const requestsOf = (make: (at: number) => Request) => Array.from({ length: count }, (_, at) => make(at));

const prompts = requestsOf((at) => ({
  path: '/api/sessions/init',
  body: {
    contentSessionId: `load-${at % sessions}`,
    project: `project-${at % 5}`,
    prompt: `prompt ${at} ${textOf(at, 4)}`,
  },
}));
const searches = requestsOf((at) => ({
  path: `/api/search?query=${words[at % words.length]}&format=json&limit=20`,
}));
const summaries = requestsOf((at) => ({
  path: '/api/sessions/summarize/ingest',
  body: {
    contentSessionId: `load-${at % sessions}`,
    summary: {
      request: `request ${at} ${textOf(at, 4)}`,
      investigated: textOf(at, 5),
      learned: textOf(at, 6),
      completed: textOf(at, 7),
      next_steps: textOf(at, 8),
      notes: null,
    },
  },
}));

interface Figures {
  perSecond: number;
  p95: number;
  p99: number;
  cpuMs: number;
}
interface Round {
  readyMs: number;
  idleMb: number;
  prompts: Figures;
  searches: Figures;
  summaries: Figures | null;
  afterMb: number;
}

async function measure(start: () => Promise<Worker>, hasSummaries: boolean): Promise<Round> {
  const { baseUrl, pid, readyMs, stop } = await start();
  async function load(requests: Request[]): Promise<Figures> {
    const before = readCpuMs(pid);
    const { perSecond, p95, p99 } = await sendRequests(baseUrl, requests, connections);
    return { perSecond, p95, p99, cpuMs: (readCpuMs(pid) - before) / requests.length };
  }
  try {
    await pause(restMs);
    const idleMb = readMemoryMb(pid);
    const round = {
      readyMs,
      idleMb,
      prompts: await load(prompts),
      searches: await load(searches),
      summaries: hasSummaries ? await load(summaries) : null,
    };
    await pause(restMs);
    return { ...round, afterMb: readMemoryMb(pid) };
  } finally {
    await stop();
  }
}

const isInstalled = installClaudeMem();
const ours: Round[] = [];
const theirs: Round[] = [];
for (let round = 0; round < rounds; round += 1) {
  console.error(`round ${round + 1} of ${rounds} …`);
  if (isInstalled) theirs.push(await measure(startClaudeMem, false));
  ours.push(await measure(startBuilt, true));
}

const line = (
  measure: string,
  unit: string,
  value: (round: Round) => number | undefined,
  goal: Goal,
): Line => ({
  measure,
  unit,
  values: ours.flatMap((round) => value(round) ?? []),
  peer: { name: 'claude-mem', values: theirs.flatMap((round) => value(round) ?? []) },
  goal,
});
const beside = (measured: Line, name: string, value: number): Line => ({
  ...measured,
  peer: { name, values: [value], isRecorded: true },
});

reportLines([
  line(`search of ${count} records`, '/s', (of) => of.searches.perSecond, { atLeast: 3, ofPeer: true }),
  line('its p95', 'ms', (of) => of.searches.p95, { atMost: 1 / 3, ofPeer: true }),
  line('its processor time', 'ms', (of) => of.searches.cpuMs, { atMost: 0.6 }),
  beside(
    line('a summary is stored', '/s', (of) => of.summaries?.perSecond, { atLeast: 3, ofPeer: true }),
    'opencode-mem (recorded)',
    574,
  ),
  beside(
    line('its p99', 'ms', (of) => of.summaries?.p99, { atMost: 1 / 2, ofPeer: true }),
    'opencode-mem (recorded)',
    68,
  ),
  line('a prompt is stored', '/s', (of) => of.prompts.perSecond, { atLeast: 3, ofPeer: true }),
  line('server ready', 's', (of) => of.readyMs / 1000, { atMost: 0.4 }),
  line('memory, idle', 'MB', (of) => of.idleMb, { atMost: 90 }),
  line('memory after this load', 'MB', (of) => of.afterMb, { atMost: 160 }),
]);
