import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..', '..', 'src');
const most = 25;

test(`no folder holds more than ${most} files directly`, () => {
  const folders = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath }) => parentPath.slice(src.length));
  const counts = Map.groupBy(folders, (folder) => folder);
  expect([...counts].filter(([, files]) => files.length > most).map(([folder]) => folder)).toEqual([]);
});
