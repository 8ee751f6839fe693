import { drawBars } from '../draw-bars.ts';
import { writeChart, writeTables } from '../write-results.ts';
import type { Conversation } from './conversations.ts';
import { costOf, type Measured, uncachedCostOf, warmCostOf } from './measure.ts';

export interface Result {
  set: Conversation['set'];
  name: string;
  measured: Measured;
}

const columns: [string, (of: Measured) => string][] = [
  ['summarizer calls', (of) => whole(of.summarizerCalls)],
  ['chat in, k tokens', (of) => whole(of.promptTokens / 1000)],
  ['summarizer in, k', (of) => whole(of.summarizerInputTokens / 1000)],
  ['summarizer out, k', (of) => whole(of.summarizerOutputTokens / 1000)],
  ['cost', (of) => whole(costOf(of))],
  ['cost if never cold', (of) => whole(warmCostOf(of))],
  ['cost without cache', (of) => whole(uncachedCostOf(of))],
  ['cacheable prefix', (of) => percent(of.cachedTokens / of.promptTokens)],
  ['reachable facts', (of) => percent(of.reachableFacts / of.facts)],
  ['every 3rd call failing', (of) => percent(of.reachableWithFaults / of.facts)],
  ['rewrites of a fact', (of) => (of.rewrites / of.facts).toFixed(1)],
];

/** Renders one Markdown table for each set of conversations. */
export function renderTable(results: readonly Result[]): string {
  return [...new Set(results.map(({ set }) => set))].map((set) => tableOf(set, results)).join('\n\n');
}

/** Updates bench/results/memory.md and its chart. */
export function writeReport(results: readonly Result[]): void {
  writeTables({
    page: 'memory.md',
    mark: '<!-- measured by npm run bench:memory -->',
    text: renderTable(results),
  });
  writeChart('memory', drawChart(results));
}

function tableOf(set: Result['set'], results: readonly Result[]): string {
  const ofSet = results.filter((result) => result.set === set);
  const { prompts = 0, facts = 0 } = ofSet[0]?.measured ?? {};
  const lines = [
    `${set}: ${whole(prompts)} user messages, ${whole(facts)} facts`,
    '',
    `| policy | ${columns.map(([name]) => name).join(' | ')} |`,
    `|---|${columns.map(() => '--:').join('|')}|`,
    ...ofSet.map(
      ({ name, measured }) => `| ${name} | ${columns.map(([, show]) => show(measured)).join(' | ')} |`,
    ),
  ];
  return lines.join('\n');
}

/** Draws figures relative to full history, which is 100 % in every row. */
function drawChart(results: readonly Result[]): string {
  const sets = [...new Set(results.map(({ set }) => set))].filter((set) => set !== 'development');
  const ofSet = (set: Result['set']) => results.filter((result) => result.set === set);
  const rowsOf = (label: string, value: (of: Measured) => number) =>
    sets.map((set) => {
      const [full, ...others] = ofSet(set).map(({ measured }) => value(measured));
      return {
        label: `${label}, ${set}`,
        values: others.map((other) => (full === undefined ? null : (100 * other) / full)),
      };
    });
  return drawBars({
    title: 'Long conversations, full history = 100: cost and reachable facts',
    unit: '%',
    series: [...new Set(results.map(({ name }) => name))].slice(1),
    rows: [
      ...rowsOf('cost', costOf),
      ...rowsOf('uncached', uncachedCostOf),
      ...rowsOf('facts', (of) => of.reachableFacts),
      ...rowsOf('faults', (of) => of.reachableWithFaults),
    ],
  });
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
