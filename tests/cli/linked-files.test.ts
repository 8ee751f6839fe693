import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'precis-linked-'));
  mkdirSync(join(home, 'dotfiles'));
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

const call = (...args: string[]) =>
  runCli(args, { home, cwd: home, env: { PRECIS_PORT: '9', PRECIS_AUTOSTART: 'off' } });

function link(from: string, to: string): string {
  const path = join(home, ...from.split('/'));
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(to, path);
  return path;
}

// Windows lets only few users create links.
describe.skipIf(process.platform === 'win32')('files that the user keeps elsewhere', () => {
  test.each([
    [['clients', 'uninstall', 'opencode'], ['clients', 'install', 'opencode'], 'plugins/opencode-mem.js'],
    [['opencode', 'uninstall'], ['opencode', 'install'], 'plugins/opencode-mem.js'],
  ])('%j removes the plugin at the end of a link, and leaves the link', async (uninstall, install, name) => {
    const path = link(`.config/opencode/${name}`, join(home, 'dotfiles', 'plugin.js'));
    expect(await call(...install)).toMatchObject({ code: 0 });
    expect(readdirSync(join(home, 'dotfiles'))).toEqual(['plugin.js']);
    const { code, out } = await call(...uninstall);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Removed') });
    expect(readdirSync(join(home, 'dotfiles'))).toEqual([]);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
  });

  test.skipIf(process.platform === 'darwin')(
    'the service is removed at the end of a link, and the link stays',
    async () => {
      const path = link('.config/systemd/user/precis.service', join(home, 'dotfiles', 'precis.service'));
      expect(await call('service', 'install')).toMatchObject({ code: 0 });
      expect(readdirSync(join(home, 'dotfiles'))).toEqual(['precis.service']);
      expect((await call('service', 'uninstall')).out).toContain(`Removed ${path}`);
      expect(readdirSync(join(home, 'dotfiles'))).toEqual([]);
      expect(lstatSync(path).isSymbolicLink()).toBe(true);
      expect((await call('service', 'uninstall')).out).toContain('No service is installed');
    },
  );

  test.each([
    ['claude-code', '.claude'],
    ['codex', '.codex'],
    ['opencode', '.config/opencode'],
  ])('%s whose folder is a link to a missing one is refused with what to do', async (client, folder) => {
    const path = link(folder, join(home, 'gone'));
    const { code, err } = await call('clients', 'install', client);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`${path} is a symbolic link to`) });
    expect(err).toContain('Create the folder, or remove the link.');
    expect(err).not.toMatch(/ENOENT|\n\s+at /);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readdirSync(home)).not.toContain('gone');
  });
});
