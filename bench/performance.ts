/**
 * Measures everything that bench/results/performance.md states, one part after the other, and writes that page: `npm
 * run bench`. `npm run bench -- sessions runs` prints only some parts, and with `--write` they replace theirs on the
 * page. Peers are installed from npm where that is possible. Nothing else should run on the machine, and all parts
 * take an hour. `--short` shortens the load from ten minutes on each store to one.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Line, reaches, renderTable } from './performance/line.ts';
import { readTicks, stolenShare } from './performance/stolen-time.ts';
import { describeRun, type Part, writePage } from './performance/write-page.ts';

/** The parts. Each is a bench of its own, which reports its lines. */
const parts: Record<string, { title: string; args: string[] }> = {
  sessions: { title: 'Memory of coding sessions', args: ['beside-claude-mem.ts'] },
  feeds: { title: 'First fetch of 500 feeds', args: ['feeds.ts'] },
  runs: { title: 'Runs', args: ['runs.ts'] },
  stream: { title: 'A stream of 10,000 tokens', args: ['stream.ts'] },
  cli: { title: 'Command line, whole process', args: ['cli.ts'] },
  load: { title: '1,000 streams and 200 ingests a second', args: ['load.ts'] },
  start: { title: 'Start of a server with 120,000 rows', args: ['start.ts'] },
  typing: { title: 'A key pressed in the Reader’s search', args: ['typing.ts'] },
  screens: { title: 'The Reader in a browser', args: ['screens.ts'] },
  scaling: { title: 'Search of a million records', args: ['scaling.ts', '10k', '1m', '--only', 'sessions'] },
  memory: { title: 'Memory policies on LoCoMo', args: ['memory.ts'] },
};

const { values, positionals: wanted } = parseArgs({
  options: { write: { type: 'boolean', default: false }, short: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0)
  throw new Error(`no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);

const folder = mkdtempSync(join(tmpdir(), 'precis-performance-'));
const measured: Part[] = [];
const failed: string[] = [];
try {
  for (const [name, { title, args }] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.error(`\n${title} …`);
    const ticksBefore = readTicks();
    const lines = measure(name, shorten(name, args));
    if (lines === null) {
      failed.push(name);
      continue;
    }
    const part = { name, title, ...describeRun(), stolen: stolenShare(ticksBefore, readTicks()), lines };
    measured.push(part);
    // The page is written after each part, because a run of an hour may be cut short.
    if (wanted.length === 0 || values.write) writePage(part, Object.keys(parts));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const lines = measured.flatMap((part) => part.lines);
console.log(`\n${renderTable(lines)}`);
const short = lines.filter((line) => reaches(line) === false);
console.log(`\n${lines.length - short.length} of ${lines.length} lines reach their goal`);
if (failed.length > 0) {
  console.error(`Reported nothing: ${failed.join(', ')}`);
  process.exitCode = 1;
}

function shorten(name: string, args: string[]): string[] {
  return name === 'load' && values.short ? [...args, '--short'] : args;
}

/** Measures one part. The result is null if the part broke off, and the other parts are measured anyway. */
function measure(name: string, [script = '', ...args]: string[]): Line[] | null {
  const file = join(folder, `${name}.json`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: { ...process.env, PRECIS_BENCH_LINES: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // Some parts exit with 1 if a limit is exceeded, which the table shows too.
  if (status !== 0) console.error(`${script} ended with ${status}`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Line[];
  } catch {
    return null;
  }
}
