import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecretKey } from './load-secret-key.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'precis-key-'));
});
afterEach(() => rm(home, { recursive: true }));

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const load = (env: Record<string, string> = {}): ReturnType<typeof loadSecretKey> =>
  loadSecretKey({ home, env });

test('the key file is made once, for its owner only, and gives the same key again', async () => {
  const first = await load();
  const second = await load();
  expect(first.secretKey).toHaveLength(32);
  expect(hex(second.secretKey)).toBe(hex(first.secretKey));
  expect(await readdir(home)).toEqual(['secret.key']);
  expect((await stat(join(home, 'secret.key'))).mode & 0o777).toBe(0o600);
  expect([...first.warnings, ...second.warnings]).toEqual([]);
});

test('a home that is not there yet is made, for its owner only', async () => {
  const deep = join(home, 'a', 'b');
  await loadSecretKey({ home: deep, env: {} });
  expect((await stat(deep)).mode & 0o777).toBe(0o700);
});

test('many starts at once end with one key', async () => {
  const loaded = await Promise.all(Array.from({ length: 200 }, () => load()));
  expect(new Set(loaded.map((one) => hex(one.secretKey))).size).toBe(1);
  expect(await readdir(home)).toEqual(['secret.key']);
});

test('processes that start at once end with one key', async () => {
  const module = new URL('load-secret-key.ts', import.meta.url).href;
  const script = `import { loadSecretKey } from ${JSON.stringify(module)};
    const { secretKey } = await loadSecretKey({ home: ${JSON.stringify(home)}, env: {} });
    process.stdout.write(Buffer.from(secretKey).toString('hex'));`;
  const keys = await Promise.all([1, 2, 3].map(() => run(script)));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toHaveLength(64);
});

test('a file that others can read is closed to them, with a warning', async () => {
  const { secretKey } = await load();
  await chmod(join(home, 'secret.key'), 0o644);
  const again = await load();
  expect(hex(again.secretKey)).toBe(hex(secretKey));
  expect(again.warnings).toEqual([expect.stringContaining('was readable by other users (mode 644)')]);
  expect((await stat(join(home, 'secret.key'))).mode & 0o777).toBe(0o600);
});

test.each(['', 'not a key\n', 'precis-secret-key-1:short\n'])(
  'a garbled file %j is reported and left as it is',
  async (content) => {
    const path = join(home, 'secret.key');
    await writeFile(path, content, { mode: 0o600 });
    await expect(load()).rejects.toMatchObject({ code: 'key_unreadable' });
    expect(await readFile(path, 'utf8')).toBe(content);
  },
);

test('a directory in place of the file is reported', async () => {
  await loadSecretKey({ home: join(home, 'secret.key'), env: {} });
  await expect(load()).rejects.toMatchObject({ code: 'key_unreadable' });
});

test('PRECIS_SECRET_KEY gives the same key everywhere and needs no file', async () => {
  const one = await load({ PRECIS_SECRET_KEY: 'correct horse battery' });
  const same = await load({ PRECIS_SECRET_KEY: 'correct horse battery' });
  const other = await load({ PRECIS_SECRET_KEY: 'correct horse batterz' });
  expect(one.secretKey).toHaveLength(32);
  expect(hex(same.secretKey)).toBe(hex(one.secretKey));
  expect(hex(other.secretKey)).not.toBe(hex(one.secretKey));
  expect(await readdir(home)).toEqual([]);
});

test('a PRECIS_SECRET_KEY that is too short is refused', async () => {
  await expect(load({ PRECIS_SECRET_KEY: 'fifteen letters' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('16'),
  });
});

async function run(script: string): Promise<string> {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child, 'close');
  return output;
}
