/**
 * Measures runs per second with 1, 2 and 4 server processes on one PostgreSQL and a loopback model that takes a few
 * seconds per answer: `node bench/processes.ts [--runs 400] [--answer-ms 4000] [--write]`. Database, model and load
 * generator share the machine with the servers. `--write` updates bench/results/processes.md and its chart.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '#tests/setup/start-postgres.ts';
import { drawBars } from './draw-bars.ts';
import { measureCluster, type Throughput } from './processes/measure-cluster.ts';
import { startProcess } from './start-process.ts';
import { writeChart, writeTables } from './write-results.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '400' },
    'answer-ms': { type: 'string', default: '4000' },
    write: { type: 'boolean', default: false },
  },
});
const counts = [1, 2, 4];
const runs = Number(values.runs);
const answerMs = Number(values['answer-ms']);
/** The number of words in an answer, with a pause between two words. */
const words = 11;

const postgres = await startPostgres({ isDurable: true });
const home = mkdtempSync(join(tmpdir(), 'precis-bench-'));
const modelFile = join(root, 'tests/fixtures/scripted-model/main.ts');
const model = await startProcess([
  modelFile,
  '--reply-tokens',
  String(words),
  '--delay-ms',
  String(answerMs / (words - 1)),
]);
const results: Throughput[] = [];
try {
  for (const processes of counts) {
    console.error(`${processes} ${processes === 1 ? 'process' : 'processes'} …`);
    const modelUrl = `${model.firstLine.trim()}/v1`;
    results.push(await measureCluster({ processes, runs, modelUrl, postgresUrl: postgres.url, home }));
  }
} finally {
  await model.stop();
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
}
const table = renderTable();
console.log(table);
if (values.write) writeReport();

function renderTable(): string {
  const single = results[0]?.runsPerSecond ?? Number.NaN;
  return [
    `| processes | runs per second | relative to one process | median run | cores used by the servers | whole machine busy |`,
    '|--:|--:|--:|--:|--:|--:|',
    ...results.map(
      ({ processes, runsPerSecond, medianMs, serverCores, machineShare }) =>
        `| ${processes} | ${runsPerSecond.toFixed(1)} | ×${(runsPerSecond / single).toFixed(2)} | ${Math.round(medianMs)} ms | ${serverCores.toFixed(2)} | ${Math.round(machineShare * 100)} % of ${availableParallelism()} cores |`,
    ),
  ].join('\n');
}

function writeReport(): void {
  writeTables({ page: 'processes.md', mark: '<!-- measured by npm run bench:processes -->', text: table });
  const chart = drawBars({
    title: `Runs per second with a model that takes ${answerMs / 1000} s`,
    unit: 'runs/s',
    series: ['runs per second'],
    rows: results.map(({ processes, runsPerSecond }) => ({
      label: `${processes} ${processes === 1 ? 'process' : 'processes'}`,
      values: [runsPerSecond],
    })),
  });
  writeChart('processes', chart);
}
