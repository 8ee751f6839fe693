import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Log } from '#engine/ports.ts';
import { createImageFiles } from './wiring/open-reader.ts';

let home: string;
let warnings: string[];
const log = { warn: (_: object, words: string) => warnings.push(words) } as unknown as Log;
const key = (letter: string) => letter.repeat(64);
const picture = (bytes: number) => new Uint8Array(bytes).fill(7);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'precis-images-'));
  warnings = [];
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

const open = (maxBytes = 1000) => createImageFiles({ directory: join(home, 'images'), log, maxBytes });

test('a picture that was kept is there after a restart', async () => {
  await open().write(key('a'), picture(10));
  expect(await open().read(key('a'))).toEqual(picture(10));
  expect(await open().read(key('b'))).toBeNull();
  expect(readdirSync(join(home, 'images'))).toEqual([key('a')]);
});

test('when there is no room, the picture that was not used for longest goes', async () => {
  const files = open();
  for (const letter of ['a', 'b', 'c']) await files.write(key(letter), picture(400));
  expect(await files.read(key('a'))).toBeNull();
  await files.read(key('b'));
  await files.write(key('d'), picture(400));
  expect(readdirSync(join(home, 'images')).sort()).toEqual([key('b'), key('d')]);
});

test('a restart knows from the files which were used last', async () => {
  const files = open();
  for (const letter of ['a', 'b']) await files.write(key(letter), picture(400));
  utimesSync(join(home, 'images', key('a')), new Date(), new Date(Date.now() + 60_000));
  await open().write(key('c'), picture(400));
  expect(readdirSync(join(home, 'images')).sort()).toEqual([key('a'), key('c')]);
});

test('all can be cleared, and new ones are kept afterwards', async () => {
  const files = open();
  await files.write(key('a'), picture(1));
  expect(await files.count()).toBe(1);
  expect(await files.clear()).toBe(1);
  expect(await files.count()).toBe(0);
  await files.write(key('b'), picture(1));
  expect(await files.count()).toBe(1);
});

test('a folder that cannot be written is reported once and costs nothing else', async () => {
  writeFileSync(join(home, 'images'), 'a file stands in the way');
  const files = open();
  await files.write(key('a'), picture(1));
  await files.write(key('b'), picture(1));
  expect(await files.read(key('a'))).toBeNull();
  expect(warnings).toEqual(['images cannot be cached; they are fetched every time']);
});
