import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { flooding } from './behaviours.ts';
import { startHostileModel } from './start-hostile-model.ts';

let home: string;
let server: ServerProcess;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'precis-flood-'));
  server = await startServer({ home, databaseUrl: null });
});
afterEach(async () => {
  await server.end('SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const allowedMb = 150;
const waited = { timeout: 60_000 };
const text = 'The harbour bridge will be closed for two years, and people walk around it. '.repeat(12);

test('servers that send a hundred megabytes four times each do not fill the memory', async () => {
  const modelProfileId = modelProfileIdSchema.parse('flood');
  const good = await server.client.summarize({ text });
  await expect.poll(async () => (await server.client.runs.get(good.id)).run.status, waited).toBe('succeeded');
  const before = readMemoryMb(server.child.pid, 'VmRSS');
  for (const { behave, name } of flooding) {
    const hostile = await startHostileModel('openai', behave);
    await server.client.models.put({ ...scriptedProfile('flood', hostile.baseUrl), maxOutputTokens: 1000 });
    const runs = await Promise.all(
      [1, 2, 3, 4].map((n) => server.client.summarize({ text: `${n}. ${name}. ${text}`, modelProfileId })),
    );
    for (const { id } of runs)
      await expect.poll(async () => (await server.client.runs.get(id)).run.status, waited).toBe('failed');
    await hostile.close();
  }
  const peak = readMemoryMb(server.child.pid, 'VmHWM');
  console.log(`memory before ${before} MB, at its peak ${peak} MB`);
  expect(peak - before).toBeLessThan(allowedMb);
  expect((await server.client.health()).status).toBe('ok');
});

/** Reads the current or peak memory of a process, as Linux reports it. */
function readMemoryMb(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
