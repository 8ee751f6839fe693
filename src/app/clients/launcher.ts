import { join } from 'node:path';
import { findShipped } from '#app/package-root.ts';

/**
 * How Node starts for a server. By itself V8 lets the heap of a busy server grow to twice what is used here: 500 instead of
 * 263 MB with 1,000 streams and 200 ingests a second.
 */
export const serverFlags = ['--max-semi-space-size=4', '--max-old-space-size=1024'];

/** The program as other programs call it, without arguments. */
export function launcherCommand(): string[] {
  return commandOf([]);
}

/** The same for `serve`. */
export function serverCommand(): string[] {
  return commandOf(serverFlags);
}

function commandOf(flags: readonly string[]): string[] {
  const launcher = findShipped(join('bin', 'precis.cjs'), join('publish', 'precis', 'bin', 'precis.cjs'));
  return launcher === null ? ['precis'] : [process.execPath, ...flags, launcher];
}
