import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { modelProfileIdSchema } from '#schema/ids.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';

let home: string;
let clock: string;
let model: ScriptedModel;
let server: ServerProcess;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'precis-clock-'));
  clock = join(home, 'clock');
  writeFileSync(clock, '0');
  model = await startScriptedModel({ reply: { text: 'The bridge will be closed for two years.' } });
  server = await start();
  const profile = scriptedProfile('scripted', model.baseUrl('openai'));
  await server.client.models.put({ ...profile, requestsPerMinute: 100 });
});
afterEach(async () => {
  await server.end('SIGKILL');
  await model.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const hourMs = 3_600_000;
const waited = { timeout: 60_000, interval: 50 };
const modelProfileId = modelProfileIdSchema.parse('scripted');
const text = 'The harbour bridge will be closed for two years, and everyone walks around it. '.repeat(12);

function start(): Promise<ServerProcess> {
  const preload = new URL('shift-clock.ts', import.meta.url).href;
  const env = { NODE_OPTIONS: `--import ${preload}`, PRECIS_TEST_CLOCK: clock };
  return startServer({ home, databaseUrl: null, env });
}

async function setClock(offsetMs: number): Promise<void> {
  writeFileSync(clock, String(offsetMs));
  await expect
    .poll(async () => Math.abs((await readClock()) - Date.now() - offsetMs) < hourMs / 2, waited)
    .toBe(true);
}

/** Reads the server's clock from the time of a record that the server writes. */
async function readClock(): Promise<number> {
  return (await server.client.spaces.create({ name: 'Clock', instructions: '' })).createdAt;
}

async function summarize(words: string): Promise<string> {
  const { id } = await server.client.summarize({ text: `${words} ${text}`, modelProfileId });
  await expect.poll(async () => (await server.client.runs.get(id)).run.status, waited).toBe('succeeded');
  return id;
}

test.each([
  ['back by a day', -24 * hourMs],
  ['ahead by a day', 24 * hourMs],
])('a clock that is set %s while the server runs stops nothing', async (_, offsetMs) => {
  const first = await summarize('Before.');
  // This run has a stream that is open while the clock jumps.
  model.always({ text: 'The bridge will be closed for two years.', delayMs: 100 });
  const streaming = await server.client.summarize({ text: `Meanwhile. ${text}`, modelProfileId });
  await setClock(offsetMs);
  await expect
    .poll(async () => (await server.client.runs.get(streaming.id)).run.status, waited)
    .toBe('succeeded');
  model.always({ text: 'The bridge will be closed for two years.' });
  const second = await summarize('After.');
  await setClock(0);
  const third = await summarize('And back again.');
  const { items } = await server.client.runs.list({ limit: 10 });
  expect(items.map(({ id }) => id).toSorted()).toEqual([first, streaming.id, second, third].toSorted());
});

test('runs that a killed server left are taken up by one whose clock was set back', async () => {
  model.always({ text: 'The bridge will be closed for two years.', delayMs: 60_000 });
  const { id } = await server.client.summarize({ text, modelProfileId });
  await expect.poll(async () => (await server.client.runs.get(id)).run.status, waited).toBe('running');
  await server.end('SIGKILL');
  model.always({ text: 'The bridge will be closed for two years.' });
  writeFileSync(clock, String(-24 * hourMs));
  server = await start();
  await expect.poll(async () => (await server.client.runs.get(id)).run.status, waited).toBe('succeeded');
});
