import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Line, readLines } from './read-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'precis-lines-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

async function read(text: string, isWhole: (text: string) => boolean = () => false): Promise<Line[]> {
  const path = join(folder, 'lines');
  writeFileSync(path, text);
  const handle = await open(path);
  try {
    return (await Array.fromAsync(readLines(handle, { maxBytes: 3_000_000, isWhole }))).flat();
  } finally {
    await handle.close();
  }
}

test('lines are whole across blocks, with where each ends in bytes', async () => {
  const texts = ['a', '', '渡轮'.repeat(400_000), 'b'.repeat(1_048_575), 'c'];
  const lines = await read(texts.map((text) => `${text}\n`).join(''));
  expect(lines.map(({ text }) => text)).toEqual(texts);
  const ends = texts.map((_, at) => Buffer.byteLength(texts.slice(0, at + 1).join('\n')) + 1);
  expect(lines.map(({ end }) => end)).toEqual(ends);
});

test('a line that is too long is passed over', async () => {
  const lines = await read(`a\n${'x'.repeat(3_000_001)}\nb\n${'x'.repeat(3_000_001)}`);
  expect(lines).toEqual([
    { text: 'a', end: 2 },
    { text: null, end: 3_000_004 },
    { text: 'b', end: 3_000_006 },
  ]);
});

test('a last line without its end counts only if it is whole', async () => {
  expect(await read('a\n{"b"')).toEqual([{ text: 'a', end: 2 }]);
  const whole = await read('a\n{}', (text) => text === '{}');
  expect(whole).toEqual([
    { text: 'a', end: 2 },
    { text: '{}', end: 4 },
  ]);
  expect(await read('')).toEqual([]);
});
