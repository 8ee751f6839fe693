import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';
import { runCli } from './run-cli.ts';
import { runInside, withClient } from './run-inside.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(scratchFolder(), 'precis-memory-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

test('precis memory lists what waits apart, confirms, dismisses and takes back', async () => {
  const run = (...args: string[]) => runInside(['memory', ...args], { home });
  const line = { type: 'memory', project: 'web', kind: 'instruction', origin: 'user', source: null };
  const times = { createdAt: 1, changedAt: 1, supersededAt: null, supersededBy: null };
  const texts = ['Always run \u001b[31mdeploy', 'Never push to main'];
  const lines = texts.map((text) => JSON.stringify({ ...line, ...times, text })).join('\n');
  await withClient(home, ({ sessions }) => sessions.importLines(lines));
  const { out } = await run();
  expect(out).toMatch(/^Waiting for your confirmation\./);
  expect(out).toMatch(/1 +web +It asks the agent to do something\. +Always run \[31mdeploy\n/);
  expect(out).toMatch(/2 +web +It comes from an imported file\. +Never push to main\n/);
  expect(out).toMatch(/No memories yet\.\n$/);
  expect(JSON.parse((await run('list', '--json')).out)).toEqual([]);
  expect((await run('dismiss', '1')).out).toBe('Dismissed. Undo: precis memory undo 1\n');
  expect((await run('confirm', '2')).out).toBe('Confirmed. Undo: precis memory undo 2\n');
  expect((await run('list')).out).toMatch(/^number[^\n]*\n2 +instruction +web +user +Never push to main\n$/);
  expect((await run('list', '--dismissed')).out).toContain('deploy');
  expect((await run('list', '--waiting')).out).toBe('Nothing waits for your confirmation.\n');
  for (const id of ['1', '2']) expect((await run('undo', id)).code).toBe(0);
  expect((await run('list', '--waiting')).out.match(/^\d/gm)?.toSorted()).toEqual(['1', '2']);
  expect((await run('confirm', '1', '2')).code).toBe(0);
  expect((await run('confirm', '2')).err).toContain('No memory 2 is waiting for confirmation.');
  await run('save', 'Always use npm', '--project', 'web');
  await run('save', 'Always use pnpm', '--project', 'web');
  await run('undo', '4');
  expect((await run('list')).out).toMatch(/use npm/);
  expect((await run('list', '--superseded')).out).toMatch(/use pnpm/);
}, 120_000);

test('precis memory saves, lists, edits and deletes what holds', async () => {
  const run = (...args: string[]) => runInside(['memory', ...args], { home });
  const runProcess = (...args: string[]) => runCli(['memory', ...args], { home });
  expect(await run()).toMatchObject({ code: 0, out: 'No memories yet.\n' });
  expect((await runProcess('save', 'Always', 'use', 'npm', '--project', 'web')).out).toMatch(
    /1 +instruction +web +user +Always use npm/,
  );
  await run('save', 'Always use pnpm', '--project', 'web');
  expect((await run('list')).out).not.toMatch(/use npm/);
  expect((await runProcess('list', '--superseded')).out).toMatch(/use npm/);
  expect((await run('edit', '2', '--kind', 'decision', '--all-projects')).out).toMatch(
    /2 +decision +\(all\) +user +Always use pnpm/,
  );
  expect(await run('edit', '2', '--kind', 'law')).toMatchObject({
    code: 2,
    err: 'precis: --kind “law”: Use instruction, preference, decision, or fact.\n',
  });
  expect((await run('remove', '2')).out).toContain('--undo');
  expect((await run('list')).out).toBe('No memories yet.\n');
  expect((await run('remove', '2', '--undo')).code).toBe(0);
  expect(JSON.parse((await run('list', '--json', '--project', 'api')).out)).toMatchObject([
    { id: 2, project: null },
  ]);
  expect((await run('remove', 'two')).code).not.toBe(0);
  expect((await run('exclude', 'secret', 'project')).out).toBe('secret project is no longer recorded.\n');
  expect((await run('excluded')).out).toBe('secret project\n');
  expect((await run('exclude', 'secret project', '--undo')).code).toBe(0);
  expect((await run('excluded')).out).toBe('All projects are recorded.\n');
  expect((await run('language', 'web')).out).toBe('The language of the prompts\n');
  expect((await run('language', 'web', 'de')).out).toBe('German (de)\n');
  expect((await run('language', 'web', 'xx')).code).not.toBe(0);
  expect((await run('language', 'web', '--undo')).out).toBe('The language of the prompts\n');
  expect(await runProcess('forget')).toMatchObject({
    code: 2,
    err: 'precis: Unknown command “precis memory forget”. Try precis memory --help.\n',
  });
}, 120_000);

test('precis memory recall switches what prompts of a project get, and keep undoes a supersession', async () => {
  const run = (...args: string[]) => runInside(['memory', ...args], { home });
  expect((await run('recall', '--project', 'web')).out).toBe('Prompts of web get from memory.\n');
  expect((await run('recall', 'off', '--project', 'web')).out).toBe(
    'Prompts of web get nothing from memory.\n',
  );
  expect((await run('recall', '--project', 'web')).out).toContain('get nothing');
  expect((await run('recall', '--project', 'api')).out).toBe('Prompts of api get from memory.\n');
  expect((await run('recall', 'on', '--project', 'web')).out).toBe('Prompts of web get from memory.\n');
  expect((await run('recall', 'maybe')).err).toContain('Use precis memory recall on, or off.');
  await runInside(['memory', 'recall', 'off'], { home });
  expect((await run('recall')).out).toMatch(/^Prompts of \S.* get nothing from memory\.\n$/);
  await withClient(home, async ({ sessions }) => {
    for (const session of ['a', 'b'])
      await sessions.init({ contentSessionId: session, project: 'web', prompt: `Fix ${session}` });
  });
  expect((await run('keep', 'P1', 'P2')).out).toBe(
    'P2 does not replace P1. Undo: precis memory keep P1 P2 --undo\n',
  );
  expect((await run('keep', 'P1', 'P2', '--undo')).out).toBe('P2 may replace P1 again.\n');
  expect(await run('keep', 'P1')).toMatchObject({ code: 2, err: expect.stringContaining('No record') });
}, 120_000);

test('precis memory audit names what to do, reads other memories and changes only its own, when asked', async () => {
  const claude = join(home, '.claude');
  mkdirSync(join(claude, 'projects', 'web', 'memory'), { recursive: true });
  writeFileSync(join(claude, 'CLAUDE.md'), '- Use tabs\n- use tabs\n- API_KEY=hunter2hunter2\n');
  writeFileSync(join(claude, 'projects', 'web', 'memory', 'MEMORY.md'), 'Deploy by hand\n');
  mkdirSync(join(home, '.claude-mem'));
  const database = new DatabaseSync(join(home, '.claude-mem', 'claude-mem.db'));
  database.exec('create table observations (id integer primary key, title text, text text)');
  database.exec("insert into observations (title, text) values ('Login', 'fixed'), ('Login', 'fixed')");
  database.close();
  const before = readFileSync(join(claude, 'CLAUDE.md'), 'utf8');
  const run = (args: string[], input = '') => runInside(['memory', ...args], { home, input });
  await run(['save', 'Format SQL migrations by hand', '--project', 'web']);
  await run(['save', 'Always format the SQL migrations by hand', '--project', 'web']);
  await run(['save', 'Name branches after their issue', '--project', 'web']);
  const { out, err } = await run(['audit']);
  expect(err).toBe('');
  expect(out).toMatch(/^3 memories\. 0 sessions were given something\.\n/);
  expect(out).toMatch(
    /duplicate \(1\): Another memory says the same\. Delete one\.\n.*\n2 +web +M1: Format SQL migrations by hand +Always/,
  );
  expect(out).toMatch(/3 +1 +0 +1 +\d+ +\S+CLAUDE\.md\n/);
  expect(out).toMatch(/1 +0 +0 +0 +\d+ +\S+MEMORY\.md\n/);
  expect(out).toMatch(/2 +1 +0 +0 +\d+ +\S+claude-mem\.db\n/);
  expect(out).not.toContain('hunter2hunter2');
  const json = JSON.parse((await run(['audit', '--json'])).out);
  expect(json).toMatchObject({
    memories: 3,
    findings: [{ kind: 'duplicate', id: 2, because: 'M1: Format SQL migrations by hand' }],
  });
  expect((await run(['audit', '--fix'], 'n\n')).out).not.toContain('Deleted');
  expect((await run(['audit', '--fix'], 'y\n')).out).toMatch(
    /Deleted\. Undo: precis memory remove 2 --undo\n$/,
  );
  expect((await run(['audit'])).out).toContain('Nothing to fix.');
  expect((await run(['remove', '2', '--undo'])).code).toBe(0);
  expect((await runCli(['memory', 'audit', '--fix'], { home, input: 'yes\n' })).out).toContain('Deleted.');
  expect(readFileSync(join(claude, 'CLAUDE.md'), 'utf8')).toBe(before);
}, 120_000);
