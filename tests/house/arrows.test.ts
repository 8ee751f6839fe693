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
const config: { jsPlugins: string[]; overrides: { files: string[] }[] } = JSON.parse(
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

const lookups = [
  'const table: Record<string, number> = {};\nexport const read = (name: string) => table[name];',
  'export const read = (table: Readonly<Record<string, number>>, name: string) => table[name];',
  'export const read = (table: { [name: string]: number }, name: string) => (table[name] ??= 1);',
  'const table = Object.fromEntries([["a", 1]]);\nexport const read = (name: string) => table[name];',
  'type Table = Record<string, number>;\nexport const read = (table: Table, name: string) => table[name];',
  'interface Given { table: Record<string, number> }\nexport const read = (given: Given, name: string) => given.table[name];',
  'export const read = ({ table }: { table: Record<string, number> }, name: string) => table[name];',
  'export const read = (given: { a: { b: Readonly<Record<string, number>> } }, name: string) => given.a.b[name];',
  "import { table } from '#text/table.ts';\nexport const read = (name: string) => table[name];",
  "import { made } from './table.ts';\nexport const read = (name: string) => made[name];",
];
const knownNames = [
  'const table = { a: 1, b: 2 };\nexport const read = (name: "a" | "b") => table[name];',
  'const table: Record<string, number> = {};\nexport const read = () => table["a"];',
  'const table = new Map<string, number>();\nexport const read = (name: string) => table.get(name);',
  'export const read = (list: readonly number[], at: number) => list[at];',
  'const table = Object.fromEntries([]) as Record<"a" | "b", number>;\nexport const read = (name: "a" | "b") => table[name];',
  'interface Given { list: number[] }\nexport const read = (given: Given, at: number) => given.list[at];',
  'const table = { a: 1 } as const satisfies Record<string, number>;\nexport const read = (name: "a") => table[name];',
  'export const read = (table: Record<string, number>, name: string) => (Object.hasOwn(table, name) ? table[name] : 0);',
  "import { cast } from '#text/table.ts';\nexport const read = (name: 'a') => cast[name];",
  "import { known } from '#text/table.ts';\nexport const read = (name: 'a') => known[name];",
];
/** The file that the planted files import. */
const tables = [
  'export const table: Readonly<Record<string, number>> = { a: 1 };',
  'export const made = Object.fromEntries([["a", 1]]);',
  'export const known = { a: 1 };',
  'export const cast = Object.fromEntries([["a", 1]]) as Record<"a", number>;',
].join('\n');

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

describe('rules of the linter', () => {
  const looked = [...lookups, ...knownNames].map((code) => ['text', code] as const);
  const planted = [...refused, ...allowed, ...sealed, ...looked].map(([room, code], index) => ({
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
    for (const plugin of config.jsPlugins) {
      mkdirSync(dirname(join(copy, plugin)), { recursive: true });
      copyFileSync(join(root, plugin), join(copy, plugin));
    }
    const imported = { path: 'src/text/table.ts', code: tables };
    const circular = Object.entries(circle).map(([path, code]) => ({ path, code }));
    for (const { path, code } of [...planted, imported, ...circular]) {
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

  test.each(lookups)('a name that is not known is not looked up in an object: %s', (code) => {
    expect(rulesBroken('text', code)).toContain('no-untrusted-lookup');
  });

  test.each(knownNames)('a name that is known, a place or a Map may be looked up: %s', (code) => {
    expect(rulesBroken('text', code)).not.toContain('no-untrusted-lookup');
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
    // The linter exits with 1 if it found something.
    return JSON.parse(String((error as { stdout?: unknown }).stdout)).diagnostics;
  }
}
