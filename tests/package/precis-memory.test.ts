import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectBuilt } from '#tests/attack/growth/expressions/built-expressions.ts';
import { findExpressions } from '#tests/attack/growth/expressions/find-expressions.ts';
import { installNode } from '../setup/install-node.ts';

const root = join(import.meta.dirname, '..', '..');
const hosts = ['@langchain/core', '@langchain/langgraph', 'ai', 'gpt-tokenizer'];
/** The newest version of each supported line of Node, except the line on which the repository runs. */
const otherNodes = ['20.20.2', '22.23.3'];

const saidAlone = '1 0\n0 true\n1\nquoted\nquoted\nquoted\n';

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

const own = readManifest('package.json');

/**
 * The versions of LangChain's other packages in the lock file. LangChain's packages depend on each other's newest
 * versions, so later ones may need a newer core than the one installed here.
 */
function tiedVersions(): Record<string, string> {
  const lock: { packages: Record<string, { version: string }> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  return Object.fromEntries(
    Object.entries(lock.packages)
      .map(([path, { version }]) => [path.replace(/^node_modules\//, ''), version] as const)
      .filter(
        ([name]) => name.startsWith('@langchain/') && !name.includes('node_modules') && !hosts.includes(name),
      ),
  );
}

describe('the package precis-memory, packed and installed into an empty project', () => {
  let project: string;
  let tarball: string;

  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'precis-memory-package-'));
    const overrides = tiedVersions();
    writeFileSync(
      join(project, 'package.json'),
      JSON.stringify({ private: true, type: 'module', overrides }),
    );
    npm('pack', join(root, 'dist', 'packages', 'precis-memory'), '--pack-destination', project);
    tarball = join(project, readdirSync(project).find((name) => name.endsWith('.tgz')) ?? '');
    install(tarball);
  }, 180_000);
  afterAll(() => rmSync(project, { recursive: true, force: true, maxRetries: 5 }));

  test('has the version of the repository and brings zod of any fourth version, nothing else', () => {
    const manifest = readManifest('publish/precis-memory/package.json');
    expect(manifest.version).toBe(own.version);
    expect(manifest.dependencies).toEqual({ zod: '^4.0.0' });
    const packages = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(packages).toEqual(['precis-memory', 'zod']);
  });

  test('is light: no server, no database, no React, no tables of tokens', () => {
    const kept = join(project, 'node_modules', 'precis-memory');
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2);
    console.log(
      `precis-memory: ${megabytes(statSync(tarball).size)} MB packed, ${megabytes(sizeOf(kept))} MB unpacked, ${megabytes(sizeOf(join(project, 'node_modules')))} MB with zod`,
    );
    expect(statSync(tarball).size).toBeLessThan(0.33e6);
    expect(sizeOf(kept)).toBeLessThan(1e6);
    const code = readdirSync(join(kept, 'dist'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(kept, 'dist', name), 'utf8'))
      .join('\n');
    const imports = code.matchAll(
      /(?:^|[;\n])(?:import|export)\b[^;"'`()]{0,4000}?from\s?["']([^"'.][^"']*)["']|\bimport\([`"']([^`"'.][^`"']*)[`"']\)/g,
    );
    const names = new Set(imports.map((match) => match[1] ?? match[2]));
    expect(names).toEqual(
      new Set([
        '@langchain/core/messages',
        '@langchain/langgraph',
        'ai',
        'gpt-tokenizer/encoding/o200k_base',
        'zod',
      ]),
    );
  });

  test('works and type-checks without any host', () => {
    const code = `
      import { extractSummary, foldThread, groundSummary, planWindow, summarizeTurn, windowPolicies } from 'precis-memory';
      const text = 'The harbour bridge is closed for two years. Everyone walks around it. The mayor is sorry.';
      const thread = { messages: [], folded: 0, summary: null, segments: [] };
      const state = await summarizeTurn({ user_message: 'Hello', final_response: text }, { model: (prompt: string) => prompt.slice(0, 9) });
      const turns: number = state.current_turn;
      console.log(turns, planWindow(thread, windowPolicies.adaptive, { count: (text) => text.length }).fold);
      console.log((await foldThread(thread)).folded, extractSummary(text, { budget: { words: 9 } }).text.length > 0);
      console.log(groundSummary(text, 'The bridge is closed.').sentences.length);
      for (const dated of ['On 3 May 2026 it rained 12 mm.', 'Am 3. Mai 2026 kamen 12 Leute.', '2026年5月3日，12人到场。'])
        console.log(groundSummary(dated, dated).sentences[0]?.state);
      // @ts-expect-error A wrong type is named by the compiler too.
      void (() => summarizeTurn({ user_message: 1, final_response: text }));
    `;
    writeFileSync(join(project, 'alone.ts'), code);
    expect(typeCheck(['alone.ts'], { skipLibCheck: false })).toBe('');
    expect(run('alone.ts')).toBe(saidAlone);
  });

  test('adds at most 250 kB to a bundle with summarizeTurn alone, zod included', async () => {
    const input = join(project, 'turn.js');
    writeFileSync(input, `import { summarizeTurn } from 'precis-memory'; console.log(summarizeTurn);`);
    const { output } = await build({
      input,
      external: hosts.map((name) => new RegExp(`^${name}(?:/|$)`)),
      output: { minify: true },
      write: false,
      logLevel: 'warn',
    });
    const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
    const atStart = new Set(
      output.flatMap((file) => (file.type === 'chunk' && file.isEntry ? file.fileName : [])),
    );
    for (const name of atStart) for (const other of chunks.get(name)?.imports ?? []) atStart.add(other);
    const sizes = (names: Iterable<string>) =>
      [...names].reduce((sum, name) => sum + Buffer.byteLength(chunks.get(name)?.code ?? ''), 0);
    console.log(
      `precis-memory: summarizeTurn is ${sizes(atStart)} bytes at the start, ${sizes(chunks.keys())} bytes with what is loaded on first use`,
    );
    expect(sizes(atStart)).toBeLessThan(250e3);
    expect(sizes(chunks.keys())).toBeLessThan(450e3);
  });

  test('does what the first example of its README shows', () => {
    const readme = readFileSync(join(root, 'publish', 'precis-memory', 'README.md'), 'utf8');
    const example = /^## Any program\n\n```ts\n([^`]*(?:`(?!``)[^`]*)*)```/mu.exec(readme)?.[1] ?? '';
    const code = `${example}
      console.log(JSON.stringify(state), thread.folded, thread.messages.length);
    `.replace(
      /\n\n/u,
      `
      const said = 'The harbour bridge is closed for two years. Everyone walks around it.';
      const turns = [1, 2, 3, 4].map((n) => ({ user_message: \`Question \${n}?\`, final_response: said }));
      const model = (prompt: string) => said.slice(0, prompt.length);
      const messages = [{ role: 'user', content: said }, { role: 'assistant', content: said }];
      const [text, summary] = [said, said];
    `,
    );
    writeFileSync(join(project, 'readme.ts'), code);
    expect(typeCheck(['readme.ts'], { skipLibCheck: false })).toBe('');
    const out = run('readme.ts');
    expect(out).toContain('"current_turn":4');
    expect(out).toMatch(/"history_summary":"[^"]/u);
    expect(out).toMatch(/ 0 2\n$/u);
  });

  test('works with the oldest zod of its range, and goes back to the newest', () => {
    install('zod@4.0.0');
    try {
      expect(run('alone.ts')).toBe(saidAlone);
    } finally {
      install('zod@^4.0.0');
    }
    expect(run('alone.ts')).toBe(saidAlone);
  }, 120_000);

  test('names the package that exact counts need, where it is missing', () => {
    writeFileSync(
      join(project, 'count.mjs'),
      `import { loadTokenizer } from 'precis-memory/tokens';
       console.log(await loadTokenizer().catch((error) => error.message));`,
    );
    expect(run('count.mjs')).toContain("Cannot find package 'gpt-tokenizer'");
  });

  describe('beside its hosts', () => {
    beforeAll(() => {
      const versions = hosts.map((name) => `${name}@${own.dependencies[name] ?? own.devDependencies[name]}`);
      install(tarball, ...versions);
      for (const name of ['langgraph-agent.ts', 'ai-sdk-chat.ts'])
        cpSync(join(root, 'examples', name), join(project, name));
    }, 300_000);

    test('type-checks with both adapters', () => {
      expect(typeCheck(['langgraph-agent.ts', 'ai-sdk-chat.ts'], { skipLibCheck: true })).toBe('');
    });

    test('runs the LangGraph example', () => {
      const out = run('langgraph-agent.ts');
      expect(out).toContain('turns: 13, live messages: 10');
      expect(out).toMatch(/history narrative: \S/);
      expect(out).toContain('active entities: 9');
    });

    test('runs the AI SDK example', () => {
      const out = run('ai-sdk-chat.ts');
      expect(out).toContain('Kiel: I was sent 16 messages');
      expect(out).toContain('Malmo: I was sent 10 messages');
      expect(out).toContain('10 of them in the summary:\nUser: Please plan two days in Bergen');
    });

    test('counts tokens exactly when asked to, and estimates no fewer', () => {
      const code = `
        import { estimateTokens } from 'precis-memory';
        import { loadTokenizer } from 'precis-memory/tokens';
        const { count } = await loadTokenizer();
        const text = 'The harbour bridge is closed for two years.';
        console.log(count(text), estimateTokens(text) >= count(text));
      `;
      writeFileSync(join(project, 'count.mjs'), code);
      expect(run('count.mjs')).toBe('9 true\n');
    });

    describe.each(otherNodes)('on Node %s', (version) => {
      const node = installNode(version);
      const plain = (name: string): string => {
        const code = stripTypeScriptTypes(readFileSync(join(project, name), 'utf8'));
        const file = name.replace(/\.ts$/, '.mjs');
        writeFileSync(join(project, file), code);
        return file;
      };

      test.skipIf(node === null)(
        'runs alone, in LangGraph and with the AI SDK as on the newest',
        () => {
          for (const name of ['alone.ts', 'langgraph-agent.ts', 'ai-sdk-chat.ts'])
            expect(run(plain(name), node ?? '')).toBe(run(name));
        },
        120_000,
      );

      test.skipIf(node === null)(
        'understands every expression in the sources of the package',
        async () => {
          const all = [...findExpressions().written, ...(await collectBuilt())];
          const own = all.filter(({ place }) =>
            /^src\/(?:schema|text|memory|templates|adapters)\//.test(place),
          );
          expect(own.length).toBeGreaterThan(500);
          const code = `
          const refused = ${JSON.stringify(own)}.filter(({ source, flags }) => {
            try { return !new RegExp(source, flags); } catch { return true; }
          });
          console.log(JSON.stringify(refused));
        `;
          writeFileSync(join(project, 'expressions.mjs'), code);
          expect(JSON.parse(run('expressions.mjs', node ?? ''))).toEqual([]);
        },
        120_000,
      );
    });

    test('brought neither server, database nor React', () => {
      const names = readdirSync(join(project, 'node_modules'));
      for (const name of ['react', 'hono', 'express', 'kysely', 'pg', 'pg-boss', 'better-sqlite3', 'pino'])
        expect(names).not.toContain(name);
    });
  });

  function npm(...command: string[]): void {
    execFileSync('npm', command, { cwd: project, stdio: ['ignore', 'ignore', 'pipe'] });
  }

  function install(...packages: string[]): void {
    npm('install', '--no-audit', '--no-fund', '--prefer-offline', ...packages);
  }

  function run(file: string, node = process.execPath): string {
    return execFileSync(node, [file], { cwd: project, encoding: 'utf8' });
  }

  function typeCheck(files: string[], { skipLibCheck }: { skipLibCheck: boolean }): string {
    const compilerOptions = {
      target: 'es2024',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      skipLibCheck,
      types: [],
      lib: ['es2024', 'dom'],
      erasableSyntaxOnly: true,
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    try {
      return execFileSync(join(root, 'node_modules', '.bin', 'tsc'), ['-p', project], { encoding: 'utf8' });
    } catch (error) {
      return String((error as { stdout?: unknown }).stdout);
    }
  }
});

function sizeOf(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
