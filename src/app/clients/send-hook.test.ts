import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendHook } from './send-hook.ts';

let dir: string;
/** The events that another running process is sending. */
let other: string;
/** Whether the other process was still sending, for each request. */
let seen: boolean[];
const server = createServer((incoming, outgoing) => {
  seen.push(existsSync(other));
  incoming.resume();
  outgoing.setHeader('content-type', 'application/json');
  outgoing.end('{}');
});

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'precis-hook-'));
  other = join(dir, `spool-${process.ppid}-other.jsonl`);
  seen = [];
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.close();
  await once(server, 'close');
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

const send = () =>
  sendHook({
    client: 'codex',
    event: 'agent-turn-complete',
    payload: { type: 'agent-turn-complete' },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: null,
    dir,
  });

test('an event is sent after those that another process is sending', async () => {
  const event = { id: 'one', path: '/api/hooks/codex/PostToolUse', body: {} };
  writeFileSync(other, `${JSON.stringify({ put: event })}\n`);
  const sending = send();
  setTimeout(() => rmSync(other), 200);
  await sending;
  expect(seen).toEqual([false]);
});

test('a process that never gets rid of its events holds up no other', async () => {
  const event = { id: 'one', path: '/api/hooks/codex/PostToolUse', body: {} };
  writeFileSync(other, `${JSON.stringify({ put: event })}\n`);
  await send();
  expect(seen).toEqual([true]);
});
