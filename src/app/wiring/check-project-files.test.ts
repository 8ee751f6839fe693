import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkProjectFiles, readGuides } from './project-files.ts';

let home: string;
let root: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'precis-files-'));
  root = join(home, 'project');
  mkdirSync(join(root, 'src'), { recursive: true });
  writeFileSync(join(root, 'src', 'a.ts'), '');
  writeFileSync(join(home, 'outside.ts'), '');
});

afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

describe('files of a project', () => {
  test('are present or missing, as relative and as absolute paths', async () => {
    const paths = ['src/a.ts', './src/a.ts', 'src/', join(root, 'src/a.ts'), 'src/b.ts', 'lib/deep/c.ts'];
    expect(await checkProjectFiles([root], paths)).toEqual([
      'present',
      'present',
      'present',
      'present',
      'missing',
      'missing',
    ]);
  });

  test('are not looked for outside of the folder, by path or by link', async () => {
    symlinkSync(home, join(root, 'out'));
    symlinkSync(join(home, 'outside.ts'), join(root, 'link.ts'));
    const paths = ['../outside.ts', '../nothing.ts', join(home, 'outside.ts'), '~/x.ts'];
    const linked = ['out/outside.ts', 'out/nothing.ts', 'link.ts'];
    expect(new Set(await checkProjectFiles([root], [...paths, ...linked]))).toEqual(new Set(['unknown']));
  });

  test('are unknown where the folder is on another machine, and in the whole file system', async () => {
    expect(await checkProjectFiles([join(home, 'gone')], ['src/a.ts'])).toEqual(['unknown']);
    expect(await checkProjectFiles(['/'], ['etc'])).toEqual(['unknown']);
    expect(await checkProjectFiles([], ['src/a.ts'])).toEqual(['unknown']);
    expect(await checkProjectFiles([join(home, 'gone'), root], ['src/a.ts'])).toEqual(['present']);
    expect(await checkProjectFiles([join(root, 'src', 'a.ts')], ['x'])).toEqual(['unknown']);
    expect(await checkProjectFiles(['\0'], ['a\0b'])).toEqual(['unknown']);
  });
});

describe('what agents read in a project', () => {
  test('is read from its folder, each file once, and nothing through a link that leads out', async () => {
    writeFileSync(join(root, 'AGENTS.md'), 'Use tabs');
    symlinkSync('AGENTS.md', join(root, 'CLAUDE.md'));
    writeFileSync(join(home, 'secret.md'), 'Secret');
    symlinkSync(join(home, 'secret.md'), join(root, 'README.md'));
    expect(await readGuides([join(home, 'nowhere'), root])).toEqual([
      { name: 'AGENTS.md', text: 'Use tabs' },
    ]);
  });

  test('is nothing without a folder on this machine, or if a file is huge', async () => {
    writeFileSync(join(root, 'AGENTS.md'), 'x'.repeat(300_000));
    expect(await readGuides([root])).toEqual([]);
    expect(await readGuides([join(home, 'nowhere')])).toEqual([]);
  });
});
