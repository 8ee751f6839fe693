/**
 * Measures `precis clients import` on generated transcripts: `npm run bench:import -- [--mb 1000] [--kill 10] [--postgres]`.
 * Prints the time and the peak memory of the command. With `--kill`, it is also killed that many times on a second
 * database, and both results are compared record by record.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { StorePlace } from '#tests/contract/each-store.ts';
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
  if (Number(values.kill) > 0) await compareKilled(whole, { kills: Number(values.kill), seconds });
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

/** The most that the process ever had; 0 where the system does not say. */
function readPeakMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

/** Kills at moments spread over the time that the whole import takes. */
async function compareKilled(
  whole: StorePlace,
  { kills, seconds }: { kills: number; seconds: number },
): Promise<void> {
  const place = await openPlace('killed');
  let killed = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const child = start(place);
    const ended = once(child, 'exit');
    await Promise.race([ended, pause(((seconds * 1000) / kills) * (0.7 + 0.06 * kill))]);
    child.kill('SIGKILL');
    const [code] = await ended;
    if (code === null) killed += 1;
  }
  await measure(place);
  const [one, other] = [await readImported(whole), await readImported(place)];
  const isSame =
    one.lines.length === other.lines.length && one.lines.every((line, at) => line === other.lines[at]);
  console.log(`killed ${killed} times: ${isSame && other.wrong === null ? 'identical' : 'DIFFERENT'}`);
  if (!isSame) process.exitCode = 1;
}
