/**
 * Checks that the product returns the summaries that `extractSummary` makes: over HTTP, on the command line, and for
 * texts wrapped at other widths. Needs the benchmark data in the folder PRECIS_BENCH (default: shared/bench next to
 * the clone). `--limit N` uses the first N texts of each set, and `--cli N` the first N of each set on the command
 * line (default 1). `--rewrap N` wraps N texts in total (default 200), and `--seed N` chooses other texts and widths
 * to wrap (default 12). Exits with 1 on any difference.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { createRandom } from '#tests/fixtures/create-random.ts';
import { rewrapText } from '#tests/fixtures/rewrap-text.ts';
import { startServer } from '#tests/fixtures/start-server.ts';
import { extractSummary } from '#text/extract-summary.ts';

const root = join(import.meta.dirname, '..');
const folder = join(process.env.PRECIS_BENCH ?? join(root, '..', 'shared', 'bench'), 'summaries');
const details = ['short', 'medium', 'detailed'] as const;
const inParallel = 4;
const examplesShown = 3;

type Detail = (typeof details)[number];
type Row = { id: string; text?: string; paras?: string[][]; sents?: string[]; turns?: (string | string[])[] };
type Case = { id: string; text: string; detail: Detail; expected: string };
type Tally = { name: string; equal: number; different: number; examples: string[] };

const { values } = parseArgs({
  options: {
    limit: { type: 'string', default: '1000000' },
    cli: { type: 'string', default: '1' },
    rewrap: { type: 'string', default: '200' },
    seed: { type: 'string', default: '12' },
  },
});
const sets = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => [file.replace('.jsonl', ''), readSet(file)]),
);
const home = mkdtempSync(join(tmpdir(), 'precis-shipped-'));
const server = await startServer({ home: join(home, 'server'), databaseUrl: null });
const tallies: Tally[] = [];
try {
  for (const [set, rows] of sets) {
    const cases = casesOf(rows.slice(0, Number(values.limit)));
    tallies.push(await compare(`HTTP ${set}`, { cases, answer: askServer, parallel: inParallel }));
  }
  const sample = [...sets.values()].flatMap((rows) => casesOf(rows.slice(0, Number(values.cli))));
  tallies.push(await compare('CLI', { cases: sample, answer: askCommand, parallel: 2 }));
  const windows = sample.map((one) => ({ ...one, text: `\ufeff${one.text.replaceAll('\n', '\r\n')}` }));
  tallies.push(await compare('CLI, CRLF and BOM', { cases: windows, answer: askCommand, parallel: 2 }));
  for (const lineEnd of ['\n', '\r\n']) {
    const cases = rewrappedCases(lineEnd);
    const name = `HTTP, wrapped, ${lineEnd === '\n' ? 'LF' : 'CRLF'}`;
    tallies.push(await compare(name, { cases, answer: askServer, parallel: inParallel }));
  }
} finally {
  await server.end('SIGTERM');
  rmSync(home, { recursive: true, force: true });
}
print(tallies);
process.exitCode = tallies.some(({ different }) => different > 0) ? 1 : 0;

function readSet(file: string): { id: string; text: string }[] {
  return readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
    .map((row) => ({ id: row.id, text: textOf(row) }));
}

/** Joins a document in the same way as the scorer: one paragraph or turn per line. */
function textOf({ text, paras, sents, turns }: Row): string {
  if (text !== undefined) return text;
  if (paras !== undefined) return paras.map((sentences) => sentences.join(' ')).join('\n');
  if (sents !== undefined) return sents.join(' ');
  return (turns ?? []).map((turn) => [turn].flat().join('')).join('\n');
}

function casesOf(rows: readonly { id: string; text: string }[]): Case[] {
  return rows.flatMap(({ id, text }) =>
    details.map((detail) => ({ id, text, detail, expected: extractSummary(text, { detail }).text })),
  );
}

/** Makes cases from texts of all sets, each wrapped at one random width, with blank lines between paragraphs. */
function rewrappedCases(lineEnd: string): Case[] {
  const random = createRandom(Number(values.seed));
  const all = [...sets.values()];
  return Array.from({ length: Number(values.rewrap) }, (_, at) => {
    const rows = all[at % all.length] ?? [];
    const row = rows[Math.floor(random() * rows.length)] ?? { id: '', text: '' };
    const width = 30 + Math.floor(random() * 91);
    const detail = details[at % details.length] ?? 'short';
    const wide = rewrapText(paragraphsOf(row.text), { width: Number.POSITIVE_INFINITY, lineEnd: '\n' });
    return {
      id: `${row.id} at ${width}`,
      text: rewrapText(wide, { width, lineEnd }),
      detail,
      expected: extractSummary(wide, { detail }).text,
    };
  });
}

/** Restores the lines of mail, which has three or more spaces for a line end and five or more for a blank line. */
function paragraphsOf(text: string): string {
  if (!/ {3}/u.test(text)) return text.replace(/\s*\n\s*/gu, '\n\n');
  return text.replace(/<\/?s>| {5,}/gu, '\n\n').replace(/ {3,}/gu, '\n');
}

async function askServer({ text, detail }: Case): Promise<string> {
  const submitted = await server.client.summarize({ text, detailLevel: detail, anyway: true });
  for await (const event of server.client.runs.events(submitted.id)) void event;
  const { run, summary } = await server.client.runs.get(submitted.id);
  return summary?.text ?? `(${run.errorCode ?? run.status})`;
}

async function askCommand({ text, detail }: Case): Promise<string> {
  const child = spawn(
    process.execPath,
    [join(root, 'src', 'cli', 'precis.ts'), 'summarize', '-', '--detail', detail, '--anyway'],
    {
      env: { ...process.env, PRECIS_HOME: join(home, 'cli'), PRECIS_LOG_LEVEL: 'error' },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  child.stdin.end(text);
  return (await readAll(child.stdout)).trimEnd();
}

type Comparison = { cases: Case[]; answer: (one: Case) => Promise<string>; parallel: number };

async function compare(name: string, { cases, answer, parallel }: Comparison): Promise<Tally> {
  const tally: Tally = { name, equal: 0, different: 0, examples: [] };
  const waiting = [...cases];
  async function work(): Promise<void> {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const given = await answer(one);
      if (given.trim() === one.expected.trim()) tally.equal++;
      else {
        tally.different++;
        tally.examples.push(`${one.id}, ${one.detail}\n  wanted: ${one.expected}\n  given:  ${given}`);
      }
    }
  }
  await Promise.all(Array.from({ length: parallel }, work));
  console.error(`${name}: ${tally.equal} equal, ${tally.different} different`);
  return tally;
}

function print(all: readonly Tally[]): void {
  console.log(`${'path'.padEnd(24)}${'equal'.padStart(8)}${'different'.padStart(11)}`);
  for (const { name, equal, different } of all)
    console.log(`${name.padEnd(24)}${String(equal).padStart(8)}${String(different).padStart(11)}`);
  for (const { name, examples } of all)
    for (const example of examples.slice(0, examplesShown)) console.log(`\n${name}: ${example}`);
}
