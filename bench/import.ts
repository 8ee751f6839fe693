/**
 * Measures `precis clients import` on generated transcripts: `npm run bench:import -- [--mb 1000] [--kill 10]
 * [--postgres]`. Prints the time and the peak memory of the command. With `--kill`, it is also killed this many times
 * on a second database, each time after another share of the records. Then both results are compared record by
 * record.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { StorePlace } from '#tests/contract/each-store.ts';
import { killImport } from '#tests/fixtures/transcripts/kill-import.ts';
import { makeCorpus } from '#tests/fixtures/transcripts/make-corpus.ts';
import { readImported } from '#tests/fixtures/transcripts/read-imported.ts';
import { program } from '#tests/setup/program.ts';
import { createDatabase, startPostgres } from '#tests/setup/start-postgres.ts';

const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '1000' },
    kill: { type: 'string', default: '0' },
    postgres: { type: 'boolean', default: false },
  },
});
const lookEveryMs = 50;
const home = mkdtempSync(join(tmpdir(), 'precis-bench-import-'));
const postgres = values.postgres ? await startPostgres({ isDurable: true }) : null;

interface Measured {
  seconds: number;
  peakMb: number;
  out: string;
}

try {
  console.error('Writing transcripts …');
  const { files, bytes } = makeCorpus(home, { bytes: Number(values.mb) * 1e6 });
  console.log(`${files} files, ${(bytes / 1e6).toFixed(0)} MB`);
  const whole = await openPlace('whole');
  const { seconds, peakMb, out } = await measure(whole);
  const { clients } = JSON.parse(out) as { clients: { added: number }[] };
  const records = clients.reduce((sum, { added }) => sum + added, 0);
  console.log(`${records} records in ${seconds.toFixed(1)} s, peak memory ${peakMb.toFixed(0)} MB`);
  const again = await measure(whole);
  console.log(`a second import, with nothing new: ${again.seconds.toFixed(1)} s`);
  if (Number(values.kill) > 0) await compareKilled(whole, Number(values.kill));
} finally {
  await postgres?.stop();
  rmSync(home, { recursive: true, force: true });
}

async function openPlace(name: string): Promise<StorePlace> {
  return {
    home: join(home, name),
    databaseUrl: postgres === null ? null : await createDatabase(postgres.url),
  };
}

function start({ home: precisHome, databaseUrl }: StorePlace): ChildProcess {
  return spawn(process.execPath, [program, 'clients', 'import', '--json'], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      PRECIS_HOME: precisHome,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function measure(place: StorePlace): Promise<Measured> {
  const startedAt = performance.now();
  const child = start(place);
  let out = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, readPeakMb(child.pid));
  }, lookEveryMs);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  return { seconds: (performance.now() - startedAt) / 1000, peakMb, out };
}

/** The peak memory of the process, or 0 where the system does not report it. */
function readPeakMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

async function compareKilled(whole: StorePlace, kills: number): Promise<void> {
  const expected = await readImported(whole);
  const { observations } = expected.counts;
  const place = await openPlace('killed');
  const startOne = () => {
    const child = start(place);
    const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null }));
    return { kill: (signal: 'SIGKILL') => child.kill(signal), ended };
  };
  const killedAt = await killImport({ place, start: startOne, kills, observations });
  const shares = killedAt.map((stored) => `${((100 * stored) / observations).toFixed(0)}%`);
  console.log(`killed ${killedAt.length} times, with ${shares.join(', ')} of the records stored`);
  await measure(place);
  const result = await readImported(place);
  const isSame =
    result.lines.length === expected.lines.length &&
    result.lines.every((line, at) => line === expected.lines[at]);
  console.log(isSame && result.wrong === null ? 'the result is identical' : 'the result is DIFFERENT');
  if (!isSame || result.wrong !== null || killedAt.length < kills) process.exitCode = 1;
}
