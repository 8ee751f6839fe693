import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'rolldown';

const source = join(import.meta.dirname, '..', 'src', 'web', 'offline', 'service-worker.ts');

/** Bundles the service worker into `sw.js`, with the names of all files of the built web app in front. */
export async function writeServiceWorker(webDir: string): Promise<void> {
  const names = readdirSync(webDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(webDir, join(parentPath, name)).split(sep).join('/'))
    .filter((name) => name !== 'index.html' && name !== 'sw.js')
    .sort();
  const hash = createHash('sha256');
  for (const name of ['index.html', ...names]) hash.update(name).update(readFileSync(join(webDir, name)));
  const shell = {
    version: hash.digest('base64url').slice(0, 16),
    files: ['/', ...names.map((name) => `/${name}`)],
  };
  await build({
    input: source,
    platform: 'browser',
    output: {
      file: join(webDir, 'sw.js'),
      format: 'iife',
      minify: true,
      banner: `self.precisShell=${JSON.stringify(shell)};`,
    },
    logLevel: 'warn',
  });
}
