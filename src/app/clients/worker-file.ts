import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJsonObject } from '#schema/parse-json.ts';

/** A worker on this machine answers in a few milliseconds, unless it is just starting. */
const probeMs = 1000;

function fileOf(home: string): string {
  return join(home, 'worker.json');
}

/** Records where the server of a data folder listens, for clients on the same machine. */
export async function writeWorkerFile(home: string, url: string): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const temporary = `${fileOf(home)}.${process.pid}`;
  await writeFile(temporary, JSON.stringify({ url: reachable(url), pid: process.pid }), { mode: 0o600 });
  await rename(temporary, fileOf(home));
}

/** Only this process's own: another server may have taken over. */
export async function removeWorkerFile(home: string): Promise<void> {
  const { pid } = await readWorkerFile(home);
  if (pid === process.pid) await rm(fileOf(home), { force: true });
}

/** The recorded address, or the one given, whichever answers; null: neither does. */
export async function findWorker(home: string, usual: string): Promise<string | null> {
  const { url: recorded } = await readWorkerFile(home);
  const urls = new Set([...(typeof recorded === 'string' ? [recorded] : []), usual]);
  for (const url of urls) if (await answers(url)) return url;
  return null;
}

async function answers(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeMs);
    // A server that requires a token answers too, with 401.
    const response = await fetch(`${url}/api/health`, { redirect: 'error', signal });
    await response.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

async function readWorkerFile(home: string): Promise<Record<string, unknown>> {
  return parseJsonObject(await readFile(fileOf(home), 'utf8').catch(() => '')) ?? {};
}

/** A server that listens on every address is reached over loopback. */
function reachable(url: string): string {
  return url
    .replace('//0.0.0.0:', '//127.0.0.1:')
    .replace('//[::]:', '//[::1]:')
    .replace(/(?<!\/)\/+$/, '');
}
