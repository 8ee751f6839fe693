import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';
/** The largest test run holds about 1 GB at once. Docker's default for this folder is 64 MB. */
const roomBytes = 3 * 2 ** 30;

/**
 * Returns the folder for test data that may be lost: in memory if there is room, and otherwise on the disk. In
 * memory, a PostgreSQL database is copied in a tenth of the time. Programs must not start from here, because the
 * folder may be `noexec`.
 */
export function scratchFolder(): string {
  return hasRoom() ? memoryFolder : tmpdir();
}

function hasRoom(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < 2 * roomBytes) return false;
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize > roomBytes;
  } catch {
    return false;
  }
}
