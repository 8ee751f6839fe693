/**
 * Prints the grounding scorer's figures per fold of documents, from one run of a checker. The mean and range over
 * five folds show how much a figure depends on the documents. Nothing is fitted here. `node bench/by-document.ts
 * [--data DIR] -- COMMAND ARGS…` takes the same command as the scorer. Without --data it reads grounding/ in the
 * benchmark data folder PRECIS_BENCH (default: shared/bench next to the clone).
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askChecker } from './grounding/ask-checker.ts';
import { foldOf } from './grounding/fold-of.ts';
import { type Figure, loadSets } from './grounding/labelled-sets.ts';

const separator = process.argv.indexOf('--');
const command = separator < 0 ? [] : process.argv.slice(separator + 1);
if (command.length === 0) {
  console.error('usage: node bench/by-document.ts [--data DIR] -- COMMAND ARGS…');
  process.exit(2);
}
const { values } = parseArgs({
  args: process.argv.slice(2, separator),
  options: { data: { type: 'string' } },
});
const bench = process.env.PRECIS_BENCH ?? join(import.meta.dirname, '..', '..', 'shared', 'bench');

const foldCount = 5;
const sets = loadSets(values.data ?? join(bench, 'grounding'));
const requests = sets.flatMap(({ rows }) => rows.flatMap((row) => row.requests));
const answers = await askChecker(command, requests);

for (const { name, rows, measure } of sets) {
  const all = measure(rows, answers);
  const folds = Array.from({ length: foldCount }, (_, fold) =>
    measure(
      rows.filter((row) => foldOf(row.document, foldCount) === fold),
      answers,
    ),
  );
  const documents = new Set(rows.map((row) => row.document)).size;
  console.log(`${name.padEnd(24)} n=${String(rows.length).padStart(5)}  documents ${documents}`);
  for (const { title, value } of all) console.log(`  ${describe(title, value, folds)}`);
}

function describe(title: string, all: number, folds: Figure[][]): string {
  const figures = folds.flatMap((fold) => fold.filter((figure) => figure.title === title));
  const known = figures.map(({ value }) => value).filter((value) => Number.isFinite(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const [low, high] = [Math.min(...known), Math.max(...known)].map((value) => value.toFixed(3));
  return `${title.padEnd(22)} all ${all.toFixed(3)}  mean of ${known.length} folds ${mean.toFixed(3)}  range ${low} to ${high}`;
}
