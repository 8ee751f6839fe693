import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { modelProfileIdSchema, type RunId } from '#schema/ids.ts';
import { numberSentences, textAround } from '#tests/fixtures/long-summary.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { createDatabase } from '#tests/setup/start-postgres.ts';

const profileId = modelProfileIdSchema.parse('scripted');
const text = 'The harbour bridge will be closed for two years, and everyone has to walk around it. '.repeat(
  10,
);
const chunks = numberSentences(300);

describe('two server processes on one PostgreSQL', () => {
  let home: string;
  let model: ScriptedModel;
  let reader: ServerProcess;
  let executor: ServerProcess;

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'precis-two-'));
    model = await startScriptedModel();
    const databaseUrl = await createDatabase(inject('postgresUrl'), inject('migratedDatabase'));
    // The first server only serves readers, so the second one executes every run.
    [reader, executor] = await Promise.all([
      startServer({ home, databaseUrl, env: { PRECIS_EXECUTE: 'off' } }),
      startServer({ home, databaseUrl }),
    ]);
    await reader.client.models.put(scriptedProfile('scripted', model.baseUrl('openai')));
  });
  afterEach(async () => {
    await Promise.all([reader.end('SIGTERM'), executor.end('SIGTERM')]);
    await model.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  async function readUntil(runId: RunId, enough: (text: string) => boolean): Promise<string> {
    let read = '';
    for await (const event of reader.client.runs.events(runId)) {
      if (event.type === 'text-delta') read += event.text;
      if (enough(read)) break;
    }
    return read;
  }

  test('a run submitted to one, executed by the other, streams to a client of the first and is cancelled from there', async () => {
    model.script({ chunks, delayMs: 20 });
    const run = await reader.client.summarize({ text, modelProfileId: profileId });
    const read = await readUntil(run.id, (soFar) => soFar.length > 60);
    expect(chunks.join('').startsWith(read)).toBe(true);
    expect((await reader.client.runs.get(run.id)).run.status).toBe('running');

    await reader.client.runs.cancel(run.id);
    await expect.poll(() => model.requests[0]?.closedByClient).toBe(true);
    await expect.poll(async () => (await executor.client.runs.get(run.id)).run.status).toBe('cancelled');
    expect((await reader.client.runs.get(run.id)).summary).toBeNull();
  });

  test('the whole text arrives at a client of the first, in order and once', async () => {
    model.script({ chunks: chunks.slice(0, 40), delayMs: 2 });
    const run = await reader.client.summarize({ text: textAround(chunks), modelProfileId: profileId });
    expect(await readUntil(run.id, () => false)).toBe(chunks.slice(0, 40).join(''));
    expect((await reader.client.runs.get(run.id)).summary?.text).toBe(chunks.slice(0, 40).join('').trimEnd());
  });

  test('five identical requests to both at once are one run and one call of the model, with a key or without', async () => {
    model.always({ text: 'The bridge is closed.', firstTokenDelayMs: 2000 });
    const clients = [reader, executor, reader, executor, reader].map(({ client }) => client);
    for (const options of [{ idempotencyKey: 'the-same' }, undefined]) {
      model.requests.length = 0;
      const runs = await Promise.all(
        clients.map((client) => client.summarize({ text, modelProfileId: profileId }, options)),
      );
      expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
      await readUntil(runs[0]?.id as RunId, () => false);
      expect(model.requests).toHaveLength(1);
    }
    expect((await reader.client.runs.list()).items).toHaveLength(2);
  });
});
