import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ScriptedWorker, startScriptedWorker } from '#tests/fixtures/scripted-worker.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { readSpools, type SpooledEvent } from './spool.ts';
import { createWorker } from './worker.ts';

let dir: string;
let worker: ScriptedWorker;
let lost: string[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'precis-outbox-'));
  worker = await startScriptedWorker();
  lost = [];
});
afterEach(async () => {
  await worker.close();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

/** Opens an outbox that stands for a process of its own, because none knows the files of another. */
function open(bounds: { maxEvents?: number; maxBytes?: number } = {}): Outbox {
  return createOutbox({
    dir,
    open: new Set(),
    deliver: createWorker({ url: worker.url, token: 'the-token' }).deliver,
    onReached: () => {},
    onUnreachable: () => {},
    onLost: ({ id }) => lost.push(id),
    diskTimeoutMs: 60_000,
    ...bounds,
  });
}

function event(id: string, more: Partial<SpooledEvent> = {}): SpooledEvent {
  return { id, path: '/api/sessions/init', body: { contentSessionId: 's', text: 'x'.repeat(100) }, ...more };
}

const ids = (): unknown[] => worker.calls.map(({ body }) => body.eventId);

describe('an outbox', () => {
  test('sends in order, once, with the token, and leaves no file', async () => {
    const outbox = open();
    for (const id of ['a', 'b', 'a', 'c']) outbox.add(event(id));
    await outbox.flush(60_000);
    expect(ids()).toEqual(['a', 'b', 'c']);
    expect(worker.calls[0]?.authorization).toBe('Bearer the-token');
    expect(readdirSync(dir)).toEqual([]);
  });

  test('keeps what a worker that is down does not take, and sends it when it is back', async () => {
    worker.fault = 503;
    const outbox = open();
    for (const id of ['a', 'b']) outbox.add(event(id));
    await outbox.flush(60_000);
    expect((await readSpools(dir)).map(({ id }) => id)).toEqual(['a', 'b']);
    worker.fault = null;
    await outbox.flush(60_000);
    expect(ids()).toEqual(['a', 'b']);
    expect(lost).toEqual([]);
  });

  test('gives to the next process what this one could not send', async () => {
    worker.fault = 503;
    const first = open();
    for (const id of ['a', 'b']) first.add(event(id));
    await first.flush(60_000);
    worker.fault = null;
    const second = open();
    second.add(event('c'));
    await second.flush(60_000);
    expect(ids()).toEqual(['a', 'b', 'c']);
    expect(await readSpools(dir)).toEqual([]);
  });

  test('sends again under the same name when an answer was lost', async () => {
    worker.fault = 'lose-answer';
    const outbox = open();
    outbox.add(event('a'));
    await outbox.flush(60_000);
    worker.fault = null;
    await outbox.flush(60_000);
    expect(ids()).toEqual(['a', 'a']);
    expect(readdirSync(dir)).toEqual([]);
  });

  test('does not wait for a worker that hangs', async () => {
    worker.fault = 'hang';
    const outbox = open();
    outbox.add(event('a'));
    await outbox.flush(200);
    expect(await readSpools(dir)).toHaveLength(1);
  });

  test('drops what the worker will never take, and goes on', async () => {
    worker.fault = 400;
    const outbox = open();
    outbox.add(event('a'));
    await outbox.flush(60_000);
    worker.fault = null;
    outbox.add(event('b'));
    await outbox.flush(60_000);
    expect(lost).toEqual(['a']);
    expect(ids()).toEqual(['b']);
  });

  test('gives up an event at which the worker fails again and again', async () => {
    worker.fault = 500;
    const outbox = open();
    outbox.add(event('a'));
    outbox.add(event('b'));
    for (let tries = 0; tries < 8; tries += 1) await outbox.flush(60_000);
    expect(lost).toEqual(['a']);
    worker.fault = null;
    await outbox.flush(60_000);
    expect(ids()).toEqual(['b']);
  });

  test('holds back what is not due, sends the rest, and takes back what is not wanted any more', async () => {
    const outbox = open();
    outbox.add(event('later', { notBefore: Date.now() + 60_000, note: 'the model failed' }));
    outbox.add(event('now'));
    await outbox.flush(60_000);
    expect(ids()).toEqual(['now']);
    expect(await readSpools(dir)).toMatchObject([{ id: 'later', note: 'the model failed' }]);
    outbox.remove(({ note }) => note !== undefined);
    await outbox.flush(60_000);
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('a full outbox', () => {
  test('loses observations first, oldest first, and says so', async () => {
    worker.fault = 503;
    const outbox = open({ maxEvents: 3 });
    outbox.add(event('prompt'));
    for (const id of ['o1', 'o2', 'o3']) outbox.add(event(id, { path: '/api/sessions/observations' }));
    outbox.add(event('summary', { path: '/api/sessions/summarize/ingest' }));
    await outbox.flush(60_000);
    expect(lost).toEqual(['o1', 'o2']);
    expect((await readSpools(dir)).map(({ id }) => id)).toEqual(['prompt', 'o3', 'summary']);
  });

  test('is bounded in bytes, in memory and on the disk', async () => {
    worker.fault = 503;
    const outbox = open({ maxBytes: 10_000 });
    for (let n = 0; n < 500; n += 1) outbox.add(event(`e${n}`));
    await outbox.flush(60_000);
    const left = await readSpools(dir);
    expect(JSON.stringify(left).length).toBeLessThan(11_000);
    expect(left.at(-1)?.id).toBe('e499');
  });
});
