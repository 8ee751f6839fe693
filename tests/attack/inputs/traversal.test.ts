import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';

const secret = 'the-words-of-a-file-outside';
const paths = [
  '../secret',
  '../../../../etc/passwd',
  '..%2f..%2fsecret',
  '%2e%2e/secret',
  '%2e%2e%2fsecret',
  '..%5csecret',
  '..\\secret',
  '%252e%252e%252fsecret',
  '....//secret',
  '/etc/passwd',
  'secret%00.yaml',
  'C:\\secret',
  'file:///etc/passwd',
];
let root: string;
let home: string;
let server: ServerProcess;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'precis-traversal-'));
  home = join(root, 'home');
  const templates = join(home, 'templates');
  mkdirSync(templates, { recursive: true });
  const outside = `id: outside\nversion: v1\ntaskType: summary\ntemplate: "${secret} {{sourceText}}"\n`;
  writeFileSync(join(root, 'secret'), secret);
  writeFileSync(join(root, 'secret.yaml'), outside);
  mkdirSync(join(root, 'folder'));
  writeFileSync(join(root, 'folder', 'inner.yaml'), outside.replace('outside', 'inner'));
  symlinkSync(join(root, 'secret.yaml'), join(templates, 'linked.yaml'));
  symlinkSync('../../secret.yaml', join(templates, 'relative.yaml'));
  symlinkSync(join(root, 'folder'), join(templates, 'folder.yaml'));
  symlinkSync('loop.yaml', join(templates, 'loop.yaml'));
  symlinkSync('/dev/zero', join(templates, 'endless.yaml'));
  writeFileSync(join(templates, 'escape.yaml'), outside.replace('id: outside', 'id: ../outside'));
  server = await startServer({ home, databaseUrl: null });
});
afterAll(async () => {
  await server?.end('SIGTERM');
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

const get = (path: string) => send('GET', path);

/** Sends the path unchanged, because `fetch` would normalize it. */
function send(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  json?: object,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = json && { 'content-type': 'application/json' };
    const asked = request(server.url, { method, path, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    asked.on('error', reject);
    asked.end(json && JSON.stringify(json));
  });
}

describe('templates', () => {
  test('that are links out of their folder, loops, devices or folders are refused by name', async () => {
    const { items, notices } = await server.client.templates.list();
    expect(items.map(({ id }) => id)).not.toContain('outside');
    expect(items.map(({ id }) => id)).not.toContain('inner');
    expect(notices.map(({ file }) => file).toSorted()).toEqual([
      'endless.yaml',
      'escape.yaml',
      'folder.yaml',
      'linked.yaml',
      'loop.yaml',
      'relative.yaml',
    ]);
    expect(JSON.stringify([items, notices])).not.toContain(secret);
  });

  test.each(paths)('are found by their id only, not by a path such as %s', async (path) => {
    for (const address of [`/api/templates/${path}`, `/api/templates/${encodeURIComponent(path)}`]) {
      const { status, body } = await get(address);
      expect(status >= 400 || address).toBe(true);
      expect(status < 500 || address).toBe(true);
      expect(body).not.toContain(secret);
      expect(body).not.toContain('root:');
    }
  });
});

describe('the route that writes templates', () => {
  const valid = (id: string) =>
    `id: ${JSON.stringify(id)}\nversion: v1\ntaskType: summary\ntemplate: "{{sourceText}}"\n`;
  const addressesOf = (path: string) => [path, encodeURIComponent(path), encodeURIComponent(`${path}.yaml`)];

  test.each([
    ...paths,
    '.',
    '..',
    'linked',
    'relative',
    'endless',
    'folder',
    'loop',
    'outside',
    'unknown-id',
  ])('writes, moves and deletes nothing for the id %s', async (path) => {
    const before = filesOf(root);
    for (const id of addressesOf(path)) {
      const address = `/api/templates/${id}`;
      const answers = [
        await send('PUT', address, { text: valid(path) }),
        await send('PUT', address, { text: valid(path), revision: null, path: '/tmp/x', file: '../x' }),
        await send('POST', `${address}/check`, { text: valid(path) }),
        await send('POST', `${address}/restore`),
        await send('GET', `${address}/source`),
        await send('DELETE', address),
      ];
      for (const { status, body } of answers) {
        expect(status >= 400 && status < 500 ? '' : `${status} ${address}`).toBe('');
        expect(body).not.toContain(secret);
        expect(body).not.toContain('root:');
      }
    }
    expect(filesOf(root)).toEqual(before);
  });

  test('follows no link that takes the place of a template, and writes no text that is too large or not valid', async () => {
    const place = join(home, 'templates', 'thread.title.yaml');
    symlinkSync(join(root, 'secret'), place);
    try {
      const { text } = await server.client.templates.source('thread.fold', { origin: 'builtin' });
      const before = filesOf(root);
      const titled = text.replace('id: thread.fold', 'id: thread.title');
      // The server checks the folder every half second.
      await expect
        .poll(async () => (await server.client.templates.list()).notices.map(({ file }) => file))
        .toContain('thread.title.yaml');
      for (const [id, given] of [
        ['thread.title', titled],
        ['thread.fold', `${text}#${'x'.repeat(262_144)}`],
        ['thread.fold', `${text}#${'文'.repeat(90_000)}`],
        ['thread.fold', 'a: &a [x, x]\nb: [*a, *a]\n'],
        ['thread.fold', titled],
      ] as const) {
        const { status, body } = await send('PUT', `/api/templates/${id}`, { text: given });
        expect(status >= 400 && status < 500 ? '' : `${status} ${id}`).toBe('');
        expect(body).not.toContain(secret);
      }
      expect(filesOf(root)).toEqual(before);
      expect(readFileSync(join(root, 'secret'), 'utf8')).toBe(secret);
    } finally {
      rmSync(place);
    }
  });
});

describe('addresses', () => {
  test.each(paths)('of files lead nowhere outside: %s', async (path) => {
    for (const address of [
      `/${path}`,
      `/assets/${path}`,
      `/assets/../${path}`,
      `/api/agents/${path}/export`,
    ]) {
      const { status, body } = await get(address);
      expect(status < 500 || address).toBe(true);
      expect(body.includes(secret) ? address : '').toBe('');
      expect(body.includes('root:x') ? address : '').toBe('');
    }
  });

  test('of exports name a file of their own, whatever is exported', async () => {
    const evil = '../../evil"\r\nx-evil: 1';
    const asked = await fetch(`${server.url}/api/sessions/export.jsonl?project=${encodeURIComponent(evil)}`);
    expect(asked.headers.get('content-disposition')).toBe('attachment; filename="sessions.jsonl"');
    expect(asked.headers.get('x-evil')).toBeNull();
  });
});

describe('imports', () => {
  test('write nothing but the database, whatever their names and paths', async () => {
    const before = filesOf(root);
    const outlines = paths.map(
      (path) => `<outline text="${path}"><outline text="x" xmlUrl="${path}"/></outline>`,
    );
    await server.client.reader.opml.import(`<opml><body>${outlines.join('')}</body></opml>`);
    for (const path of paths) {
      const content = Buffer.from('# Heading\n\nSome words of a text.').toString('base64');
      const entry = await server.client.reader.entries.add({ kind: 'file', name: `${path}.md`, content });
      expect(entry.text).toContain('Some words');
    }
    const lines = paths.map((path, index) =>
      JSON.stringify({
        type: 'session',
        contentSessionId: path,
        project: path,
        startedAt: index + 1,
        title: path,
      }),
    );
    await post('/api/sessions/import', { jsonl: lines.join('\n') });
    for (const path of paths) {
      await put(`/api/agents/${encodeURIComponent(path)}`, { name: path, llm: { model: '../../x' } });
    }
    expect(filesOf(root)).toEqual(before);
    expect(readFileSync(join(root, 'secret'), 'utf8')).toBe(secret);
  });
});

async function post(path: string, body: object, method = 'POST'): Promise<void> {
  const sent = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(server.url + path, sent);
  expect(response.status < 500 || `${path}: ${await response.text()}`).toBe(true);
}

function put(path: string, body: object): Promise<void> {
  return post(path, body, 'PUT');
}

/** Lists all files except the database's own, which come and go. */
function filesOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => !/\.(?:db|sqlite)|-(?:wal|shm)$/.test(name)).toSorted();
}
