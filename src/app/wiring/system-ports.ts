import { hash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock, EnginePorts } from '#engine/ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

export function hashText(text: string | Uint8Array): string {
  return hash('sha256', text);
}

/** Up to this many characters it takes less than a millisecond. */
const smallCharacters = 200_000;

/**
 * The same for a text of any size, a large one outside the event loop: hashing 12 million characters takes up to 0.2 s. To read such a text from its
 * request and to encode it each take 0.1 s; other requests get their turn in between.
 */
export async function hashLargeText(text: string): Promise<string> {
  if (text.length <= smallCharacters) return hashText(text);
  await nextTurn();
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex');
}

export function describeWorker(): EnginePorts['worker'] {
  return { id: randomUUID(), host: hostname(), pid: process.pid };
}

/** Checks whether a worker's process is alive, on this machine only. */
export const isAlive: EnginePorts['isAlive'] = (worker) => {
  if (worker.host !== hostname()) return null;
  if (worker.pid === process.pid) {
    // A container's first process has the same number after every restart: a worker older than this process is dead.
    const processStartedAt = Date.now() - process.uptime() * 1000;
    return worker.beatAt < processStartedAt ? false : null;
  }
  try {
    process.kill(worker.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
