import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { program } from '#tests/setup/program.ts';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';
import { calibrate } from './calibrate.ts';

/**
 * The processor time of each job, as a multiple of `calibrate`. `PRECIS_SPEED=write npx vitest run tests/speed`
 * writes this file on a quiet machine. A job that needs more than twice as much has become slower.
 */
const file = join(import.meta.dirname, 'ratios.json');
const known: Record<string, number> = JSON.parse(readFileSync(file, 'utf8'));
const isWritten = process.env.PRECIS_SPEED === 'write';
const mostGrowth = 2;
/** Each job is repeated, because other work on the machine can make it look slower. */
const attempts = 3;
const mostAttempts = 8;
const atOnce = 8;

const text =
  'The harbour bridge will be closed for two years, and everyone has to walk around. The council of Lunde voted on Monday to replace its four pillars, which were built in 1931. ';

const found: Record<string, number> = {};
let home: string;
let server: ServerProcess;
let model: ScriptedModel;
let feeds: FeedServer;

beforeAll(async () => {
  home = mkdtempSync(join(scratchFolder(), 'precis-speed-'));
  [model, feeds] = await Promise.all([startScriptedModel(), startFeedServer()]);
  server = await startServer({ home, databaseUrl: null, env: { PRECIS_ALLOW_HOSTS: '127.0.0.1' } });
  const profile = scriptedProfile('primary', model.baseUrl('openai'));
  await server.client.models.put(profile);
  await server.client.settings.patch({ summaryAgent: { primaryModelProfileId: profile.id } });
  // The first call compiles the code that is measured.
  calibrate();
});
afterAll(async () => {
  await server.end('SIGTERM');
  await Promise.all([model.close(), feeds.close()]);
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  if (isWritten) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
});

async function ask(path: string, body?: object): Promise<void> {
  const init = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(`${server.url}${path}`, init);
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${said}`);
}

async function repeat(count: number, job: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await job(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/**
 * The processor time of the server with its threads. User and system time are the 12th and 13th field after the name.
 */
function serverCpuMs(): number {
  const fields = readFileSync(`/proc/${server.child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function processCpuMs(args: string[], input: string): number {
  const script = 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null; } 2>&1';
  const out = execFileSync('bash', ['-c', script, 'bash', process.execPath, program, ...args], {
    input,
    encoding: 'utf8',
    env: { ...process.env, PRECIS_HOME: join(home, 'cli') },
  });
  const [user = 0, system = 0] = out.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  return (user + system) * 1000;
}

const jobs: Record<string, (attempt: number) => Promise<number>> = {
  '300 prompts and summaries of sessions': (attempt) =>
    ofServer(() =>
      repeat(300, async (at) => {
        const contentSessionId = `speed-${attempt}-${at % 30}`;
        await ask('/api/sessions/init', { contentSessionId, project: 'harbour', prompt: `${at} ${text}` });
        const parts = { investigated: text, learned: text, completed: text, next_steps: text, notes: null };
        const summary = { request: `${at} ${text}`, ...parts };
        await ask('/api/sessions/summarize/ingest', { contentSessionId, summary });
      }),
    ),
  '300 searches of sessions': () =>
    ofServer(() =>
      repeat(300, async (at) => {
        const word = ['harbour', 'pillars', 'council', 'walk'][at % 4];
        await ask(`/api/search?query=${word}&format=json&limit=20`);
      }),
    ),
  '60 summaries by a model': (attempt) =>
    ofServer(() =>
      repeat(60, async (at) => {
        const run = await server.client.summarize({ text: `Report ${attempt} ${at}. ${text.repeat(6)}` });
        for await (const event of server.client.runs.events(run.id))
          if (event.type === 'run-end') expect(event.status).toBe('succeeded');
      }),
    ),
  'first fetch of 20 feeds': (attempt) =>
    ofServer(async () => {
      for (let at = 0; at < 20; at += 1) {
        const items = Array.from({ length: 20 }, (_, n) => ({
          id: `${attempt}-${at}-${n}`,
          title: `Report ${attempt} ${at} ${n}`,
          html: `<p>${text.repeat(12)}</p>`,
          link: feeds.url(`/page-${attempt}-${at}-${n}`),
        }));
        feeds.on(`/feed-${attempt}-${at}`, { body: rss(`Reports ${at}`, items) });
      }
      await repeat(20, (at) =>
        server.client.reader.feeds.subscribe({ url: feeds.url(`/feed-${attempt}-${at}`) }),
      );
    }),
  'precis summarize of 100 kB': () =>
    Promise.resolve(processCpuMs(['summarize', '-'], text.repeat(100_000 / text.length))),
};

async function ofServer(work: () => Promise<void>): Promise<number> {
  const before = serverCpuMs();
  await work();
  return serverCpuMs() - before;
}

describe.skipIf(!existsSync('/proc/self/stat'))('no job needs twice the processor time it had', () => {
  test.each(Object.keys(jobs))('%s', async (name) => {
    const job = jobs[name];
    if (job === undefined) throw new Error(`no job ${name}`);
    const most = isWritten ? Number.POSITIVE_INFINITY : mostGrowth * (known[name] ?? 0);
    let best = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < attempts || (best >= most && attempt < mostAttempts); attempt += 1) {
      // The calibration runs before and after the job, because a processor changes its speed.
      const before = calibrate();
      const cpuMs = await job(attempt);
      best = Math.min(best, (2 * cpuMs) / (before + calibrate()));
    }
    found[name] = Number(best.toFixed(2));
    expect(best).toBeLessThan(most);
  });
});
