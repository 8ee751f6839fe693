/**
 * Measures what an agent waits for its hooks when 50,000 session records are stored: `npm run bench:hooks
 * [sqlite|postgres] [-- --write]`. The server is the built program. Claude Code sends each hook over a connection that
 * it keeps; for Codex the whole process of `precis hook codex` is measured. Exits with 1 if the median processor time of
 * that process is over the limit. With both stores, `--write` updates the tables in bench/results/hooks.md.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createDatabase, startPostgres } from '#tests/setup/start-postgres.ts';
import { type Measured, measureStore, records } from './hooks/measure-hooks.ts';
import { writeTables } from './write-results.ts';

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
/** A Codex session waits for a process at each event. */
const processLimitMs = 80;
const isWanted = (store: string) => positionals.length === 0 || positionals.includes(store);

/** The load of the machine before the bench. On a busy machine, hooks wait for the processor. */
const [loadBefore = 0] = loadavg();
const measured: Measured[] = [];
if (isWanted('sqlite')) measured.push(await measureStore('SQLite', null));
if (isWanted('postgres')) {
  const postgres = await startPostgres({ isDurable: true });
  try {
    measured.push(await measureStore('PostgreSQL', await createDatabase(postgres.url)));
  } finally {
    await postgres.stop();
  }
}
const tables = renderTables();
console.log(tables);
if (values.write)
  writeTables({ page: 'hooks.md', mark: '<!-- measured by npm run bench:hooks -->', text: tables });
const calls = measured.flatMap(({ processes }) => processes.filter(({ name }) => name.endsWith('tool call')));
if (calls.some(({ cpuMs }) => cpuMs > processLimitMs)) process.exitCode = 1;

function renderTables(): string {
  const [{ model } = { model: 'unknown' }] = cpus();
  const [loadAfter = 0] = loadavg();
  const ms = (value: number) => value.toFixed(1);
  const rowsOf = <T>(listOf: (one: Measured) => readonly T[], cells: (row: T) => (string | number)[]) =>
    measured.flatMap((one) => listOf(one).map((row) => `| ${[one.store, ...cells(row)].join(' | ')} |`));
  return [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${model}), Node ${process.versions.node}; load average ${loadBefore.toFixed(1)} before and ${loadAfter.toFixed(1)} after; ${records.toLocaleString('en')} records`,
    '',
    '| store | hook of Claude Code | answer: p50, ms | p95, ms | in the server: p50, ms | p95, ms | processor time, ms |',
    '|---|---|--:|--:|--:|--:|--:|',
    ...rowsOf(
      ({ hooks }) => hooks,
      ({ name, p50, p95, server, cpuMs }) => [
        name,
        ...[p50, p95, server.p50, server.p95].map(ms),
        cpuMs === null ? '–' : ms(cpuMs),
      ],
    ),
    '',
    '| store | process | p50, ms | p95, ms | processor time, ms |',
    '|---|---|--:|--:|--:|',
    ...rowsOf(
      ({ processes }) => processes,
      ({ name, p50, p95, cpuMs }) => [name, ...[p50, p95, cpuMs].map((value) => value.toFixed(0))],
    ),
    '',
    '| store | given with | hooks with context | tokens, mean | tokens, p95 |',
    '|---|---|--:|--:|--:|',
    ...rowsOf(
      ({ tokens }) => tokens,
      ({ name, share, mean, p95 }) => [name, `${(share * 100).toFixed(0)} %`, mean.toFixed(0), p95],
    ),
  ].join('\n');
}
