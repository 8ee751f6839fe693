import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';

/** The name of a file with events begins with the id of its process. */
export const spoolName = /^spool-(\d+)-[\w-]+\.jsonl$/;

/** Lists the files with events, of every process. */
export async function listSpools(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  return names
    .map((name) => basename(name))
    .filter((name) => spoolName.test(name))
    .sort();
}
