import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adoptSpools, nameSpool, openSpool, readSpools, type SpooledEvent } from './spool.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'precis-spool-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));

function event(id: string): SpooledEvent {
  return { id, path: '/api/sessions/init', body: { contentSessionId: 's' } };
}
/** No process has this number, because it is above the numbers that systems assign. */
const endedPid = 2 ** 30;

describe('a spool', () => {
  test('keeps what was put and not done, in order, for its user only', async () => {
    const spool = openSpool(join(dir, 'state'), nameSpool());
    for (const id of ['a', 'b', 'c']) spool.put(event(id));
    spool.done('b');
    await spool.settle();
    expect((await readSpools(join(dir, 'state'))).map(({ id }) => id)).toEqual(['a', 'c']);
    const [file = ''] = readdirSync(join(dir, 'state'));
    expect(statSync(join(dir, 'state', file)).mode & 0o077).toBe(0);
  });

  test('is gone when it is empty', async () => {
    const spool = openSpool(dir, nameSpool());
    spool.put(event('a'));
    spool.rewrite([]);
    await spool.settle();
    expect(readdirSync(dir)).toEqual([]);
  });

  test('survives a disk that cannot be written', async () => {
    writeFileSync(join(dir, 'file'), '');
    const spool = openSpool(join(dir, 'file', 'below'), nameSpool());
    spool.put(event('a'));
    await expect(spool.settle()).resolves.toBeUndefined();
  });
});

describe('what an ended process left', () => {
  function leave(name: string, text: string): void {
    writeFileSync(join(dir, name), text);
  }

  test('is adopted once, by one of several that start together, and its cut last line is left out', async () => {
    leave(
      `spool-${endedPid}-x.jsonl`,
      `${JSON.stringify({ put: event('a') })}\n${JSON.stringify({ put: event('b') })}\n{"put":{"id":"c`,
    );
    const adopted = await Promise.all(Array.from({ length: 5 }, () => adoptSpools(dir, new Set())));
    const events = adopted.flatMap((part) => part.events.map(({ id }) => id));
    // The renamed files have this process's number in their names, as files of an earlier process might.
    expect(new Set(events)).toEqual(new Set(['a', 'b']));
    for (const part of adopted) await part.remove();
    expect(readdirSync(dir)).toEqual([]);
  });

  test('is left alone while the process runs, and when it is our own', async () => {
    leave(`spool-${process.ppid}-x.jsonl`, `${JSON.stringify({ put: event('a') })}\n`);
    leave(`spool-${process.pid}-y.jsonl`, `${JSON.stringify({ put: event('b') })}\n`);
    leave('notes.txt', 'nothing of ours');
    const adopted = await adoptSpools(dir, new Set([`spool-${process.pid}-y.jsonl`]));
    expect(adopted.events).toEqual([]);
    expect(readFileSync(join(dir, 'notes.txt'), 'utf8')).toBe('nothing of ours');
  });

  test('is adopted although the number of its process is ours: numbers come again', async () => {
    leave(`spool-${process.pid}-old.jsonl`, `${JSON.stringify({ put: event('a') })}\n`);
    expect((await adoptSpools(dir, new Set())).events).toEqual([event('a')]);
  });
});
