import { expect } from 'vitest';
import { soon } from './soon.ts';

/** Returns the value once it no longer changes. */
export async function settled(read: () => Promise<number>): Promise<number> {
  let last = Number.NaN;
  const isSame = async () => {
    const before = last;
    last = await read();
    return last === before;
  };
  await expect.poll(isSame, soon).toBe(true);
  return last;
}
