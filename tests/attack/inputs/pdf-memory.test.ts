import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { pdfBombs } from './make-bombs.ts';

/**
 * The limit for memory. A thread is stopped after it has grown by 256 MB, but on a busy machine it grows further
 * until it ends.
 */
const mostMemoryMb = 1000;
/** The limit for what the process keeps after its reading thread has ended. */
const mostKeptMb = 200;

let home: string;
let server: ServerProcess;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'precis-pdf-'));
  server = await startServer({ home, databaseUrl: null });
});
afterAll(async () => {
  await server?.end('SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

test('small PDFs that unpack to much are refused within 1 GB, which are given back', async () => {
  await server.client.reader.entries.add({ kind: 'text', text: 'A first text.', title: 'First' });
  const before = readMemoryMb('VmRSS');
  const peaks: Record<string, number> = {};
  for (const [name, content] of Object.entries(pdfBombs())) {
    const file = { kind: 'file', name: 'a.pdf', content: Buffer.from(content).toString('base64') } as const;
    const refused = await server.client.reader.entries.add(file).catch((error: { code: string }) => error);
    expect([name, 'code' in refused ? refused.code : 'read']).toEqual([name, 'too_large']);
    peaks[name] = readMemoryMb('VmHWM');
  }
  console.log(`memory before ${before} MB, highest after each PDF:`, peaks);
  expect(readMemoryMb('VmHWM')).toBeLessThan(mostMemoryMb);
  await expect.poll(() => readMemoryMb('VmRSS'), { timeout: 60_000 }).toBeLessThan(before + mostKeptMb);
}, 240_000);

/** Reads the current or peak memory of a process, as Linux reports it. */
function readMemoryMb(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
}
