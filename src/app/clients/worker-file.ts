import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#app/read-config.ts';
import { readWorkerRecord, type WorkerRecord, workerFile } from '#plugin/delivery/find-worker.ts';
import { startingFile, startWorker } from '#plugin/delivery/start-worker.ts';
import { callWorker } from './call-worker.ts';
import { serverCommand } from './launcher.ts';

/** The time for an answer. A worker on this machine answers in a few milliseconds, unless it is just starting. */
const probeMs = 1000;
const pollMs = 50;

/**
 * Records where the server of a data folder listens. The file stays, so that the next client knows how to start the
 * server.
 */
export async function writeWorkerFile(home: string, url: string): Promise<void> {
  await writeRecord(home, { url: reachable(url), pid: process.pid });
  await rm(startingFile(home), { force: true });
}

/** Records how to start the server, for a plugin that has only the record. The server itself may never have run. */
export async function writeStartCommand({ home, port }: Config): Promise<void> {
  const { url, pid } = readWorkerRecord(home) ?? { url: `http://127.0.0.1:${port}`, pid: null };
  await writeRecord(home, { url, pid });
}

async function writeRecord(home: string, place: Omit<WorkerRecord, 'command'>): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const temporary = `${workerFile(home)}.${process.pid}`;
  await writeFile(temporary, JSON.stringify({ ...place, command: serverCommand() }), { mode: 0o600 });
  await rename(temporary, workerFile(home));
}

/** Returns the recorded address or the usual one, whichever answers. Returns null if neither does. */
export async function findWorker(home: string, usual: string): Promise<string | null> {
  const recorded = readWorkerRecord(home)?.url;
  for (const url of new Set([recorded ?? usual, usual])) if (await answers(url)) return url;
  return null;
}

/** Finds the worker, starts it if needed, and waits for it at most for the given time. */
export async function reachWorker(
  { home, env }: Config,
  { url, waitMs }: { url: string; waitMs: number },
): Promise<string | null> {
  const found = await findWorker(home, url);
  if (found !== null || env.PRECIS_AUTOSTART === 'off') return found;
  const isThere = async () => (await findWorker(home, url)) !== null;
  await startWorker({ home, env, command: serverCommand(), isThere });
  for (const until = performance.now() + waitMs; performance.now() < until; await delay(pollMs)) {
    const started = await findWorker(home, url);
    if (started !== null) return started;
  }
  return null;
}

async function answers(url: string): Promise<boolean> {
  try {
    // A server that requires a token answers with 401, which counts too.
    const { status } = await callWorker(`${url}/api/health`, { timeoutMs: probeMs });
    return status < 300 || status >= 400;
  } catch {
    return false;
  }
}

/** Returns a loopback address for a server that listens on every address. */
function reachable(url: string): string {
  return url
    .replace('//0.0.0.0:', '//127.0.0.1:')
    .replace('//[::]:', '//[::1]:')
    .replace(/(?<!\/)\/+$/, '');
}
