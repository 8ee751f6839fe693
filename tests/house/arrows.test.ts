import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

const refused = [
  ['schema', "import '#text/language.ts';"],
  ['text', "import 'node:fs';"],
  ['text', "import '#engine/ports.ts';"],
  ['memory', "import '#models/create-models.ts';"],
  ['engine', "import '#store/open-store.ts';"],
  ['engine', "import '../store/open-store.ts';"],
  ['engine', "import 'node:fs/promises';"],
  ['templates', "import '#engine/ports.ts';"],
  ['store', "import '#engine/create-engine.ts';"],
  ['models', "import '#engine/create-engine.ts';"],
  ['sources/entry', "import '#sources/text/summarize-text.ts';"],
  ['sources/thread', "import '#sources/session/create-sessions.ts';"],
  ['sources/conversation', "import '#sources/thread/create-spaces.ts';"],
  ['client', "import '#server/create-server.ts';"],
  ['web', "import '#server/problem.ts';"],
  ['cli', "import '#store/open-store.ts';"],
  ['server', "import '#store/open-store.ts';"],
  ['mcp', "import '#store/open-store.ts';"],
  ['adapters', "import '#engine/ports.ts';"],
  ['plugin', "import '#app/read-config.ts';"],
  ['plugin', "import 'zod';"],
] as const;

const allowed = [
  ['engine', "import '#schema/run.ts';"],
  ['store', "import '#engine/ports.ts';"],
  ['cli', "import '#client/create-client.ts';"],
  ['models', "import 'node:fs/promises';"],
] as const;

const sealed = ['text', 'memory', 'engine'].flatMap(
  (room) =>
    [
      [room, 'export const now = Date.now();'],
      [room, 'export const path = process.env.PATH;'],
    ] as const,
);

interface Diagnostic {
  filename: string;
  code: string;
}

describe('the arrows between rooms', () => {
  const planted = [...refused, ...allowed, ...sealed].map(([room, code], index) => ({
    room,
    code,
    path: `src/${room}/planted-${index}.ts`,
  }));
  let found: Diagnostic[];

  beforeAll(() => {
    for (const { path, code } of planted) writeFileSync(join(root, path), `${code}\n`);
    found = lint(planted.map(({ path }) => path));
  }, 60_000);
  afterAll(() => {
    for (const { path } of planted) rmSync(join(root, path), { force: true });
  });

  function rulesBroken(room: string, code: string): string {
    const path = planted.find((each) => each.room === room && each.code === code)?.path;
    return found
      .filter(({ filename }) => filename === path)
      .map((each) => each.code)
      .join(' ');
  }

  test.each(refused)('%s refuses %s', (room, code) => {
    expect(rulesBroken(room, code)).toContain('no-restricted-imports');
  });

  test.each(allowed)('%s may use %s', (room, code) => {
    expect(rulesBroken(room, code)).not.toContain('no-restricted-imports');
  });

  test.each(sealed)('%s has no %s', (room, code) => {
    expect(rulesBroken(room, code)).toContain('no-restricted-globals');
  });

  test('every room has its arrows', () => {
    const config: { overrides: { files: string[] }[] } = JSON.parse(
      readFileSync(join(root, '.oxlintrc.json'), 'utf8'),
    );
    const named = config.overrides.flatMap((override) => override.files);
    const rooms = readdirSync(join(root, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'sources')
      .map((entry) => entry.name);
    const sources = readdirSync(join(root, 'src', 'sources')).map((name) => `sources/${name}`);
    for (const room of [...rooms, ...sources]) expect(named).toContain(`src/${room}/**/*.ts`);
  });
});

/** One call for all files: most of its time is the start of the type checker. */
function lint(paths: string[]): Diagnostic[] {
  return JSON.parse(run(['--format', 'json', ...paths])).diagnostics;
}

function run(args: string[]): string {
  try {
    return execFileSync(join(root, 'node_modules', '.bin', 'oxlint'), args, { cwd: root, encoding: 'utf8' });
  } catch (error) {
    // It ends with 1 where it found something.
    return String((error as { stdout?: unknown }).stdout);
  }
}
