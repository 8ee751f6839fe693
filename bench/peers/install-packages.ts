import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { peersDir } from './load-peer.ts';

/**
 * Installs packages by name and version, unless the first one is installed. Returns false if that is impossible here.
 */
export function installPackages(packages: readonly string[]): boolean {
  const [first = ''] = packages;
  if (existsSync(join(peersDir, 'node_modules', first.slice(0, first.lastIndexOf('@'))))) return true;
  const manifest = join(peersDir, 'package.json');
  try {
    mkdirSync(peersDir, { recursive: true });
    // npm removes packages that the manifest does not name, so there must be a manifest.
    if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
      cwd: peersDir,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return true;
  } catch (error) {
    console.error(`${first} cannot be installed here: ${String(error).split('\n')[0]}`);
    return false;
  }
}
