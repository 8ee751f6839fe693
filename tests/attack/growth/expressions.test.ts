import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { collectBuilt, knownBuilders } from './expressions/built-expressions.ts';
import { type Expression, findExpressions } from './expressions/find-expressions.ts';
import type { Trial, Trialled } from './expressions/try-thread.ts';

const isFull = process.env.PRECIS_FAULT === 'full';
/** A shorter time is not examined. On these texts, quadratic growth takes ten times as long as the limit. */
const { length, limitMs } = isFull ? { length: 100_000, limitMs: 1000 } : { length: 10_000, limitMs: 60 };
/** An exponential expression is stopped after this time. */
const giveUpMs = 20_000;

/** The expressions that are used only on texts already cut to this length. */
const cutBefore: Record<string, number> = {
  'src/web/summary-panel/passages/find-passage.ts:/[\\p{Ps}\\p{Pi}"\'¿¡]*$/u': 20,
  'src/text/sentences/sentences.ts:/([\\p{L}\\p{M}]+(?:\\.[\\p{L}\\p{M}]+)*)\\.["\'”’)\\]]*\\s*$/u': 40,
  'src/text/sentences/sentences.ts:/[\\n\\r\\u2028\\u2029]\\s*$/': 12,
  'src/text/grounding/quantities.ts:/([a-z]+)\\.?\\s$/': 12,
  'src/sources/entry/feeds/feed-date.ts:/\\([^)]*\\)/g': 120,
  'src/sources/entry/pages/clean-text.ts:/[\\s.,;:–—-]+$/': 500,
};

test('no regular expression takes longer than in proportion to its text', {
  timeout: isFull ? 1_200_000 : 120_000,
}, async () => {
  const { written, builders } = findExpressions();
  // A new file here needs a line in the builders above `collectBuilt`.
  expect(builders).toEqual(knownBuilders);
  const all = distinct([...written, ...(await collectBuilt())]);
  expect(all.length).toBeGreaterThan(400);

  const slow: string[] = [];
  const rest = [...all];
  const runner = async () => {
    const thread = openThread();
    for (let next = rest.pop(); next; next = rest.pop()) {
      const bound = Math.min(length, cutBefore[nameOf(next)] ?? length);
      const found = await thread.tryOut({ expression: next, length: bound, limitMs });
      if (found)
        slow.push(
          `${next.place} /${next.source}/${next.flags}: ${Math.round(found.tookMs)} ms for ${JSON.stringify(found.text)}`,
        );
    }
    await thread.close();
  };
  await Promise.all([runner(), runner()]);
  expect(slow).toEqual([]);
});

test('an expression that backtracks is caught', { timeout: 60_000 }, async () => {
  const thread = openThread();
  const expression = { place: 'here', source: '\\s+$', flags: 'u' };
  const found = await thread.tryOut({ expression, length, limitMs });
  await thread.close();
  expect(found?.tookMs).toBeGreaterThan(limitMs);
});

function openThread() {
  const open = () => new Worker(join(import.meta.dirname, 'expressions', 'try-thread.ts'), { execArgv: [] });
  let worker = open();
  return {
    tryOut: (trial: Trial): Promise<Trialled> =>
      new Promise((resolve, reject) => {
        worker.removeAllListeners();
        const timer = setTimeout(() => {
          void worker.terminate();
          worker = open();
          resolve({ tookMs: giveUpMs, text: 'a text that was given up' });
        }, giveUpMs);
        worker.once('error', reject);
        worker.once('message', (result: Trialled) => {
          clearTimeout(timer);
          resolve(result);
        });
        worker.postMessage(trial, []);
      }),
    close: () => worker.terminate(),
  };
}

function distinct(expressions: Expression[]): Expression[] {
  return [...new Map(expressions.map((each) => [`/${each.source}/${each.flags}`, each])).values()];
}

function nameOf({ place, source, flags }: Expression): string {
  return `${place.replace(/:\d+$/, '')}:/${source}/${flags}`;
}
