import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

const root = join(import.meta.dirname, '..');

/** Bundles the OpenCode plugin into one file, which OpenCode can load from a folder or from npm. */
export async function bundlePlugin(file: string): Promise<void> {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(root, 'publish', 'opencode-precis', 'package.json'), 'utf8'),
  );
  await build({
    input: join(root, 'src', 'plugin', 'opencode-mem.ts'),
    platform: 'node',
    external: /^node:/,
    // `precis opencode` recognizes its own files by their first line.
    output: { file, format: 'esm', banner: `// opencode-mem ${version}` },
    logLevel: 'warn',
  });
}
