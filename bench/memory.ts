/**
 * Measures what each memory strategy costs and keeps: full history, the policies of Precis, and the summarization
 * middleware of `langchain`, in one run with the same fake summarizer for all. LoCoMo and BEAM are read from
 * PRECIS_BENCH (default: shared/bench next to the clone). Without them, only generated conversations are measured and
 * no file is written. With them, bench/results/memory.md and its chart are updated.
 */
import { join } from 'node:path';
import { windowPolicies } from '#memory/window-policy.ts';
import { memoryPolicies } from '#schema/models/agent.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { fullHistory } from './memory/contestant.ts';
import { type Conversation, generateConversations, loadBeam, loadLocomo } from './memory/conversations.ts';
import { withoutMarks } from './memory/fake-summarizer.ts';
import { langchain } from './memory/langchain.ts';
import { costOf, measure, sumUp } from './memory/measure.ts';
import { precis } from './memory/precis.ts';
import { type Result, renderTable, writeReport } from './memory/report.ts';
import { reportLines } from './performance/line.ts';

const root = join(import.meta.dirname, '..');
const benchDir = process.env.PRECIS_BENCH ?? join(root, '..', 'shared', 'bench');
const locomo = loadLocomo(benchDir);
const conversations = [...locomo, ...loadBeam(benchDir), ...generateConversations()];

const contestants = [
  fullHistory,
  ...memoryPolicies.map((name) => precis(name, windowPolicies[name])),
  // The middleware has no default trigger. The first figures are from its documentation's example, and the others are
  // defaults.
  langchain('LangChain 4k', { trigger: { tokens: 4000, messages: 10 }, keep: { messages: 20 } }),
  langchain('LangChain 8k', { trigger: { tokens: 8000 } }),
  // This is as close to `batched` as the settings of LangChain allow, with nothing trimmed before summarizing.
  langchain('LangChain tuned', {
    trigger: { messages: 50 },
    keep: { messages: 8 },
    trimTokensToSummarize: 1_000_000,
  }),
];

const tokenizer = await loadTokenizer();
const known = new Map<string, number>();
function count(text: string): number {
  const tokens = known.get(text) ?? tokenizer.count(withoutMarks(text));
  known.set(text, tokens);
  return tokens;
}

const sets: Conversation['set'][] = ['development', 'LoCoMo', 'BEAM', 'generated'];
const results: Result[] = [];
for (const contestant of contestants) {
  console.error(`measuring ${contestant.name} …`);
  for (const set of sets) {
    const measured = [];
    for (const conversation of conversations.filter((one) => one.set === set)) {
      measured.push(await measure(contestant, conversation, count));
      known.clear();
    }
    if (measured.length > 0) results.push({ set, name: contestant.name, measured: sumUp(measured) });
  }
}

console.log(renderTable(results));
if (locomo.length > 0) writeReport(results);
else console.error('LoCoMo not found; bench/results/memory.md is unchanged');
reportFrugal(locomo.length > 0 ? 'LoCoMo' : 'generated');

/**
 * Reports `frugal` beside LangChain. The limit of its cost is 1900/2203 of LangChain's. Both figures were measured
 * before pauses counted.
 */
function reportFrugal(set: Conversation['set']): void {
  const find = (name: string) =>
    results.find((result) => result.set === set && result.name === name)?.measured;
  const frugal = find('frugal');
  const tuned = find('LangChain tuned');
  if (frugal === undefined || tuned === undefined) throw new Error('a policy was not measured');
  reportLines([
    {
      measure: `policy frugal on ${set}, cost with cache`,
      unit: 'k tokens',
      values: [costOf(frugal)],
      peer: { name: 'LangChain tuned', values: [costOf(tuned)] },
      goal: { atMost: 1900 / 2203, ofPeer: true },
    },
    {
      measure: 'rewrites of a fact',
      unit: '×',
      values: [frugal.rewrites / frugal.facts],
      peer: { name: 'LangChain tuned', values: [tuned.rewrites / tuned.facts] },
      goal: { atMost: 2 },
    },
    {
      measure: 'facts that can be reached',
      unit: '%',
      values: [(100 * frugal.reachableFacts) / frugal.facts],
      goal: { atLeast: 99.9 },
    },
  ]);
}
