import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packageRoot } from '#app/package-root.ts';
import { readConfig } from '#app/read-config.ts';
import {
  type ClientPlace,
  checkHooks,
  findConnectedAt,
  findInstalled,
  findServer,
  noteFor,
  planInstall,
  planUninstall,
} from './client-settings.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'precis-settings-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));
async function install(place: ClientPlace): Promise<void> {
  for (const change of await planInstall(place)) await change.apply();
}
async function uninstall(place: ClientPlace): Promise<string[]> {
  const changes = await planUninstall(place);
  for (const change of changes) await change.apply();
  return changes.map(({ outcome }) => outcome);
}
const placeOf = (client: 'claude-code' | 'codex') => ({
  client,
  config: readConfig({ HOME: home, PRECIS_HOME: join(home, 'precis') }),
  project: null,
});

test('the plugin for Claude Code has the hooks that the installation writes, and the version of the package', async () => {
  const env = { HOME: home, PRECIS_HOME: join(home, 'precis'), PRECIS_TOKEN: 'quay-4711-crane-on-rails' };
  await install({ ...placeOf('claude-code'), config: readConfig(env) });
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
  await install(place);
  expect(await findInstalled(place)).toEqual([
    { file: join(home, '.codex', 'hooks.json'), entries: ['hooks'] },
    { file: join(home, '.codex', 'config.toml'), entries: ['notify', 'MCP server'] },
  ]);
  expect((await checkHooks(place))?.silent).toContain('PostToolUse');
  expect(Object.keys(readJson(home, '.codex', 'hooks.json'))).toEqual(['hooks']);
});

test('it is known since when a folder is connected, by its own hooks or those of all projects', async () => {
  const everywhere = placeOf('claude-code');
  const here = { ...everywhere, project: join(home, 'harbour') };
  expect(await findConnectedAt(here)).toBeNull();
  const before = Date.now() - 1000;
  await install(here);
  expect(await findConnectedAt(here)).toBeGreaterThan(before);
  expect(await findConnectedAt({ ...everywhere, project: join(home, 'other') })).toBeNull();
  await install(everywhere);
  await uninstall(here);
  expect(await findConnectedAt(here)).toBeGreaterThan(before);
});

