import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const config: { overrides: { files: string[] }[] } = JSON.parse(
  readFileSync(join(root, '.oxlintrc.json'), 'utf8'),
);

const refused = [
  ['schema', "import '#text/language/language.ts';"],
  ['text', "import 'node:fs';"],
  ['text', "import '#engine/ports.ts';"],
  ['memory', "import '#models/create-models.ts';"],
  ['engine', "import '#store/open-store.ts';"],
  ['engine', "import '../store/open-store.ts';"],
  ['engine', "import 'node:fs/promises';"],
  ['templates', "import '#engine/ports.ts';"],
  ['store', "import '#engine/create-engine.ts';"],
  ['models', "import '#engine/create-engine.ts';"],
  ['sources/entry', "import '#sources/thread/create-spaces.ts';"],
  ['sources/thread', "import '#sources/session/create-sessions.ts';"],
  ['sources/conversation', "import '#sources/thread/create-spaces.ts';"],
  ['sources/session', "import '#sources/library/search-library.ts';"],
  ['sources/library', "import '#sources/entry/create-reader.ts';"],
  ['sources/library', "import '#store/store.ts';"],
  ['client', "import '#server/create-server.ts';"],
  ['web', "import '#server/problem.ts';"],
  ['web/spaces', "import '#web/reader/place.ts';"],
  ['web/controls', "import '#web/reader/place.ts';"],
  ['cli', "import '#store/open-store.ts';"],
  ['server', "import '#store/open-store.ts';"],
  ['mcp', "import '#store/open-store.ts';"],
  ['adapters', "import '#engine/ports.ts';"],
  ['plugin', "import '#app/read-config.ts';"],
  ['plugin', "import 'zod';"],
] as const;

const allowed = [
  ['engine', "import '#schema/runs/run.ts';"],
  ['store', "import '#engine/ports.ts';"],
  ['sources/library', "import '#sources/entry/ports.ts';"],
  ['cli', "import '#client/create-client.ts';"],
  ['models', "import 'node:fs/promises';"],
  ['web/spaces', "import '#web/controls/button.tsx';"],
  ['web/shell', "import '#web/search/search-dialog.tsx';"],
] as const;

const sealed = ['text', 'memory', 'engine'].flatMap(
  (room) =>
    [
      [room, 'export const now = Date.now();'],
      [room, 'export const path = process.env.PATH;'],
    ] as const,
);

const circle = {
  'src/text/value-one.ts': "import { two } from '#text/value-two.ts';\nexport const one = () => two;",
  'src/text/value-two.ts': "import { one } from './value-one.ts';\nexport const two = () => one;",
  'src/text/type-one.ts': "import type { Two } from '#text/type-two.ts';\nexport type One = Two | null;",
  'src/text/type-two.ts': "import type { One } from './type-one.ts';\nexport type Two = One[];",
};

interface Diagnostic {
  filename: string;
  code: string;
}

describe('import rules between modules', () => {
  const planted = [...refused, ...allowed, ...sealed].map(([room, code], index) => ({
    room,
    code,
    path: `src/${room}/planted-${index}.ts`,
  }));
  let copy: string;
  let found: Diagnostic[];

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'precis-arrows-'));
    // The import rules need no types, and the copy has no type checker.
    writeFileSync(join(copy, '.oxlintrc.json'), JSON.stringify({ ...config, options: { typeAware: false } }));
    copyFileSync(join(root, 'package.json'), join(copy, 'package.json'));
    const circular = Object.entries(circle).map(([path, code]) => ({ path, code }));
    for (const { path, code } of [...planted, ...circular]) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), `${code}\n`);
    }
    found = lint(copy);
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }));

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

  test.each(Object.keys(circle))('%s may not be part of a circle', (path) => {
    const broken = found.filter(({ filename }) => filename === path).map(({ code }) => code);
    expect(broken).toContain('import(no-cycle)');
  });

  test('every module has import rules', () => {
    const named = config.overrides.flatMap((override) => override.files);
    const rooms = readdirSync(join(root, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'sources')
      .map((entry) => entry.name);
    const sources = readdirSync(join(root, 'src', 'sources')).map((name) => `sources/${name}`);
    for (const room of [...rooms, ...sources]) expect(named).toContain(`src/${room}/**/*.ts`);
  });
});

function lint(folder: string): Diagnostic[] {
  const oxlint = join(root, 'node_modules', '.bin', 'oxlint');
  try {
    return JSON.parse(execFileSync(oxlint, ['--format', 'json'], { cwd: folder, encoding: 'utf8' }))
      .diagnostics;
  } catch (error) {
    // It exits with 1 if it found something.
    return JSON.parse(String((error as { stdout?: unknown }).stdout)).diagnostics;
  }
}
