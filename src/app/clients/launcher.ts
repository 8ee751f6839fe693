import { join } from 'node:path';
import { findShipped } from '#app/package-root.ts';

/** The program as other programs call it, without arguments. */
export function launcherCommand(): string[] {
  const launcher = findShipped(join('bin', 'precis.cjs'), join('publish', 'precis', 'bin', 'precis.cjs'));
  return launcher === null ? ['precis'] : [process.execPath, launcher];
}
