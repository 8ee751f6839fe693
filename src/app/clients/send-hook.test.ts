import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#app/read-config.ts';
import { sendHook, spoolFolder } from './send-hook.ts';

let home: string;
let dir: string;
/** The events that another running process is sending. */
let other: string;
/** Whether the other process was still sending, for each request. */
let seen: boolean[];
/** The answer of the worker, or of another program at its address. */
let answer: string;
const server = createServer((incoming, outgoing) => {
  if (incoming.url?.startsWith('/api/hooks/')) seen.push(existsSync(other));
  incoming.resume();
  outgoing.setHeader('content-type', 'application/json');
  outgoing.end(answer);
});

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'precis-hook-'));
  dir = spoolFolder(home, 'codex');
  mkdirSync(dir, { recursive: true });
  other = join(dir, `spool-${process.ppid}-other.jsonl`);
  seen = [];
  answer = '{}';
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.close();
  await once(server, 'close');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const send = (event = 'agent-turn-complete') =>
  sendHook({
    client: 'codex',
    event,
    payload: { type: event },
    config: readConfig({ PRECIS_HOME: home, PRECIS_AUTOSTART: 'off' }),
    usual: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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

test('an event reaches the worker at its usual address if the record of the last one is out of date', async () => {
  writeFileSync(
    join(home, 'worker.json'),
    JSON.stringify({ url: 'http://127.0.0.1:9', pid: 1, command: [] }),
  );
  await send();
  expect(seen).toEqual([false]);
  expect(readdirSync(dir)).toEqual([]);
});

test.each(['SessionStart', 'UserPromptSubmit', 'BeforeAgent'])(
  'what %s adds for the model is printed',
  async (event) => {
    const hookSpecificOutput = { hookEventName: event, additionalContext: 'a context' };
    answer = JSON.stringify({ hookSpecificOutput });
    expect(JSON.parse(await send(event))).toEqual({ hookSpecificOutput });
    expect(await send('PostToolUse')).toBe('');
    expect(await send('Stop')).toBe('');
  },
);
