import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { identifyProject } from './project-identity.ts';

let home: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'precis-project-')));
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

function git(folder: string, ...command: string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...who, ...command], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function makeFolder(...path: string[]): string {
  const folder = join(home, ...path);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Makes a repository with a first commit of its own. */
function makeRepository(...path: string[]): { folder: string; root: string } {
  const folder = makeFolder(...path);
  git(folder, 'init', '-q');
  git(folder, 'commit', '-q', '--allow-empty', '-m', path.join(' '));
  return { folder, root: git(folder, 'rev-parse', 'HEAD') };
}

describe('the identity of a project', () => {
  test('is the remote, then the first commit, then the folder; credentials stay behind', async () => {
    const { folder, root } = makeRepository('api');
    git(folder, 'remote', 'add', 'upstream', 'https://example.com/other/api.git');
    git(folder, 'remote', 'add', 'origin', 'https://me:S3CRET@github.com/acme/api.git');
    git(folder, 'commit', '-q', '--allow-empty', '-m', 'second');
    expect(await identifyProject(makeFolder('api', 'src', 'deep'), 'deep')).toEqual({
      name: 'api',
      identities: ['remote:github.com/acme/api', `root:${root}`, `folder:${folder}`],
    });
  });

  test('of a linked worktree is that of its repository', async () => {
    const { folder } = makeRepository('api');
    git(folder, 'remote', 'add', 'origin', 'git@github.com:acme/api.git');
    git(folder, 'worktree', 'add', '-q', join(home, 'elsewhere', 'feature'), '-b', 'feature');
    const linked = await identifyProject(join(home, 'elsewhere', 'feature'), 'feature');
    expect(linked).toEqual(await identifyProject(folder, 'api'));
    expect(linked.name).toBe('api');
  });

  test('of a worktree of a bare repository has the name of that repository', async () => {
    const { folder } = makeRepository('source');
    git(home, 'clone', '-q', '--bare', folder, join(home, 'api.git'));
    git(join(home, 'api.git'), 'worktree', 'add', '-q', join(home, 'work'), '-b', 'work');
    const { name, identities } = await identifyProject(join(home, 'work'), 'work');
    expect(name).toBe('api');
    expect(identities[0]).toBe(`remote:${folder}`);
  });

  test('of two repositories with one name differs', async () => {
    const one = await identifyProject(makeRepository('a', 'api').folder, 'api');
    const other = await identifyProject(makeRepository('b', 'api').folder, 'api');
    expect([one.name, other.name]).toEqual(['api', 'api']);
    expect(one.identities.filter((identity) => other.identities.includes(identity))).toEqual([]);
  });

  test('without a commit, or with half a history, has no first commit', async () => {
    const empty = makeFolder('empty');
    git(empty, 'init', '-q');
    expect((await identifyProject(empty, 'empty')).identities).toEqual([`folder:${empty}`]);
    const { folder } = makeRepository('whole');
    git(folder, 'commit', '-q', '--allow-empty', '-m', 'second');
    git(home, 'clone', '-q', '--depth', '1', `file://${folder}`, join(home, 'shallow'));
    expect((await identifyProject(join(home, 'shallow'), 'shallow')).identities).toEqual([
      `remote:${folder}`,
      `folder:${join(home, 'shallow')}`,
    ]);
  });

  test('of a submodule is its own', async () => {
    const { folder: library } = makeRepository('library');
    const { folder } = makeRepository('app');
    git(folder, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library, 'lib');
    const { name, identities } = await identifyProject(join(folder, 'lib'), 'lib');
    expect(name).toBe('lib');
    expect(identities[0]).toBe(`remote:${library}`);
  });

  test('outside of git is the folder; a project that the user named has none', async () => {
    const plain = makeFolder('plain');
    expect(await identifyProject(plain, 'plain')).toEqual({ name: 'plain', identities: [`folder:${plain}`] });
    expect(await identifyProject(null, 'mine')).toEqual({ name: 'mine', identities: [] });
  });

  test.each([
    ['points nowhere', 'gitdir: ../gone'],
    ['is no file of git', 'hello'],
    ['is empty', ''],
  ])('with a .git that %s is never an error', async (_, content) => {
    const folder = makeFolder('odd');
    writeFileSync(join(folder, '.git'), content);
    const { name, identities } = await identifyProject(folder, 'odd');
    expect(name).toBe('odd');
    expect(identities.at(-1)).toBe(`folder:${folder}`);
  });
});
