import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunId } from '#schema/ids.ts';
import { maxSourceCharacters } from '#schema/text/entered-text.ts';
import { openRealServer, type RealServer } from '#tests/fixtures/open-real-server.ts';
import { extractSummary } from '#text/extract-summary.ts';

let server: RealServer;
beforeEach(async () => {
  server = await openRealServer();
});
afterEach(() => server.close());

/** Makes a text of distinct sentences, so that no work is saved. */
function makeText(sentences: number): string {
  return Array.from(
    { length: sentences },
    (_, at) => `Station ${at} measured the river at ${at * 7} cm and sent the number ${at * 13} to Dresden.`,
  ).join(' ');
}

async function follow(id: RunId, onModelStart = async () => {}): Promise<{ status: string; text: string }> {
  let text = '';
  for await (const event of server.client.runs.events(id)) {
    if (event.type === 'model-start') await onModelStart();
    if (event.type === 'text-delta') text += event.text;
    if (event.type === 'run-end') return { status: event.status, text };
  }
  throw new Error('the run has no end');
}

test("a text processed in a thread is summarized with the extract's sentences, and checked", async () => {
  const text = makeText(600);
  const run = await server.client.summarize({ text, detailLevel: 'short' });
  const told = await follow(run.id);
  expect(told).toEqual({ status: 'succeeded', text: extractSummary(text, { detail: 'short' }).text });
  expect((await server.client.runs.get(run.id)).run.grounding).not.toBeNull();
});

test('a cancel stops work on a large text immediately, and the next text is processed', async () => {
  const long = await server.client.summarize({ text: makeText(60_000) });
  const cancelled = await follow(long.id, async () => void (await server.client.runs.cancel(long.id)));
  expect(cancelled).toEqual({ status: 'cancelled', text: '' });
  const next = await server.client.summarize({ text: makeText(600) });
  expect(await follow(next.id)).toMatchObject({ status: 'succeeded' });
});

test('tags that models think in are words of the source like any other', async () => {
  const text = 'The model writes <think> before it reasons and </think> after it. '.repeat(12);
  const run = await server.client.summarize({ text });
  const told = await follow(run.id);
  expect(told.text).toBe(extractSummary(text, { detail: 'medium' }).text);
  expect(told.text).toContain('<think>');
});

test('a text of twelve million characters is taken, a longer one refused with the limit', async () => {
  const text = 'Brücke ß '.repeat(Math.ceil(maxSourceCharacters / 9)).slice(0, maxSourceCharacters);
  const run = await server.client.summarize({ text });
  expect(await server.client.runs.cancel(run.id)).toMatchObject({ id: run.id });
  await expect(server.client.summarize({ text: `${text}x` })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'text: A text may have at most 12000000 characters; this one has 12000001. Split it.',
  });
});
