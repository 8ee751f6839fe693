import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'rolldown';
import { memoryTemplates } from '#templates/memory-templates.ts';
import { createChunkNames } from './name-chunk.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src');
const entries = ['main', 'langgraph', 'ai-sdk', 'tokens'];
/** What a host may use without the rest, and what is loaded on first use. Each file has what the same parts need. */
const parts = {
  turn: join(source, 'adapters', 'library', 'summarize-turn.ts'),
  judge: join(source, 'memory', 'historian', 'judge-answers.ts'),
  retell: join(source, 'memory', 'historian', 'turns', 'retell-turns.ts'),
  fold: join(source, 'adapters', 'library', 'memory-options.ts'),
  extract: join(source, 'text', 'extract-summary.ts'),
  ground: join(source, 'text', 'ground-summary.ts'),
};

/** Builds the package `precis-memory`: four entry points and their types. */
export async function bundleMemory(target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  cpSync(join(root, 'publish', 'precis-memory'), target, { recursive: true });
  await build({
    input: Object.fromEntries(
      entries.map((name) => [name, join(source, 'adapters', 'package', `${name}.ts`)]),
    ),
    platform: 'neutral',
    preserveEntrySignatures: 'allow-extension',
    external: [/^zod(?:\/|$)/, /^ai$/, /^@langchain\//, /^gpt-tokenizer\//],
    plugins: [
      { name: 'embed-templates', load: embedTemplates },
      { name: 'import-parts-of-zod', renderChunk: importParts },
    ],
    output: {
      dir: join(target, 'dist'),
      format: 'esm',
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: {
        groups: [{ name: createChunkNames({ starts: parts, threads: {} }), debugName: 'parts' }],
        includeDependenciesRecursively: false,
      },
      // Names of functions stay for stack traces.
      minify: {
        compress: false,
        mangle: { toplevel: false, keepNames: true },
        codegen: { removeWhitespace: true },
      },
    },
    logLevel: 'warn',
  });
  writeTypes(join(target, 'dist', 'types'));
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
}

/** Imports zod so that a bundler without knowledge of its namespace can leave out its translations. */
function importParts(code: string): string {
  return code.replace(/import\s*\{\s*z\s*\}\s*from\s*(["'])zod\1/gu, 'import*as z from"zod"');
}

/** Embeds the templates, so that the package reads no files and needs no YAML parser. */
function embedTemplates(id: string): string | null {
  if (id !== join(source, 'templates', 'memory-templates.ts')) return null;
  return `export const memoryTemplates = ${JSON.stringify(memoryTemplates)};`;
}

/** Emits all declarations, then keeps those the entry points reach, with paths that work outside this repository. */
function writeTypes(target: string): void {
  const work = join(root, 'dist', 'memory-types');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      // The types are limited to what Node 20 has. A newer method fails here instead of in a host's process.
      target: 'es2023',
      lib: ['es2023'],
      rootDir: '../../src',
      outDir: 'out',
    },
    include: [],
    files: entries.map((name) => `../../src/adapters/package/${name}.ts`),
  };
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(config));
  execFileSync(join(root, 'node_modules', '.bin', 'tsc'), ['-p', work], { stdio: 'inherit' });
  const pending = entries.map((name) => join('adapters', 'package', `${name}.ts`));
  const taken = new Set(pending);
  for (const file of pending) {
    const text = readFileSync(join(work, 'out', file.replace(/\.ts$/, '.d.ts')), 'utf8');
    const rewritten = text.replace(
      /(['"])(#|\.\/)([\w/.-]+)\.ts\1/g,
      (_, quote: string, start: string, path: string) => {
        const wanted = start === '#' ? `${path}.ts` : join(dirname(file), `${path}.ts`);
        if (!taken.has(wanted)) pending.push(wanted);
        taken.add(wanted);
        const way = relative(dirname(file), wanted).replaceAll('\\', '/').replace(/\.ts$/, '.js');
        return `${quote}${way.startsWith('.') ? way : `./${way}`}${quote}`;
      },
    );
    const place = join(target, file.replace(/\.ts$/, '.d.ts'));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, rewritten);
  }
  rmSync(work, { recursive: true, force: true });
}
