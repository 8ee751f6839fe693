import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { RunId } from '#schema/ids.ts';
import { numberSentences, textAround } from '#tests/fixtures/long-summary.ts';
import { defaultReply } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import type { ServerProcess } from '#tests/fixtures/start-server.ts';
import {
  article,
  expectOneResult,
  expectOneRow,
  expectUnavailable,
  follow,
  ingest,
  longestAnswerMs,
  openPostgresBench,
  type PostgresBench,
  profileId,
  textOf,
} from './open-postgres-bench.ts';

const commit = /^commit/i;
const defaultText = defaultReply.text ?? '';

describe('a connection to PostgreSQL that is cut in the middle of a transaction', () => {
  let bench: PostgresBench;
  let server: ServerProcess;
  let texts = 0;

  beforeAll(async () => {
    bench = await openPostgresBench(inject('postgresUrl'), inject('migratedDatabase'));
    server = await bench.start();
  });
  afterAll(() => bench.close());

  function askForRun(request: { text: string; modelProfileId: string }): Promise<Response> {
    return fetch(`${server.url}/api/summaries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(longestAnswerMs),
    });
  }

  /** Makes a new text for each test, which therefore has its own slot. */
  function newText(around = article): string {
    texts += 1;
    return `Text ${texts}. ${around}`;
  }

  async function listRuns(): Promise<RunId[]> {
    return (await server.client.runs.list({ limit: 200 })).items.map((run) => run.id);
  }

  test('while a run is made: the run is not there, and asked for again it is made', async () => {
    const before = await listRuns();
    const struck = bench.proxy.strike({ after: /insert into "runs"/, at: commit, how: 'cut' });
    const request = { text: newText(), modelProfileId: profileId };

    await expectUnavailable(await askForRun(request));
    await struck;
    expect(await listRuns()).toEqual(before);

    const asked = bench.model.requests.length;
    const run = await server.client.summarize(request);
    const [events, text] = [await follow(server.client, run.id), defaultText];
    await expectOneResult(bench, { client: server.client, runId: run.id, events, text });
    expect(bench.model.requests).toHaveLength(asked + 1);
  });

  test('while a new run is acknowledged: the run exists and ends once', async () => {
    const before = await listRuns();
    const asked = bench.model.requests.length;
    void bench.proxy.strike({ after: /insert into "runs"/, at: commit, how: 'cut-answer' });

    await expectUnavailable(await askForRun({ text: newText(), modelProfileId: profileId }));

    const made = (await listRuns()).filter((id) => !before.includes(id));
    expect(made).toHaveLength(1);
    const runId = made[0] as RunId;
    const [events, text] = [await follow(server.client, runId), defaultText];
    await expectOneResult(bench, { client: server.client, runId, events, text });
    expect(bench.model.requests).toHaveLength(asked + 1);
  });

  test.each(['cut', 'cut-answer'] as const)(
    'while a session summary is taken in (%s): sent again it is one row under one id',
    async (how) => {
      const summary = { session: `session-${how}`, learned: how };
      void bench.proxy.strike({ after: /insert into "session_summaries"/, at: commit, how });

      const refused = await ingest(server, summary);
      expect(refused.status).toBe(503);
      await expectUnavailable(refused);
      await expectOneRow({ bench, server }, summary);
    },
  );

  test.each([
    { what: 'is started', how: 'cut', after: /update "runs" set "status" = \$1, "attempt"/ },
    { what: 'is started', how: 'cut-answer', after: /update "runs" set "status" = \$1, "attempt"/ },
    { what: 'streams', how: 'cut', after: /insert into "run_events"/ },
    { what: 'streams', how: 'cut-answer', after: /insert into "run_events"/ },
    { what: 'ends', how: 'cut', after: /delete from "run_inputs"/ },
    { what: 'ends', how: 'cut-answer', after: /delete from "run_inputs"/ },
  ] as const)(
    'while a run $what ($how): it ends once, its reader misses nothing and the model is asked once',
    async ({ how, after }) => {
      const chunks = numberSentences(30);
      bench.model.script({ chunks, delayMs: 10 });
      const asked = bench.model.requests.length;
      const struck = bench.proxy.strike({ after, at: commit, how });

      const run = await server.client.summarize({
        text: newText(textAround(chunks)),
        modelProfileId: profileId,
      });
      const events = await follow(server.client, run.id);
      await struck;

      const text = chunks.join('');
      await expectOneResult(bench, { client: server.client, runId: run.id, events, text });
      expect(bench.model.requests).toHaveLength(asked + 1);
    },
  );

  test('while a job is claimed: it is claimed again', async () => {
    const struck = bench.proxy.strike({ at: /precis claim/, how: 'cut' });
    const run = await server.client.summarize({ text: newText(), modelProfileId: profileId });
    await struck;
    const events = await follow(server.client, run.id);
    expect(textOf(events)).toBe(defaultText);
    await expectOneResult(bench, { client: server.client, runId: run.id, events, text: defaultText });
  });

  test('everywhere at once, again and again: every run ends once', async () => {
    const chunks = numberSentences(100);
    bench.model.always({ chunks, delayMs: 10 });
    const asked = bench.model.requests.length;
    const runs = await Promise.all(
      Array.from({ length: 4 }, () =>
        server.client.summarize({ text: newText(textAround(chunks)), modelProfileId: profileId }),
      ),
    );
    const followed = Promise.all(runs.map((run) => follow(server.client, run.id)));
    const countSent = () => bench.model.requests.reduce((sum, request) => sum + request.chunksSent, 0);
    for (let cuts = 0; cuts < 5; cuts++) {
      const sent = countSent();
      await expect.poll(countSent, { interval: 5 }).toBeGreaterThan(sent + 20);
      bench.proxy.cut();
    }
    for (const [index, events] of (await followed).entries()) {
      const runId = runs[index]?.id as RunId;
      await expectOneResult(bench, { client: server.client, runId, events, text: chunks.join('') });
    }
    expect(bench.model.requests).toHaveLength(asked + runs.length);
  });
});
