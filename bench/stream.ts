/**
 * Measures the overhead that the engine adds to a stream of 10,000 tokens from a loopback model: `npm run build &&
 * node bench/stream.ts`. The stream is read (a) with the AI SDK alone and (b) through a Precis server, its engine,
 * store and SSE. Both alternate in one run, and the results are medians and their ratio.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';
import { serverFlags } from '#app/clients/launcher.ts';
import { createClient } from '#client/create-client.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { findFreePort } from '#tests/setup/start-postgres.ts';
import { reportLines } from './performance/line.ts';
import { startProcess } from './start-process.ts';

const tokens = 10_000;
const rounds = Number(process.env.PRECIS_BENCH_ROUNDS ?? 7);
const allowedRatio = 1.1;
const root = join(import.meta.dirname, '..');
const source = 'The harbour bridge will be closed for two years, and everyone has to walk around. '.repeat(
  40,
);

const home = mkdtempSync(join(tmpdir(), 'precis-bench-'));
const port = await findFreePort();
const model = await startProcess([
  join(root, 'tests/fixtures/scripted-model/main.ts'),
  '--reply-tokens',
  String(tokens),
]);
const server = await startProcess(
  [...serverFlags, join(root, 'dist/packages/precis/bin/precis.cjs'), 'serve'],
  {
    PRECIS_HOME: home,
    PRECIS_PORT: String(port),
    PRECIS_LOG_LEVEL: 'error',
  },
);

try {
  const baseURL = `${model.firstLine.trim()}/v1`;
  const sdkModel = createOpenAICompatible({ name: 'bench', baseURL })('scripted');
  const client = createClient({ fetch, baseUrl: `http://127.0.0.1:${port}` });
  const profileId = modelProfileIdSchema.parse('bench');
  await client.models.put({ ...scriptedProfile('bench', baseURL), maxOutputTokens: 64_000 });

  async function readAlone(): Promise<number> {
    const startedAt = performance.now();
    let characters = 0;
    for await (const text of streamText({ model: sdkModel, prompt: source, maxRetries: 0 }).textStream) {
      characters += text.length;
    }
    expectComplete(characters);
    return performance.now() - startedAt;
  }

  /** Measures the time to the last text and to the end of the run. Language and grounding are checked in between. */
  async function readThroughPrecis(): Promise<{ text: number; end: number }> {
    const startedAt = performance.now();
    let characters = 0;
    let textAt = startedAt;
    const run = await client.summarize({ text: source, modelProfileId: profileId });
    for await (const event of client.runs.events(run.id)) {
      if (event.type === 'text-delta') {
        characters += event.text.length;
        textAt = performance.now();
      }
      if (event.type === 'run-end' && event.status !== 'succeeded')
        throw new Error(`the run ${event.status}: ${event.message}`);
    }
    expectComplete(characters);
    return { text: textAt - startedAt, end: performance.now() - startedAt };
  }

  const alone: number[] = [];
  const through: number[] = [];
  const toEnd: number[] = [];
  for (let round = -2; round < rounds; round++) {
    const first = await readAlone();
    const second = await readThroughPrecis();
    // The first two rounds warm both sides up.
    if (round < 0) continue;
    alone.push(first);
    through.push(second.text);
    toEnd.push(second.end);
  }
  const ratio = median(through) / median(alone);
  console.log(`tokens                ${tokens}, ${rounds} rounds each, alternating`);
  console.log(`AI SDK alone          ${describe(alone)}`);
  console.log(`through Precis, SSE   ${describe(through)}`);
  console.log(
    `  to the run's end    ${describe(toEnd)}, ratio ${(median(toEnd) / median(alone)).toFixed(2)}`,
  );
  reportLines([
    {
      measure: `${tokens} tokens to the last text`,
      unit: 'ms',
      values: through,
      peer: { name: 'AI SDK alone', values: alone },
      goal: { atMost: allowedRatio, ofPeer: true },
    },
  ]);
  if (ratio > allowedRatio) process.exitCode = 1;
} finally {
  await server.stop();
  await model.stop();
  rmSync(home, { recursive: true, force: true });
}

function expectComplete(characters: number): void {
  if (characters < tokens) throw new Error(`only ${characters} characters arrived`);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function describe(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return `median ${Math.round(median(values))} ms (${Math.round(sorted[0] ?? 0)}–${Math.round(sorted.at(-1) ?? 0)})`;
}
