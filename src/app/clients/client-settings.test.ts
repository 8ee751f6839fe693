import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageRoot } from '#app/package-root.ts';
import { readConfig } from '#app/read-config.ts';
import {
  checkHooks,
  findConnectedAt,
  findInstalled,
  installHooks,
  uninstallHooks,
} from './client-settings.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'precis-settings-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));
const placeOf = (client: 'claude-code' | 'codex') => ({
  client,
  config: readConfig({ HOME: home, PRECIS_HOME: join(home, 'precis') }),
  project: null,
});

test('the plugin for Claude Code has the hooks that the installation writes, and the version of the package', async () => {
  const env = { HOME: home, PRECIS_HOME: join(home, 'precis'), PRECIS_TOKEN: 'quay-4711-crane-on-rails' };
  await installHooks({ ...placeOf('claude-code'), config: readConfig(env) });
  const written = readJson(home, '.claude', 'settings.json').hooks;
  const shipped = readJson(packageRoot, 'publish', 'precis', 'claude-code', 'hooks', 'hooks.json').hooks;
  const [command] = written.SessionStart[0].hooks;
  expect(shipped.SessionStart).toEqual([
    { hooks: [{ ...command, command: 'precis', args: ['hook', 'claude-code'] }] },
  ]);
  expect({ ...shipped, SessionStart: written.SessionStart }).toEqual(written);
  const manifest = readJson(packageRoot, 'publish', 'precis', 'claude-code', '.claude-plugin', 'plugin.json');
  expect(manifest.version).toBe(readJson(packageRoot, 'publish', 'precis', 'package.json').version);
});

test('an installation is found again, and hooks of Codex wait for approval', async () => {
  const place = placeOf('codex');
  expect(await findInstalled(place)).toEqual([]);
  await installHooks(place);
  expect(await findInstalled(place)).toEqual([
    join(home, '.codex', 'hooks.json'),
    join(home, '.codex', 'config.toml'),
  ]);
  expect((await checkHooks(place))?.silent).toContain('PostToolUse');
  expect(Object.keys(readJson(home, '.codex', 'hooks.json'))).toEqual(['hooks']);
});

test('it is known since when a folder is connected, by its own hooks or those of all projects', async () => {
  const everywhere = placeOf('claude-code');
  const here = { ...everywhere, project: join(home, 'harbour') };
  expect(await findConnectedAt(here)).toBeNull();
  const before = Date.now() - 1000;
  await installHooks(here);
  expect(await findConnectedAt(here)).toBeGreaterThan(before);
  expect(await findConnectedAt({ ...everywhere, project: join(home, 'other') })).toBeNull();
  await installHooks(everywhere);
  await uninstallHooks(here);
  expect(await findConnectedAt(here)).toBeGreaterThan(before);
});
