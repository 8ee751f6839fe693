import { createHash, hash, randomUUID } from 'node:crypto';
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

/** Encoding and hashing this many characters takes a few milliseconds. */
const pieceCharacters = 250_000;

/**
 * Hashes a text of any size. Encoding 12 million Chinese characters takes 0.2 s, and hashing them takes as long. Both
 * are done in pieces, so that other requests get a turn in between.
 */
export async function hashLargeText(text: string): Promise<string> {
  if (text.length <= pieceCharacters) return hashText(text);
  const digest = createHash('sha256');
  for (let at = 0; at < text.length; ) {
    await nextTurn();
    const end = endOfPiece(text, at);
    digest.update(text.slice(at, end));
    at = end;
  }
  return digest.digest('hex');
}

/**
 * Returns the end of a piece, never between the two halves of a character. Each half alone would be encoded as
 * another character.
 */
function endOfPiece(text: string, at: number): number {
  const end = at + pieceCharacters;
  const isSplit = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return isSplit ? end + 1 : end;
}

export function describeWorker(): EnginePorts['worker'] {
  return { id: randomUUID(), host: hostname(), pid: process.pid };
}

/** Checks whether a worker's process is alive, on this machine only. */
export const isAlive: EnginePorts['isAlive'] = (worker) => {
  if (worker.host !== hostname()) return null;
  if (worker.pid === process.pid) {
    // A container's first process has the same number after every restart. A worker older than this process is
    // therefore dead.
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
