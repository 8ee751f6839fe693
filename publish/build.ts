import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#store/open-store.ts';
import { databaseFile } from '#store/sqlite/peek-store.ts';
import { bundleMemory } from './bundle-memory.ts';
import { bundlePlugin } from './bundle-plugin.ts';
import { bundleProgram } from './bundle-program.ts';

const root = join(import.meta.dirname, '..');

/** Builds the package `precis` in dist/packages, ready for `npm pack`. The web app must be built first. */
async function buildPrecis(): Promise<void> {
  const manifestDir = join(root, 'publish', 'precis');
  const target = join(root, 'dist', 'packages', 'precis');
  const web = join(root, 'dist', 'web');
  if (!existsSync(web)) throw new Error('dist/web is missing: build the web app first (npm run build)');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await bundleProgram(join(target, 'dist'));
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
  await writeEmptyDatabase(join(target, 'dist', 'empty.db'));
  for (const file of ['README.md', 'LICENSE']) cpSync(join(root, file), join(target, file));
}

/** Writes a database with all tables, made by the migrations. The first start copies it. */
async function writeEmptyDatabase(target: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'precis-build-'));
  try {
    await (await openStore({ home, databaseUrl: null })).close();
    cpSync(databaseFile(home), target);
    chmodSync(target, 0o644);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Builds the package `opencode-precis`. `precis` also ships the single file of this package. */
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
