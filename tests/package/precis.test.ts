import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '#store/open-store.ts';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { findFreePort } from '#tests/setup/start-postgres.ts';

const root = join(import.meta.dirname, '..', '..');
const text = 'The harbour bridge will be closed for two years, and everyone has to walk around it. '.repeat(
  12,
);

function readManifest(path: string): Record<string, Record<string, string> & string> {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function readTables(path: string): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const steps = database.prepare('select name from kysely_migration order by name').all();
    return [...database.prepare('select type, name, sql from sqlite_schema').all(), ...steps];
  } finally {
    database.close();
  }
}

describe('the package precis', () => {
  test('has the versions of the repository’s own manifest', () => {
    const published = readManifest('publish/precis/package.json');
    const own = readManifest('package.json');
    expect(published.version).toBe(own.version);
    // The dependencies are bundled.
    expect(published.dependencies).toBeUndefined();
    // OpenCode itself is for the tests only.
    const shipped = Object.entries(own.optionalDependencies ?? {}).filter(([name]) =>
      name.startsWith('node-'),
    );
    expect(published.optionalDependencies).toEqual(Object.fromEntries(shipped));
  });
});

test('a hook loads little, and no module of Node that would take longer than itself', () => {
  const dist = join(root, 'dist', 'packages', 'precis', 'dist');
  const [, hook = ''] =
    /import\(["`]\.\/(hook-[^"`]+)["`]\)/.exec(readFileSync(join(dist, 'precis.js'), 'utf8')) ?? [];
  const files = new Set(['precis.js', hook]);
  const builtins = new Set<string>();
  let bytes = 0;
  // The set grows while the loop goes over it.
  for (const file of files) {
    const code = readFileSync(join(dist, file), 'utf8');
    bytes += code.length;
    for (const [, name = ''] of code.matchAll(/(?:from|import)"([^"]+)"/g))
      if (name.startsWith('./')) files.add(name.slice(2));
      else builtins.add(name);
  }
  expect(hook).not.toBe('');
  expect(files.size).toBeLessThanOrEqual(4);
  expect(bytes).toBeLessThan(30_000);
  // Importing http or crypto reads all their exports, and so loads undici or WebCrypto.
  for (const name of ['http', 'https', 'crypto', 'child_process', 'undici'])
    expect(builtins).not.toContain(`node:${name}`);
});

