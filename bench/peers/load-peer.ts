import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder in which benches install the peers, which are measured and never shipped. */
export const peersDir = join(import.meta.dirname, '..', '..', '.tmp', 'peers');

/** Loads a peer. Peers have their own types or none, so the caller declares the part of the API that it uses. */
export async function loadPeer<T>(name: string): Promise<T> {
  const path = createRequire(join(peersDir, 'package.json')).resolve(name);
  return import(pathToFileURL(path).href) as Promise<T>;
}
