import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createClient } from '#client/create-client.ts';
import { builtinModelProfileId, modelProfileIdSchema, type RunId } from '#schema/ids.ts';
import { openStore } from '#store/open-store.ts';
import { createRandom } from '#tests/fixtures/create-random.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { createDatabase, findFreePort } from '#tests/setup/start-postgres.ts';

/** The named command runs many; the short form, with all other tests, a few. */
const rounds = Number(process.env.PRECIS_FAULT_ROUNDS ?? (process.env.PRECIS_FAULT === 'full' ? 50 : 5));
const seed = Number(process.env.PRECIS_FAULT_SEED ?? Date.now() % 1_000_000);
const profileId = modelProfileIdSchema.parse('scripted');

describe.each(['sqlite', 'postgres'] as const)('killing the server (%s)', (dialect) => {
  let home: string;
  let databaseUrl: string | null;
  let model: ScriptedModel;
  let port: number;
  let server: ServerProcess | undefined;

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'precis-fault-'));
    databaseUrl = dialect === 'sqlite' ? null : await createDatabase(inject('postgresUrl'));
    model = await startScriptedModel({
      reply: {
        text: 'The harbour bridge will be closed for two years, and everyone has to walk around it.',
        delayMs: 8,
      },
    });
    port = await findFreePort();
  });
  afterEach(async () => {
    await server?.end('SIGKILL');
    await model.close();
    rmSync(home, { recursive: true, force: true });
  });

  test(`at ${rounds} random moments under load loses no acknowledged run, leaves none running and the database sound (seed ${seed})`, {
    timeout: 120_000 + rounds * 15_000,
  }, async ({ signal }) => {
    const random = createRandom(seed);
    const client = createClient({ fetch, baseUrl: `http://127.0.0.1:${port}` });
    const acknowledged: RunId[] = [];
    let submitting = true;

    server = await startServer({ home, databaseUrl, port });
    await client.models.put(scriptedProfile('scripted', model.baseUrl('openai')));

    const load = Array.from({ length: 3 }, async (_, loader) => {
      for (let n = 0; submitting && !signal.aborted; n++) {
        const text = `Text ${loader}.${n}. ${'The harbour bridge will be closed, and people walk around it. '.repeat(12)}`;
        const modelProfileId = n % 3 === 0 ? builtinModelProfileId : profileId;
        try {
          const run = await client.summarize({ text, modelProfileId });
          acknowledged.push(run.id);
          if (n % 7 === 0) await client.runs.cancel(run.id);
        } catch {
          // The server is down between a kill and its restart: nothing was acknowledged.
        }
        await pause(15 + random() * 60);
      }
    });

    for (let round = 0; round < rounds && !signal.aborted; round++) {
      await pause(50 + random() * 1200);
      await server.end('SIGKILL');
      server = await startServer({ home, databaseUrl, port });
    }
    submitting = false;
    await Promise.all(load);
    expect(acknowledged.length).toBeGreaterThan(0);

    const pending = new Set(acknowledged);
    await expect
      .poll(
        async () => {
          for (const id of pending) {
            const { run } = await client.runs.get(id);
            if (run.finishedAt !== null) pending.delete(id);
          }
          return pending.size;
        },
        { timeout: 60_000 + rounds * 1000, interval: 300 },
      )
      .toBe(0);
    await server.end('SIGKILL');

    const store = await openStore({ home, databaseUrl });
    try {
      expect(await store.checkIntegrity()).toBeNull();
      const outcomes: Record<string, number> = {};
      for (const id of acknowledged) {
        const run = await store.getRun(id);
        const key = run === null ? 'missing' : (run.errorCode ?? run.status);
        outcomes[key] = (outcomes[key] ?? 0) + 1;
        const summary = await store.getSummaryByRun(id);
        // Every text is its own slot, so that each success still has its payload.
        expect(summary !== null).toBe(run?.status === 'succeeded');
      }
      expect(outcomes.missing ?? 0).toBe(0);
      expect((outcomes.running ?? 0) + (outcomes.queued ?? 0)).toBe(0);
      for (const status of ['queued', 'running'] as const) {
        expect((await store.listRuns({ status, limit: 5 })).items).toEqual([]);
      }
      console.log(`${dialect}: ${rounds} kills, ${acknowledged.length} runs acknowledged:`, outcomes);
    } finally {
      await store.close();
    }
  });
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
