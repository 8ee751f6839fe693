import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureSummary } from '#text/ground-summary.ts';
import type { Signals } from '#text/grounding/score.ts';

export type Example = { set: string; label: boolean; document: string; row: Signals };
type Row = Record<string, string | number | boolean>;

const folder = join(process.env.PRECIS_BENCH ?? '../shared/bench', 'grounding');

/** Loads the labelled summaries of every set, each with its signals and the fold of its document. */
export function loadExamples(): Example[] {
  const edits = new Map(load('summedits_docs').map(({ doc, text }) => [doc, String(text)]));
  const flips = new Map(load('perturb_docs').map(({ doc, text }) => [doc, String(text)]));
  return [
    ...load('frank').map((row) =>
      make(`FRANK ${row.dataset}`, row.label === 1, String(row.source), String(row.summary)),
    ),
    ...load('summedits').map((row) =>
      make(`SummEdits ${row.domain}`, row.label === 1, edits.get(row.doc ?? '') ?? '', String(row.summary)),
    ),
    ...load('perturb').flatMap((row) => {
      const source = flips.get(row.doc ?? '') ?? '';
      return [
        make(`flip ${row.type}`, true, source, String(row.claim)),
        make(`flip ${row.type}`, false, source, String(row.corrupted)),
      ];
    }),
  ];
}

function load(name: string): Row[] {
  const file = join(folder, `${name}.jsonl`);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

let measured: { source: string; measure: ReturnType<typeof measureSummary> } | undefined;

function make(set: string, label: boolean, source: string, summary: string): Example {
  if (measured?.source !== source) measured = { source, measure: measureSummary(source) };
  return { set, label, document: source, row: measured.measure(summary) };
}
