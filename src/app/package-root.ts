import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with the manifest: the checkout, or the installed package whose code is bundled under dist/. */
export const packageRoot: string = findRoot(import.meta.dirname);

/** Files that are shipped beside the code: in the checkout under src/ and dist/, in the package under dist/. */
export function findShipped(...candidates: string[]): string | null {
  return candidates.map((path) => join(packageRoot, path)).find((path) => existsSync(path)) ?? null;
}

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('package.json not found');
  return findRoot(parent);
}
