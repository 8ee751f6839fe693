import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';
import { runInside } from './run-inside.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(scratchFolder(), 'precis-mcp-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

test('precis mcp reader says, sets and keeps whether agents may read articles', async () => {
  const run = (...args: string[]) => runInside(['mcp', ...args], { home });
  const off = { code: 0, out: 'Agents may not read your articles.\n' };
  const on = { code: 0, out: expect.stringContaining('Agents may read your articles.') };
  expect(await run('reader')).toMatchObject(off);
  expect(await run('reader', 'on')).toMatchObject(on);
  expect(await run('reader')).toMatchObject(on);
  for (const args of [['reader', 'maybe'], ['reader', 'on', 'off'], ['serve']])
    expect(await run(...args)).toMatchObject({ code: 2 });
  expect(await run('reader')).toMatchObject(on);
  expect(await run('reader', 'off')).toMatchObject(off);
  expect(await run('reader')).toMatchObject(off);
}, 60_000);
