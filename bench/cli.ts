/**
 * Measures `precis summarize -` as a whole process, for texts of 1 kB to 10 MB, beside Node itself and, for 1 kB, two
 * packages that summarize without a model: `npm run build && node bench/cli.ts`. Needs bash, for the processor time
 * of a finished process. Exits with 1 if a median of the processor time is over its limit: elapsed time depends on
 * what else the machine does.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeVariedText } from './event-loop/make-texts.ts';
import { installExtractors } from './peers/install-extractors.ts';
import { peersDir } from './peers/load-peer.ts';
import { type Line, medianOf, reportLines } from './performance/line.ts';
import { percentilesOf } from './worker/percentiles.ts';

const rounds = Number(process.env.PRECIS_BENCH_ROUNDS ?? 7);
const program = join(import.meta.dirname, '..', 'dist', 'packages', 'precis', 'bin', 'precis.cjs');
const packages = installExtractors() ? ['ts-textrank', 'node-summarizer'] : [];
const sizes = [
  { name: '1 kB', characters: 1_000, promisedSeconds: 0.35 },
  { name: '100 kB', characters: 100_000, promisedSeconds: 0.6 },
  { name: '1 MB', characters: 1_000_000, promisedSeconds: 1.2 },
  { name: '10 MB', characters: 10_000_000, promisedSeconds: 8 },
];

interface Spent {
  wall: number;
  cpu: number;
}

interface Measured {
  name: string;
  args: string[];
  input: string;
  promisedSeconds: number;
  spent: Spent[];
}

if (!existsSync(program)) throw new Error('The program is not built: npm run build');
const place = mkdtempSync(join(tmpdir(), 'precis-cli-bench-'));
try {
  const measured: Measured[] = [
    { name: 'node -e 0', args: ['-e', '0'], input: '', promisedSeconds: Number.POSITIVE_INFINITY, spent: [] },
    ...sizes.map(({ characters, ...size }) => ({
      ...size,
      args: [program, 'summarize', '-'],
      input: makeVariedText(characters),
      spent: [],
    })),
    ...packages.map((name) => ({
      name: `${name}, 1 kB`,
      args: [join(import.meta.dirname, 'peers', 'summarize-once.cjs'), peersDir, name],
      input: makeVariedText(1_000),
      promisedSeconds: Number.POSITIVE_INFINITY,
      spent: [],
    })),
  ];
  for (const { name, input } of measured) writeFileSync(join(place, name), input);
  // The first round fills the code cache and is not counted.
  for (let round = -1; round < rounds; round++) {
    for (const { name, args, spent } of measured) {
      const one = measure(args, join(place, name));
      if (round >= 0) spent.push(one);
    }
  }
  console.log('| text | elapsed, s | range, s | processor time, s | limit, s |');
  console.log('|---|--:|--:|--:|--:|');
  for (const { name, spent, promisedSeconds } of measured) {
    const walls = spent.map(({ wall }) => wall);
    const median = percentilesOf(walls).p50;
    const cpu = percentilesOf(spent.map((one) => one.cpu)).p50;
    const range = `${Math.min(...walls).toFixed(2)}–${Math.max(...walls).toFixed(2)}`;
    const limit = Number.isFinite(promisedSeconds) ? String(promisedSeconds) : '–';
    console.log(`| ${[name, median.toFixed(2), range, cpu.toFixed(2), limit].join(' | ')} |`);
    if (cpu > promisedSeconds) process.exitCode = 1;
  }
  reportLines(
    measured
      .filter(({ promisedSeconds }) => Number.isFinite(promisedSeconds))
      .map(({ name, spent, promisedSeconds }) => ({
        measure: `precis summarize of ${name}`,
        unit: 's',
        values: spent.map(({ wall }) => wall),
        peer: fastestPeer(name, measured),
        goal: { atMost: promisedSeconds },
      })),
  );
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** Finds the fastest of the peers that were given a text of this size. */
function fastestPeer(size: string, measured: readonly Measured[]): Line['peer'] {
  const peers = packages.flatMap((name) => {
    const values = measured.find((one) => one.name === `${name}, ${size}`)?.spent.map(({ wall }) => wall);
    return values === undefined ? [] : [{ name, values }];
  });
  return peers.toSorted((one, other) => medianOf(one.values) - medianOf(other.values))[0];
}

function measure(args: string[], input: string): Spent {
  const script = 'input=$1; shift; TIMEFORMAT="%R %U %S"; { time "$@" <"$input" >/dev/null; } 2>&1';
  const out = execFileSync('bash', ['-c', script, 'bash', input, process.execPath, ...args], {
    env: { ...process.env, PRECIS_HOME: join(place, 'home') },
    encoding: 'utf8',
  });
  const [wall = Number.NaN, user = 0, system = 0] =
    out.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  return { wall, cpu: user + system };
}
