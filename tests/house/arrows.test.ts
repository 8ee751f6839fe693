import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const planted: string[] = [];

afterAll(() => {
  for (const file of planted) rmSync(file, { force: true });
});

/** Lints a file planted in a room and answers the rules it breaks. */
function lintPlanted(room: string, code: string): string {
  const file = join(root, 'src', room, `planted-${planted.length}.ts`);
  mkdirSync(dirname(file), { recursive: true });
  planted.push(file);
  writeFileSync(file, code);
  try {
    return execFileSync(join(root, 'node_modules', '.bin', 'oxlint'), [file], {
      cwd: root,
      encoding: 'utf8',
    });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  } finally {
    rmSync(file, { force: true });
  }
}

describe('the arrows between rooms', () => {
  test.each([
    ['schema', "import '#text/language.ts';"],
    ['text', "import 'node:fs';"],
    ['text', "import '#engine/ports.ts';"],
    ['engine', "import '#store/open-store.ts';"],
    ['engine', "import '../store/open-store.ts';"],
    ['engine', "import 'node:fs/promises';"],
    ['templates', "import '#engine/ports.ts';"],
    ['store', "import '#engine/create-engine.ts';"],
    ['models', "import '#engine/create-engine.ts';"],
    ['sources/entry', "import '#sources/text/summarize-text.ts';"],
    ['client', "import '#server/create-server.ts';"],
    ['web', "import '#server/problem.ts';"],
    ['cli', "import '#store/open-store.ts';"],
    ['server', "import '#store/open-store.ts';"],
    ['plugin', "import '#app/read-config.ts';"],
    ['plugin', "import 'zod';"],
  ])('%s refuses %s', (room, code) => {
    expect(lintPlanted(room, code)).toContain('no-restricted-imports');
  });

  test.each([
    ['engine', "import '#schema/run.ts';"],
    ['store', "import '#engine/ports.ts';"],
    ['cli', "import '#client/create-client.ts';"],
    ['models', "import 'node:fs/promises';"],
  ])('%s may use %s', (room, code) => {
    expect(lintPlanted(room, code)).not.toContain('no-restricted-imports');
  });

  test.each(['text', 'memory', 'engine'])('%s reads no clock and no environment', (room) => {
    expect(lintPlanted(room, 'export const now = Date.now();')).toContain('no-restricted-globals');
    expect(lintPlanted(room, 'export const path = process.env.PATH;')).toContain('no-restricted-globals');
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
