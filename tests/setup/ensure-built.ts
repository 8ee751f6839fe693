import { execFileSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { program } from './program.ts';

const root = join(import.meta.dirname, '..', '..');
let isKnownToBeBuilt = false;

/** Builds what tests and benches start in processes of their own, if a source file is newer than the last build. */
export function ensureBuilt(): void {
  if (isKnownToBeBuilt || isBuilt()) {
    isKnownToBeBuilt = true;
    return;
  }
  console.error('Building Precis …');
  execFileSync('npm', ['run', '-s', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // Vitest sets this to “test”, which would bundle React’s development version: twice the size, and slower.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  isKnownToBeBuilt = true;
}

function isBuilt(): boolean {
  const bundle = join(program, '..', '..', 'dist', 'precis.js');
  const builtAt = statSync(bundle, { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) return false;
  const sources = globSync(['src/**/*.*', 'publish/**/*.*', 'config/**/*.*', 'package-lock.json'], {
    cwd: root,
  });
  return sources.every((file) => file.includes('.test.') || statSync(join(root, file)).mtimeMs <= builtAt);
}
