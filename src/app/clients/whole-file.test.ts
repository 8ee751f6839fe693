import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findTarget, findWritable, writeWhole } from './whole-file.ts';

let home: string;
let file: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'precis-whole-')));
  mkdirSync(join(home, 'claude'));
  file = join(home, 'claude', 'settings.json');
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

const write = async (text: string) => writeWhole(await findWritable(file), text, 0o644);

// Windows has no such modes and allows only few users to create links.
describe.skipIf(process.platform === 'win32')('a file of the user', () => {
  test('that is a link to a missing file stays a link, and the file is created', async () => {
    symlinkSync('../dotfiles.json', file);
    await write('{}');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(home, 'dotfiles.json'), 'utf8')).toBe('{}');
  });

  test('that is a link to a link to a missing file is created at the end', async () => {
    symlinkSync(join(home, 'second'), file);
    symlinkSync(join(home, 'third'), join(home, 'second'));
    await write('{}');
    expect(readFileSync(join(home, 'third'), 'utf8')).toBe('{}');
    expect(lstatSync(join(home, 'second')).isSymbolicLink()).toBe(true);
  });

  test('that is a link into a missing folder is refused with both names, and nothing is created', async () => {
    const target = join(home, 'gone', 'settings.json');
    symlinkSync(target, file);
    await expect(write('{}')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`${file} is a symbolic link to ${target}`),
    });
    expect(await findTarget(file)).toBe(target);
    expect(readdirSync(home)).toEqual(['claude']);
  });

  test('that is a link to itself is refused', async () => {
    symlinkSync(join(home, 'other'), file);
    symlinkSync(file, join(home, 'other'));
    await expect(write('{}')).rejects.toMatchObject({ code: 'conflict' });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
  });

  test('in a linked folder is written there', async () => {
    rmSync(join(home, 'claude'), { recursive: true });
    mkdirSync(join(home, 'real'));
    symlinkSync(join(home, 'real'), join(home, 'claude'));
    await write('{}');
    expect(readFileSync(join(home, 'real', 'settings.json'), 'utf8')).toBe('{}');
    expect(lstatSync(join(home, 'claude')).isSymbolicLink()).toBe(true);
  });

  test('in a folder that is a link to a missing one is refused with the link', async () => {
    const folder = join(home, 'claude');
    rmSync(folder, { recursive: true });
    symlinkSync(join(home, 'gone'), folder);
    for (const path of [file, join(folder, 'deep', 'settings.json')])
      await expect(findWritable(path)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(`${folder} is a symbolic link to ${join(home, 'gone')}`),
      });
    expect(readdirSync(home)).toEqual(['claude']);
  });

  test('in folders that do not exist is created with them', async () => {
    const deep = join(home, 'a', 'b', 'settings.json');
    await writeWhole(await findWritable(deep), '{}');
    expect(readFileSync(deep, 'utf8')).toBe('{}');
  });

  test('that is read-only is refused and left alone', async () => {
    writeFileSync(file, 'mine');
    chmodSync(file, 0o444);
    await expect(write('{}')).rejects.toMatchObject({ code: 'conflict' });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(join(home, 'claude'))).toEqual(['settings.json']);
  });

  test('that is a folder is refused', async () => {
    mkdirSync(file);
    await expect(write('{}')).rejects.toMatchObject({ code: 'conflict' });
  });

  test('that is new gets the mode that was asked for, and another keeps its own', async () => {
    await write('{}');
    expect(statSync(file).mode & 0o777).toBe(0o644);
    chmodSync(file, 0o640);
    await write('{ }');
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });
});
