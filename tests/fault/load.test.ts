import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { runLoad } from '#tests/fixtures/load/run-load.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { createDatabase } from '#tests/setup/start-postgres.ts';

const wordEveryMs = 60;
const ingestsPerSecond = 50;
const durationMs = process.env.PRECIS_FAULT === 'full' ? 5000 : 2500;
const words =
  'The harbour bridge is closed for two years, and everyone has to walk around it by the river. '.match(
    /\S+\s/g,
  ) as string[];

describe.concurrent.each(['sqlite', 'postgres'] as const)('under load (%s)', (dialect) => {
  let home: string;
  let model: ScriptedModel;
  let server: ServerProcess | undefined;

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'precis-load-'));
    model = await startScriptedModel({ reply: { chunks: words, delayMs: wordEveryMs } });
  });
  afterEach(async () => {
    await server?.end('SIGKILL');
    await model.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  test('a hundred streams get every event once and in order, and everything acknowledged is stored', async () => {
    const databaseUrl =
      dialect === 'sqlite' ? null : await createDatabase(inject('postgresUrl'), inject('migratedDatabase'));
    server = await startServer({ home, databaseUrl });

    const { ingest, streams, stored } = await runLoad({
      server,
      modelUrl: model.baseUrl('openai'),
      runMs: words.length * wordEveryMs,
      streams: 100,
      readingShare: 0.7,
      ingestsPerSecond,
      durationMs,
    });

    expect(streams.faults).toEqual([]);
    expect(ingest.failures).toEqual([]);
    expect(ingest.acknowledged.prompt + ingest.acknowledged.observation + ingest.acknowledged.summary).toBe(
      (ingestsPerSecond * durationMs) / 1000,
    );
    expect(stored).toMatchObject({
      prompts: ingest.acknowledged.prompt,
      observations: ingest.acknowledged.observation,
      summaries: ingest.acknowledged.summary,
    });
    expect(streams.runs).toBeGreaterThanOrEqual(3);
    expect(streams.events).toBeGreaterThan(streams.runs * 2 * 3);
  });
});
