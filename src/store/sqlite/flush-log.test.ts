import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogFlush, type LogFlush } from './sqlite.ts';

describe('flushing the log', () => {
  let home: string;
  let log: LogFlush;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'precis-flush-'));
    log = createLogFlush(join(home, 'log'));
  });
  afterEach(async () => {
    await log.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  test('waits again for those who come during a wait, all of them together', async () => {
    writeFileSync(join(home, 'log'), 'written');
    const done: string[] = [];
    const first = log.flush().then(() => done.push('first'));
    const second = log.flush();
    const third = log.flush();
    expect(third).toBe(second);
    await Promise.all([first, second.then(() => done.push('second'))]);
    expect(done).toEqual(['first', 'second']);
  });

  test('tells those who wait that it failed, and succeeds when the file is there', async () => {
    await expect(log.flush()).rejects.toMatchObject({ code: 'database_unavailable' });
    writeFileSync(join(home, 'log'), 'written');
    await log.flush();
  });
});
