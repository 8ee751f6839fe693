import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build } from 'rolldown';
import { createChunkNames } from './name-chunk.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src');
const threads = {
  'import-thread': join(source, 'app', 'import', 'import-thread.ts'),
  'parsing-thread': join(source, 'app', 'threads', 'parsing-thread.ts'),
  'reading-thread': join(source, 'app', 'threads', 'reading-thread.ts'),
  'text-thread': join(source, 'app', 'threads', 'text-thread.ts'),
};
const starts = {
  // Help and the version need nothing else. This is not the program itself, because commands use parts of this file,
  // and the program waits for the command.
  command: join(source, 'cli', 'run-command.ts'),
  summarize: join(source, 'cli', 'summarize.ts'),
  serve: join(source, 'cli', 'serve.ts'),
  // An agent waits for the hook at each of its events, and for what it needs if no worker answers.
  hook: join(source, 'cli', 'clients', 'hook.ts'),
  queue: join(source, 'app', 'clients', 'hook-queue.ts'),
  worker: join(source, 'app', 'clients', 'worker-file.ts'),
};

/**
 * Bundles the program with everything it depends on, because reading hundreds of modules would take half of a start.
 * Parts that are loaded on first use stay in files of their own.
 */
export async function bundleProgram(target: string): Promise<void> {
  const { output } = await build({
    input: { precis: join(source, 'cli', 'precis.ts'), ...threads },
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    external: isBuiltin,
    resolve: {
      alias: { '@modelcontextprotocol/server/_shims': join(import.meta.dirname, 'mcp-shims.ts') },
    },
    // A library for style sheets, which the program never reads, contains an `eval`.
    checks: { eval: false },
    output: {
      dir: target,
      format: 'esm',
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: {
        groups: [{ name: createChunkNames({ frequent: 'hook', starts, threads }), debugName: 'starts' }],
        // Each group already has the dependencies of the other groups that it needs.
        includeDependenciesRecursively: false,
      },
      // Source maps are only for stack traces, which name files and lines of the repository.
      sourcemap: true,
      sourcemapExcludeSources: true,
      sourcemapPathTransform: (path, map) => join('..', relative(root, join(dirname(map), path))),
      // Node keeps the source of all loaded code in memory, so comments and blanks are removed. Names stay for stack
      // traces.
      comments: { legal: true, annotation: false, jsdoc: false },
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    },
    logLevel: 'warn',
  });
  const chunks = output.filter((part) => part.type === 'chunk');
  for (const { fileName, modules } of chunks)
    if (!Object.keys(modules).some((file) => file.startsWith(source)))
      rmSync(join(target, `${fileName}.map`), { force: true });
  const files = chunks.flatMap(({ modules }) => Object.keys(modules));
  writeFileSync(join(target, 'third-party-licenses.txt'), renderLicenses(findPackages(files)));
}

/** Finds the folders of the packages to which the files belong. A package may contain folders without a manifest. */
function findPackages(files: readonly string[]): string[] {
  const folders = files.flatMap((file) => {
    const parts = file.split('/node_modules/');
    const candidates = parts.slice(1).map((part, at) => {
      const name = /^(?:@[^/]+\/)?[^/]+/.exec(part)?.[0] ?? '';
      return join(parts.slice(0, at + 1).join('/node_modules/'), 'node_modules', name);
    });
    return candidates.findLast((folder) => existsSync(join(folder, 'package.json'))) ?? [];
  });
  return [...new Set(folders)].sort();
}

/** Renders the licenses of the packages, because they require that each copy carries them. */
function renderLicenses(folders: readonly string[]): string {
  const texts = folders.map((folder) => {
    const { name, version, license }: Record<string, string> = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    return `${name} ${version} (${license})\n\n${findLicense(folder)}`.trim();
  });
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Finds the text of a license. It is empty if the package has only the name of its license. */
function findLicense(folder: string): string {
  const read = (name: RegExp) => {
    const file = readdirSync(folder).find((entry) => name.test(entry));
    return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8').trim();
  };
  const inReadme = () => /^#+ licen[cs]e\s*([^]*)/im.exec(read(/^readme/i) ?? '')?.[1]?.trim();
  return read(/^(?:licen[cs]e|copying)(?:[.-]|$)/i) ?? inReadme() ?? '';
}