describe('the package precis, packed and installed into an empty project', () => {
  let project: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'precis-package-'));
    env = { ...process.env, PRECIS_HOME: join(project, 'home'), PRECIS_LOG_LEVEL: 'error' };
    const options = {
      cwd: project,
      env,
      stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'],
    };
    writeFileSync(join(project, 'package.json'), '{ "private": true }');
    execFileSync(
      'npm',
      ['pack', join(root, 'dist', 'packages', 'precis'), '--pack-destination', project],
      options,
    );
    const tarball = readdirSync(project).find((name) => name.endsWith('.tgz')) ?? '';
    execFileSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefer-offline', join(project, tarball)],
      options,
    );
  }, 180_000);
  afterAll(() => rmSync(project, { recursive: true, force: true, maxRetries: 5 }));

  test('brings its dependencies along, with their licenses, and installs nothing but Node', () => {
    const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed.filter((name) => name !== 'precis' && !name.startsWith('node-'))).toEqual([]);
    const licenses = readFileSync(
      join(project, 'node_modules', 'precis', 'dist', 'third-party-licenses.txt'),
      'utf8',
    );
    for (const name of ['zod', 'kysely', 'hono', 'parse5', '@ai-sdk/openai', 'tinyld'])
      expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
    const lock: { packages: Record<string, { version?: string; dev?: boolean }> } = JSON.parse(
      readFileSync(join(root, 'package-lock.json'), 'utf8'),
    );
    const inProduction = Object.entries(lock.packages)
      .filter(([, { dev }]) => dev !== true)
      .map(([path, { version }]) => `${path.split('node_modules/').at(-1)} ${version}`);
    const contained = licenses.split(/\n-{80}\n\n/).map((part) => part.split(' (')[0]);
    expect(contained.length).toBeGreaterThan(50);
    expect(contained.filter((name) => !inProduction.includes(name ?? ''))).toEqual([]);
    // The MCP SDK contains a copy of ajv without its license.
    const dist = join(project, 'node_modules', 'precis', 'dist');
    const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'));
    const having = scripts.filter((name) => readFileSync(join(dist, name), 'utf8').includes('AjvJsonSchema'));
    expect(having).toEqual([]);
  });

  test('brings the fonts of the web app along, with their licence', () => {
    const web = join(project, 'node_modules', 'precis', 'dist', 'web');
    const files = readdirSync(join(web, 'assets'));
    const styles = files.filter((name) => name.endsWith('.css'));
    const named = styles.flatMap((name) =>
      [...readFileSync(join(web, 'assets', name), 'utf8').matchAll(/url\(([^)]*)\)/g)].map(([, address]) =>
        address?.replace(/^\/assets\/|^\.\//, ''),
      ),
    );
    const fonts = files.filter((name) => name.endsWith('.woff2'));
    expect(new Set(named)).toEqual(new Set(fonts));
    for (const start of ['sans-first', 'serif-latin', 'serif-latin-italic', 'easy-latin'])
      expect(fonts.filter((name) => name.startsWith(`${start}-`)).length).toBeGreaterThan(0);
    const licence = readFileSync(join(web, 'fonts', 'OFL.txt'), 'utf8');
    for (const words of ['Inter', 'Source Serif', 'Atkinson', 'SIL OPEN FONT LICENSE Version 1.1'])
      expect(licence).toContain(words);
  });

  test('brings an empty database with the tables that the migrations make', async () => {
    const home = join(project, 'migrated');
    await (await openStore({ home, databaseUrl: null })).close();
    const shipped = join(project, 'node_modules', 'precis', 'dist', 'empty.db');
    expect(readTables(shipped)).toEqual(readTables(join(home, 'precis.db')));
  });

  test('summarizes on the command line', () => {
    const out = execFileSync(join(project, 'node_modules', '.bin', 'precis'), ['summarize', '-'], {
      cwd: project,
      env,
      input: text,
      encoding: 'utf8',
    });
    expect(out).toContain('harbour bridge');
  });

  test('prints whole sentences of a text that is wrapped with CRLF, each once and in order', () => {
    const sentences = [
      'The harbour of Lunde was closed for eleven days after the storm of 3 March.',
      'Divers found two sunken barges across the main channel.',
      'The port authority hired a crane ship from Rotterdam to lift them.',
      'Meanwhile 40 ships waited outside, and the price of salted fish rose by a third.',
      'On 14 March the first ferry came in again.',
      'The authority now wants to move the moorings of all barges behind the eastern breakwater.',
      'The town council will vote on the plan in May.',
    ];
    const wrapped = sentences.join(' ').replace(/(.{1,40})(?: |$)/gu, '$1\r\n');
    const lengths = ['short', 'medium'].map((detail) => {
      const out = execFileSync(
        join(project, 'node_modules', '.bin', 'precis'),
        ['summarize', '-', '--detail', detail],
        { cwd: project, env, input: wrapped, encoding: 'utf8' },
      );
      const printed = sentences.filter((sentence) => out.includes(sentence));
      expect(out.trim()).toBe(printed.join(' '));
      return printed.length;
    });
    expect(lengths[0]).toBeGreaterThan(0);
    expect(lengths[1]).toBeGreaterThan(lengths[0] ?? 0);
  });

  test('reads a PDF, with the large reader that is loaded on first use', () => {
    const file = join(project, 'closed.pdf');
    const lines = text.match(/.{1,70}(?: |$)/gu) ?? [];
    writeFileSync(file, makePdf([lines.map((line, at) => ({ text: line, y: 700 - at * 16 }))]));
    const out = execFileSync(join(project, 'node_modules', '.bin', 'precis'), ['summarize', file], {
      cwd: project,
      env,
      encoding: 'utf8',
    });
    expect(out).toContain('harbour bridge');
  });

  test.each([
    ['2025-11-25', { method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } }],
    ['2026-07-28', { method: 'server/discover', params: {} }],
  ])('answers over the Model Context Protocol %s', (version, { method, params }) => {
    const clientInfo = { name: 'test', version: '1' };
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const own = method === 'initialize' ? { clientInfo } : { _meta };
    const out = execFileSync(join(project, 'node_modules', '.bin', 'precis'), ['mcp'], {
      cwd: project,
      env,
      input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, ...own } })}\n`,
      encoding: 'utf8',
    });
    expect(JSON.parse(out)).toMatchObject({ id: 1, result: { capabilities: { prompts: {} } } });
    expect(out).toContain(version);
    expect(out).toContain('Begin with memory_search');
  });

  test('names files and lines of the repository in the stack of an unexpected error', () => {
    const { stderr } = spawnSync(
      join(project, 'node_modules', '.bin', 'precis'),
      ['summarize', 'too-long-a-name'.repeat(100)],
      { cwd: project, env, encoding: 'utf8' },
    );
    expect(stderr).toMatch(/ at async readBytes \(.*src\/cli\/read-source-text\.ts:\d+:\d+\)/);
  });

  test('serves its web app and its API', async () => {
    const port = await findFreePort();
    const server = spawn(join(project, 'node_modules', '.bin', 'precis'), ['serve', '--port', String(port)], {
      cwd: project,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = await once(createInterface({ input: server.stdout }), 'line');
      expect(line).toContain(`http://127.0.0.1:${port}`);
      const page = await fetch(`http://127.0.0.1:${port}/`);
      expect(await page.text()).toContain('<div id="root"');
      const health = await fetch(`http://127.0.0.1:${port}/api/health`);
      expect(await health.json()).toMatchObject({ status: 'ok', store: 'sqlite' });
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  });
});
