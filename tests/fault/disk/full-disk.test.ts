import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { type SmallDisk, startOnSmallDisk } from './small-disk.ts';

let disk: SmallDisk;
beforeEach(async () => {
  disk = await startOnSmallDisk({ megabytes: 12 });
});
afterEach(() => disk.close());

const waited = { timeout: 60_000, interval: 100 };
const text = 'The harbour bridge will be closed for two years, and everyone has to walk around it. ';

async function post(path: string, body: object): Promise<Response> {
  return fetch(`${disk.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

function say(n: number): Promise<Response> {
  const prompt = `Prompt ${n}. ${text.repeat(150)}`;
  return post('/api/sessions/init', { contentSessionId: 'full', project: 'disk', prompt });
}

test('a full disk rejects what it cannot store, loses nothing it accepted, and works again when there is space', async () => {
  const { client } = disk;
  // This file takes space that is freed later.
  disk.run('dd if=/dev/zero of=ballast bs=1M count=4 status=none');
  const run = await client.summarize({ text: text.repeat(12) });
  await expect.poll(async () => (await client.runs.get(run.id)).run.status, waited).toBe('succeeded');

  let taken = 0;
  let refused: Response | null = null;
  for (let n = 1; n <= 2000 && refused === null; n++) {
    const response = await say(n);
    if (response.status === 200) taken += 1;
    else refused = response;
  }
  expect(refused?.status).toBe(507);
  expect(await refused?.json()).toMatchObject({ error: expect.stringMatching(/full/) });
  expect(taken).toBeGreaterThan(20);

  // Reads still work, and the server still runs.
  const stats = await client.sessions.stats();
  expect(stats.database.prompts).toBe(taken);
  expect((await client.runs.get(run.id)).summary?.text).toContain('bridge');
  // A checkpoint may make room for one more run in the meantime.
  const summarizeMore = () => client.summarize({ text: text.repeat(400) }).catch((error: unknown) => error);
  await expect
    .poll(summarizeMore, waited)
    .toSatisfy((answer) => answer instanceof AppError && answer.code === 'disk_full');
  expect(disk.isUp()).toBe(true);

  disk.run('rm ballast');
  await expect.poll(async () => (await say(taken + 1)).status, waited).toBe(200);
  const later = await client.summarize({ text: `Later. ${text.repeat(12)}` });
  await expect.poll(async () => (await client.runs.get(later.id)).run.status, waited).toBe('succeeded');
  const { checks } = await client.diagnosis();
  expect(checks.find(({ name }) => name === 'database')).toMatchObject({ state: 'ok' });
  expect((await client.sessions.stats()).database.prompts).toBe(taken + 1);
});
