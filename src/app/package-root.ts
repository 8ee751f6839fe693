import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with the manifest, either the checkout or the installed package whose code is bundled under dist/. */
export const packageRoot: string = findRoot(import.meta.dirname);

/**
 * Finds a file that is shipped with the code. It is under src/ or dist/ in the checkout, and under dist/ in the
 * package.
 */
export function findShipped(...candidates: string[]): string | null {
  return candidates.map((path) => join(packageRoot, path)).find((path) => existsSync(path)) ?? null;
}

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('package.json not found');
  return findRoot(parent);
}
