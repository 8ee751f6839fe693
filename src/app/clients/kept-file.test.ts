import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HookEntries, putHooks, removeHooks } from './hook-entries.ts';
import { type KeptFile, planEntries, planRemoval } from './kept-file.ts';

let home: string;
let file: string;
let kept: KeptFile;
const entries: HookEntries = {
  Stop: [{ hooks: [{ type: 'http', url: 'http://127.0.0.1:1/api/hooks/claude-code/Stop' }] }],
  SessionStart: [
    { hooks: [{ type: 'command', command: '/n/node', args: ['/p/precis.cjs', 'hook', 'claude-code'] }] },
  ],
};
const client = 'claude-code';
async function install(): Promise<boolean> {
  const change = await planEntries(kept);
  await change.apply();
  return change.outcome === 'written';
}
async function remove(): Promise<string> {
  const change = await planRemoval(kept);
  await change.apply();
  return change.outcome;
}
const read = () => readFileSync(file, 'utf8');

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'precis-kept-'));
  file = join(home, 'claude', 'settings.json');
  mkdirSync(join(home, 'claude'));
  kept = {
    file,
    home,
    put: (text) => putHooks(text, { client, entries }),
    strip: (text) => removeHooks(text, client),
  };
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

describe('a settings file with entries of Precis', () => {
  test.each([
    [
      'odd spaces',
      '{ "model":"x",\n      "hooks": {"Stop": [ {"hooks":[{"type":"command","command":"say done"}]}]} }',
    ],
    ['tabs and Windows lines', '{\r\n\t"model": "x"\r\n}\r\n'],
    ['a byte order mark', '\uFEFF{"a":1}'],
    ['nothing in it', ''],
    ['no line end', '{}'],
  ])('is restored byte for byte, with %s', async (_, text) => {
    writeFileSync(file, text);
    expect(await install()).toBe(true);
    expect(JSON.parse(read().replace('\uFEFF', ''))).toMatchObject({
      hooks: { SessionStart: entries.SessionStart },
    });
    expect(await install()).toBe(false);
    expect(await remove()).toBe('restored');
    expect(read()).toBe(text);
    expect(readdirSync(join(home, 'clients'))).toEqual([]);
    expect(readdirSync(join(home, 'claude'))).toEqual(['settings.json']);
  });

  test('is deleted if it was not there', async () => {
    await install();
    expect(await remove()).toBe('restored');
    expect(readdirSync(join(home, 'claude'))).toEqual([]);
    expect(await remove()).toBe('absent');
  });

  test('that changed since loses only those entries', async () => {
    writeFileSync(
      file,
      '{\n    "model": "x",\n    "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "mine" }] }] }\n}\n',
    );
    await install();
    const settings = JSON.parse(read());
    settings.model = 'y';
    settings.hooks.Stop[1].hooks.push({ type: 'command', command: 'also mine' });
    writeFileSync(file, JSON.stringify(settings, null, 4));
    expect(await remove()).toBe('edited');
    expect(JSON.parse(read())).toEqual({
      model: 'y',
      hooks: {
        Stop: [
          { hooks: [{ type: 'command', command: 'mine' }] },
          { hooks: [{ type: 'command', command: 'also mine' }] },
        ],
      },
    });
    expect(read()).toContain('\n    "model"');
  });

  test('that was installed again after a change is restored to the change', async () => {
    writeFileSync(file, '{"a":1}');
    await install();
    writeFileSync(file, read().replace('"a": 1', '"a": 2'));
    expect(await install()).toBe(false);
    expect(await remove()).toBe('edited');
    expect(JSON.parse(read())).toEqual({ a: 2 });
  });

  // Windows has no such modes and allows only few users to create links.
  test.skipIf(process.platform === 'win32')('keeps its mode, and stays the link that it was', async () => {
    const real = join(home, 'dotfiles.json');
    writeFileSync(real, '{}');
    chmodSync(real, 0o640);
    symlinkSync(real, file);
    await install();
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    await remove();
    expect(readFileSync(real, 'utf8')).toBe('{}');
  });

  test.skipIf(process.platform === 'win32')('that is a link to a missing file stays a link', async () => {
    const real = join(home, 'dotfiles.json');
    symlinkSync(real, file);
    expect(await install()).toBe(true);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, 'utf8'))).toHaveProperty('hooks');
    expect(await remove()).toBe('restored');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readdirSync(home)).not.toContain('dotfiles.json');
  });

  test.each([['{ // comment\n}'], ['[]'], ['{"hooks": []}'], ['{"hooks": {"Stop": {}}}']])(
    'is refused and left alone if it is %s',
    async (text) => {
      writeFileSync(file, text);
      await expect(install()).rejects.toMatchObject({ code: 'conflict' });
      expect(read()).toBe(text);
    },
  );

  test('of which no copy may be kept loses only the entries, and is deleted if nothing else was in it', async () => {
    kept = { ...kept, isBusy: true };
    writeFileSync(file, '{\n  "token": "hunter2"\n}');
    await install();
    expect(readdirSync(home)).toEqual(['claude']);
    expect(await remove()).toBe('edited');
    expect(read()).toBe('{\n  "token": "hunter2"\n}');
    kept = { ...kept, strip: () => '' };
    await remove();
    expect(readdirSync(join(home, 'claude'))).toEqual([]);
  });

  test('is not changed by a plan, and the data folder is only the user’s', async () => {
    kept = { ...kept, home: join(home, 'deep', 'precis') };
    const change = await planEntries(kept);
    expect(change.outcome).toBe('written');
    expect(readdirSync(home)).toEqual(['claude']);
    expect(readdirSync(join(home, 'claude'))).toEqual([]);
    await change.apply();
    expect(statSync(kept.home).mode & 0o777).toBe(0o700);
  });

  test('of another encoding is refused and left alone', async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    writeFileSync(file, bytes);
    await expect(install()).rejects.toMatchObject({ code: 'conflict' });
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });
});
