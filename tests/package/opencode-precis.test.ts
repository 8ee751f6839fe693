import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

function readManifest(path: string): { version: string; dependencies?: object; peerDependencies?: object } {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

describe('the package opencode-precis, packed and installed into an empty project', () => {
  let project: string;
  let installed: string;

  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'precis-plugin-package-'));
    installed = join(project, 'node_modules', 'opencode-precis');
    const options = { cwd: project, stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'] };
    writeFileSync(join(project, 'package.json'), '{ "private": true }');
    const built = join(root, 'dist', 'packages', 'opencode-precis');
    execFileSync('npm', ['pack', built, '--pack-destination', project], options);
    const tarball = readdirSync(project).find((name) => name.endsWith('.tgz')) ?? '';
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--offline', join(project, tarball)], options);
  }, 180_000);
  afterAll(() => rmSync(project, { recursive: true, force: true, maxRetries: 5 }));

  test('has the version of the repository and depends on nothing', () => {
    const manifest = readManifest('publish/opencode-precis/package.json');
    expect(manifest.version).toBe(readManifest('package.json').version);
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.peerDependencies).toBeUndefined();
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'opencode-precis',
    ]);
  });

  test('is one small file that imports only what Node brings', () => {
    expect(readdirSync(installed).sort()).toEqual([
      'LICENSE',
      'README.md',
      'opencode-mem.js',
      'package.json',
    ]);
    const file = join(installed, 'opencode-mem.js');
    expect(statSync(file).size).toBeLessThan(120_000);
    const imports = readFileSync(file, 'utf8').matchAll(/^import .* from "([^"]+)"/gm);
    for (const [, name] of imports) expect(name).toMatch(/^node:/);
  });

  test('exports what OpenCode asks for, and nothing else', async () => {
    const module: Record<string, unknown> = await import(
      pathToFileURL(join(installed, 'opencode-mem.js')).href
    );
    expect(Object.keys(module)).toEqual(['default']);
    expect(module.default).toEqual({
      id: 'opencode-mem',
      server: expect.any(Function),
      setup: expect.any(Function),
    });
  });
});
