import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';
import { runCli } from './run-cli.ts';
import { runInside } from './run-inside.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(scratchFolder(), 'precis-tags-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

test('precis tags imports what it exports, lists it, and refuses other files', async () => {
  const run = (...args: string[]) => runInside(['tags', ...args], { home });
  expect(await run()).toMatchObject({ code: 0, out: 'No tags yet.\n' });
  const file = join(home, 'tags.json');
  const library = [{ name: 'Electric Cars', synonyms: ['EV'] }];
  const elsewhere = { feedUrl: null, guid: 'x', url: null, title: 'Elsewhere', tags: ['EV'] };
  writeFileSync(
    file,
    JSON.stringify({ format: 'precis-tags', version: 1, tags: library, entries: [elsewhere] }),
  );
  expect(await runCli(['tags', 'import', file], { home })).toMatchObject({
    code: 0,
    out: 'Added 1 tags and 1 synonyms to the library, and 0 tags to entries. 1 entries of the file are not here.\n',
  });
  expect((await run('list')).out).toMatch(/Electric Cars +0 +EV/);
  const exported = await run('export');
  expect(JSON.parse(exported.out)).toEqual({ format: 'precis-tags', version: 1, tags: library, entries: [] });
  writeFileSync(file, '{}');
  expect((await run('import', file)).code).not.toBe(0);
}, 60_000);
