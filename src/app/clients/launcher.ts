import { join } from 'node:path';
import { findShipped } from '#app/package-root.ts';

/**
 * The options of Node for a server. Without them, V8 lets the heap of a busy server grow to 500 instead of 263 MB,
 * with 1,000 streams and 200 ingests a second.
 */
export const serverFlags = ['--max-semi-space-size=4', '--max-old-space-size=1024'];

/** Returns the command with which other programs call this one, without arguments. */
export function launcherCommand(): string[] {
  return commandOf([]);
}

/** Returns the command for `serve`. */
export function serverCommand(): string[] {
  return commandOf(serverFlags);
}

function commandOf(flags: readonly string[]): string[] {
  const launcher = findShipped(join('bin', 'precis.cjs'), join('publish', 'precis', 'bin', 'precis.cjs'));
  return launcher === null ? ['precis'] : [process.execPath, ...flags, launcher];
}