describe('the MCP server', () => {
  const toml = () => join(home, '.codex', 'config.toml');
  const claudeJson = () => join(home, '.claude.json');

  test('is added for Claude Code, keeps what the user adds to it, and nothing else is removed', async () => {
    const place = placeOf('claude-code');
    const other = { type: 'stdio', command: 'echo', args: [] };
    const before = `${JSON.stringify({ oauth: 'hunter2', mcpServers: { other } }, null, 2)}\n`;
    writeFileSync(claudeJson(), before);
    await install(place);
    const written = readJson(claudeJson());
    expect(written).toMatchObject({ oauth: 'hunter2', mcpServers: { other } });
    const { precis } = written.mcpServers;
    expect(precis).toMatchObject({ type: 'stdio', args: [expect.stringContaining('precis.cjs'), 'mcp'] });
    expect(await findServer(place)).toEqual({ file: claudeJson(), state: 'own' });
    // The file has keys of the user, of which Precis keeps no copy.
    const copies = readdirSync(join(home, 'precis', 'clients'));
    expect(copies).toHaveLength(1);

    const edited = {
      ...written,
      mcpServers: { ...written.mcpServers, precis: { ...precis, env: { A: 'b' } } },
    };
    writeFileSync(claudeJson(), JSON.stringify(edited, null, 2));
    expect((await planInstall(place)).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    writeFileSync(claudeJson(), `${JSON.stringify(written, null, 2)}\n`);
    expect(await uninstall(place)).toEqual(['restored', 'edited']);
    expect(readFileSync(claudeJson(), 'utf8')).toBe(before);
    await install(place);
    writeFileSync(claudeJson(), JSON.stringify({ mcpServers: { precis } }));
    await uninstall(place);
    expect(existsSync(claudeJson())).toBe(false);
  });

  test('of one project is the user’s own, under the root of the repository', async () => {
    const root = join(home, 'harbour');
    mkdirSync(join(root, '.git'), { recursive: true });
    mkdirSync(join(root, 'src'));
    const place = { ...placeOf('claude-code'), project: join(root, 'src') };
    await install(place);
    const { mcpServers, projects } = readJson(claudeJson());
    expect(mcpServers).toBeUndefined();
    expect(projects[root].mcpServers.precis).toMatchObject({ type: 'stdio' });
    expect(await findServer(placeOf('claude-code'))).toMatchObject({ state: 'none' });
    await uninstall(place);
    expect(readJson(claudeJson())).toEqual({ projects: { [root]: { mcpServers: {} } } });
  });

  test('is in the folder that CLAUDE_CONFIG_DIR names', async () => {
    const env = { HOME: home, PRECIS_HOME: join(home, 'precis'), CLAUDE_CONFIG_DIR: join(home, 'cc') };
    await install({ ...placeOf('claude-code'), config: readConfig(env) });
    expect(readJson(home, 'cc', '.claude.json').mcpServers).toHaveProperty('precis');
  });

  test('is added for Codex after the user’s tables, and goes without a trace', async () => {
    const place = placeOf('codex');
    const before = 'model = "x"\n\n[mcp_servers.other]\ncommand = "echo"\n';
    mkdirSync(join(home, '.codex'));
    writeFileSync(toml(), before);
    await install(place);
    expect(readFileSync(toml(), 'utf8')).toMatch(
      /^notify = .*\nmodel = "x"\n\n\[mcp_servers\.other\]\n.*\n\n\[mcp_servers\.precis\]\ncommand = ".*"\nargs = \[".*precis\.cjs", "mcp"\]\nenv_vars = /,
    );
    expect((await planInstall(place)).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    // Codex itself writes below.
    const own =
      '\n[mcp_servers.precis.tools.memory_save]\napproval_mode = "approve"\n\n[projects."/x"]\ntrust_level = "trusted"\n';
    appendFileSync(toml(), own);
    expect((await planInstall(place)).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    expect(await uninstall(place)).toEqual(['restored', 'edited']);
    expect(readFileSync(toml(), 'utf8')).toBe(`${before}\n[projects."/x"]\ntrust_level = "trusted"\n`);
  });

  test.each(['claude-code', 'codex'] as const)(
    'of that name that is not ours stays, for %s',
    async (client) => {
      const place = placeOf(client);
      mkdirSync(join(home, '.codex'));
      writeFileSync(claudeJson(), '{"mcpServers":{"precis":{"command":"mine"}}}');
      writeFileSync(toml(), 'notify = ["mine"]\n[mcp_servers.precis]\ncommand = "mine"\n');
      const texts = () => [claudeJson(), toml()].map((file) => readFileSync(file, 'utf8'));
      const before = texts();
      await install(place);
      expect(texts()).toEqual(before);
      expect(await findServer(place)).toMatchObject({ state: 'other' });
      await uninstall(place);
      expect(texts()).toEqual(before);
    },
  );

  test('of an earlier version is replaced', async () => {
    mkdirSync(join(home, '.codex'));
    writeFileSync(
      toml(),
      '[mcp_servers."precis"]\ncommand = "/old/precis.cjs"\nargs = ["mcp"]\n[tui]\na = 1\n',
    );
    await install(placeOf('codex'));
    expect(readFileSync(toml(), 'utf8')).not.toContain('/old');
    await uninstall(placeOf('codex'));
    expect(readFileSync(toml(), 'utf8')).toBe('[tui]\na = 1\n');
  });
});

test.each([
  ['model = "x', 'is not valid TOML, see line 1'],
  ['mcp_servers = { other = { command = "x" } }', 'is not valid TOML'],
  [
    '[mcp_servers]\nprecis = { command = "/old/precis.cjs", args = ["mcp"] }',
    'in a form that Precis cannot change',
  ],
])('settings of Codex that would be broken stop the whole installation: %s', async (text, reason) => {
  mkdirSync(join(home, '.codex'));
  writeFileSync(join(home, '.codex', 'config.toml'), text);
  await expect(planInstall(placeOf('codex'))).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(reason),
  });
  expect(readdirSync(join(home, '.codex'))).toEqual(['config.toml']);
  expect(readdirSync(home)).toEqual(['.codex']);
});

test('what to do after the installation says whether Codex calls Precis without approval', async () => {
  const place = placeOf('codex');
  await install(place);
  expect(await noteFor(place)).toContain('records prompts and answers at the end of each turn');
  await uninstall(place);
  writeFileSync(join(home, '.codex', 'config.toml'), 'notify = ["say", "done"]\n');
  await install(place);
  expect(await noteFor(place)).toContain('Until then, Precis records nothing');
});
