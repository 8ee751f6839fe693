import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where `compare-extract.ts` installs the peers: they are measured, never shipped. */
export const peersDir = join(import.meta.dirname, '..', '..', '.tmp', 'peers');

/** Peers have their own types or none, so the caller declares the part of the API it uses. */
export async function loadPeer<T>(name: string): Promise<T> {
  const path = createRequire(join(peersDir, 'package.json')).resolve(name);
  return import(pathToFileURL(path).href) as Promise<T>;
}
