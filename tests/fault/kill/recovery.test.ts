import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { fillRows } from './fill-rows.ts';
import { scriptedId } from './load-runs.ts';

const isFull = process.env.PRECIS_FAULT === 'full';
const rows = isFull ? 100_000 : 3000;
const unfinishedRuns = 40;
const concurrency = 4;
const longestRecoveryMs = 5000;
const text = 'The harbour bridge will be closed for two years, and everyone has to walk around it. '.repeat(
  9,
);

describeEachPlace(`after kill -9 with ${rows} rows`, (current) => {
  let model: ScriptedModel;
  let server: ServerProcess;

  beforeEach(async () => {
    model = await startScriptedModel({ reply: { text, fault: { kind: 'stall', afterChunks: 3 } } });
  });
  afterEach(async () => {
    await server.end('SIGKILL');
    await model.close();
  });

  test(`a server answers and takes up ${unfinishedRuns} unfinished runs again, at once`, {
    timeout: 240_000,
  }, async () => {
    const { place, dialect } = current();
    await (await openStore(place)).close();
    await fillRows(place, rows);
    server = await startServer(place);
    await server.client.models.put({ ...scriptedProfile(scriptedId, model.baseUrl('openai')), concurrency });
    for (let n = 0; n < unfinishedRuns; n++) {
      await server.client.summarize({ text: `${n}. ${text}`, modelProfileId: scriptedId });
    }
    await expect.poll(() => model.requests.length, { timeout: 60_000 }).toBe(concurrency);
    await server.end('SIGKILL');

    model.always({ text: 'The harbour bridge will be closed for two years.', delayMs: 1 });
    const asked = model.requests.length;
    const startedAt = performance.now();
    server = await startServer(place);
    await server.client.health();
    const answeredMs = Math.round(performance.now() - startedAt);
    // The model is at its limit again, with the interrupted runs or with queued ones.
    await expect
      .poll(() => model.requests.length - asked, { timeout: 60_000, interval: 10 })
      .toBeGreaterThanOrEqual(concurrency);
    const takenUpMs = Math.round(performance.now() - startedAt);
    console.log(
      `${dialect}: ${rows} rows, answered after ${answeredMs} ms, runs taken up after ${takenUpMs} ms`,
    );
    if (isFull) expect(takenUpMs).toBeLessThan(longestRecoveryMs);

    // The interrupted and queued runs are the newest ones.
    const countEnded = async () => {
      const { items } = await server.client.runs.list({ limit: unfinishedRuns });
      return items.filter(({ status }) => status === 'succeeded').length;
    };
    await expect.poll(countEnded, { timeout: 60_000 }).toBe(unfinishedRuns);
  });
});
