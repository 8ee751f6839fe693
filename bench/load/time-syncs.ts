import { open } from 'node:fs/promises';
import { join } from 'node:path';

const everyMs = 5;
const page = Buffer.alloc(4096, 1);

/**
 * Measures how long the disk alone takes to keep 4 kB, at most two hundred times a second. No store can answer
 * sooner.
 */
export async function timeSyncs(folder: string, count: number): Promise<number[]> {
  const file = await open(join(folder, 'syncs'), 'a');
  const took: number[] = [];
  try {
    while (took.length < count) {
      const before = performance.now();
      await file.write(page);
      await file.datasync();
      const ms = performance.now() - before;
      took.push(ms);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - ms)));
    }
  } finally {
    await file.close();
  }
  return took;
}
