import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { bundleMemory } from './bundle-memory.ts';
import { bundlePlugin } from './bundle-plugin.ts';

const root = join(import.meta.dirname, '..');

/** Builds the package `precis` in dist/packages, ready for `npm pack`. The web app must be built first. */
async function buildPrecis(): Promise<void> {
  const manifestDir = join(root, 'publish', 'precis');
  const target = join(root, 'dist', 'packages', 'precis');
  const web = join(root, 'dist', 'web');
  if (!existsSync(web)) throw new Error('dist/web is missing: build the web app first (npm run build)');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const manifest: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(manifestDir, 'package.json'), 'utf8'),
  );
  const packages = Object.keys(manifest.dependencies);
  await build({
    input: {
      precis: join(root, 'src', 'cli', 'precis.ts'),
      'parsing-thread': join(root, 'src', 'app', 'threads', 'parsing-thread.ts'),
      'reading-thread': join(root, 'src', 'app', 'threads', 'reading-thread.ts'),
      'text-thread': join(root, 'src', 'app', 'threads', 'text-thread.ts'),
    },
    platform: 'node',
    // Dependencies installed with the package are not bundled.
    external: (id) =>
      id.startsWith('node:') || packages.some((name) => id === name || id.startsWith(`${name}/`)),
    output: { dir: join(target, 'dist'), format: 'esm', chunkFileNames: '[name]-[hash].js' },
    logLevel: 'warn',
  });
  cpSync(manifestDir, target, { recursive: true });
  cpSync(web, join(target, 'dist', 'web'), { recursive: true });
  cpSync(join(root, 'src', 'templates', 'builtin'), join(target, 'dist', 'templates'), { recursive: true });
  cpSync(join(root, 'src', 'sources', 'entry', 'sample'), join(target, 'dist', 'sample'), {
    recursive: true,
  });
  cpSync(join(root, 'config'), join(target, 'config'), { recursive: true });
  cpSync(
    join(root, 'dist', 'packages', 'opencode-precis', 'opencode-mem.js'),
    join(target, 'dist', 'opencode-mem.js'),
  );
  for (const file of ['README.md', 'LICENSE']) cpSync(join(root, file), join(target, file));
}

/** Builds the package `opencode-precis`; `precis` ships its single file too. */
async function buildPlugin(): Promise<void> {
  const manifestDir = join(root, 'publish', 'opencode-precis');
  const target = join(root, 'dist', 'packages', 'opencode-precis');
  rmSync(target, { recursive: true, force: true });
  cpSync(manifestDir, target, { recursive: true });
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  await bundlePlugin(join(target, 'opencode-mem.js'));
}

await buildPlugin();
await bundleMemory(join(root, 'dist', 'packages', 'precis-memory'));
await buildPrecis();
