/**
 * Measures what rules say about summaries that models wrote (FaithBench, FRANK), through `POST /api/summaries` on a real
 * server. People marked the wrong passages of FaithBench. `node bench/model-summaries.ts [--lanes 8] [--sentences FILE]`:
 * --sentences writes FaithBench in the format of planted cases, so that `node bench/check.ts --data FILE` can measure
 * what checking models add.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { splitSentences } from '#text/sentences/sentences.ts';
import { openShippedChecker } from './grounding/open-shipped-checker.ts';
import { planSlots } from './grounding/plan-slots.ts';
import type { CheckAnswer, CheckedSentence } from './grounding/protocol.ts';

interface Line {
  id: string;
  source: string;
  summary: string;
  spans?: { start: number; end: number }[];
}

const folder = join(process.env.PRECIS_BENCH ?? '../shared/bench', 'grounding');
const { values } = parseArgs({
  options: { lanes: { type: 'string', default: '8' }, sentences: { type: 'string' } },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const read = (name: string): Line[] =>
  readFileSync(join(folder, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const overlaps = (span: { start: number; end: number }, { spans = [] }: Line): boolean =>
  spans.some(({ start, end }) => start < span.end && end > span.start);

const faithbench = read('faithbench_spans');
if (values.sentences !== undefined) writeSentences(values.sentences);
const checker = await openShippedChecker(Number(values.lanes));
try {
  for (const [name, lines] of [
    ['FaithBench', faithbench],
    ['FRANK', read('frank')],
  ] as const)
    console.log(`${name}: ${describe(lines, await checkAll(lines))}`);
} finally {
  await checker.close();
}

async function checkAll(lines: readonly Line[]): Promise<Map<string, CheckAnswer>> {
  const requests = lines.map(({ id, source, summary }, at) => ({
    id: `${at} ${id}`,
    lang: 'en',
    source,
    summary,
  }));
  const answers = new Map<string, CheckAnswer>();
  const slots = planSlots(requests).values();
  let refused = 0;
  await Promise.all(
    checker.lanes.map(async (lane) => {
      for (const slot of slots)
        for (const planned of slot) {
          const answer = await lane.check(planned).catch(() => null);
          if (answer === null) refused += 1;
          else answers.set(answer.id, answer);
        }
    }),
  );
  if (refused > 0) console.log(`${refused} summaries were refused.`);
  return answers;
}

function describe(lines: readonly Line[], answers: ReadonlyMap<string, CheckAnswer>): string {
  const checked = lines.flatMap((line, at) => {
    const answer = answers.get(`${at} ${line.id}`);
    return answer === undefined ? [] : [{ line, sentences: answer.sentences }];
  });
  const all = checked.flatMap(({ line, sentences }) => sentences.map((sentence) => ({ line, sentence })));
  const details = all.flatMap(({ sentence }) => sentence.details);
  const isDecided = (verdict: string): boolean => verdict !== 'not-checked';
  const withDetail = checked.filter(({ sentences }) =>
    sentences.some((each) => each.details.some(isDecided)),
  );
  const parts = [
    `${checked.length} summaries, ${all.length} sentences`,
    `${share(withDetail.length, checked.length)} of the summaries have a decided detail`,
    `${details.length} details: ${[...Map.groupBy(details, (verdict) => verdict)].map(([verdict, of]) => `${of.length} ${verdict}`).join(', ')}`,
    `${share(all.filter(({ sentence }) => isDecided(sentence.state ?? '')).length, all.length)} of the statements decided`,
  ];
  if (lines.some(({ spans }) => spans !== undefined)) {
    const wrong = all.filter(({ line, sentence }) => overlaps(sentence, line));
    const others = all.filter(({ line, sentence }) => !overlaps(sentence, line));
    const count = (of: typeof all, is: (sentence: CheckedSentence) => boolean) =>
      share(of.filter(({ sentence }) => is(sentence)).length, of.length);
    parts.push(
      `of ${wrong.length} sentences with a marked error ${count(wrong, isQuoted)} quoted and ${count(wrong, isDoubted)} doubted`,
      `of the others ${count(others, isDoubted)} doubted`,
    );
  }
  return parts.join('; ');
}

function isQuoted({ state }: CheckedSentence): boolean {
  return state === 'quoted';
}

function isDoubted({ state }: CheckedSentence): boolean {
  return state === 'different' || state === 'not-in-the-source';
}

function share(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

function writeSentences(file: string): void {
  const documents = faithbench.map((line) => ({
    id: line.id,
    language: 'en',
    source: line.source,
    cases: splitSentences(line.summary).map(({ text, start, end }) => ({
      text,
      lang: 'en',
      label: overlaps({ start, end }, line) ? 'bad' : 'good',
    })),
  }));
  writeFileSync(file, JSON.stringify(documents));
}
