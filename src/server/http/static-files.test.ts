import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildHeader } from '#schema/headers.ts';
import { answerProblem } from '#server/problem.ts';
import { createLineLog } from '#tests/fixtures/open-real-server.ts';
import { addHeaders } from './guard.ts';
import { readWebBuild, staticFiles } from './static-files.ts';

const script = '// The harbour bridge is closed.\n'.repeat(500);

let home: string;
let app: Hono;

function serve(webDir: string | null): Hono {
  const hono = new Hono();
  hono.onError((error, c) => answerProblem(error, c, createLineLog().log));
  hono.all('*', staticFiles(webDir));
  return hono;
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'precis-web-'));
  const webDir = join(home, 'web');
  await mkdir(join(webDir, 'assets'), { recursive: true });
  await mkdir(join(home, 'web-secret'));
  await writeFile(join(home, 'secret.txt'), 'secret');
  await writeFile(join(home, 'web-secret', 'key.txt'), 'secret');
  await writeFile(join(webDir, 'index.html'), '<!doctype html><title>Precis</title>');
  await writeFile(join(webDir, 'favicon.svg'), '<svg/>');
  await writeFile(join(webDir, 'assets', 'index-Bx3_dE9a.js'), 'export {}');
  for (const file of [join(webDir, 'assets', 'large-Bx3_dE9a.js'), join(webDir, 'large.html')]) {
    await writeFile(file, script);
    await writeFile(`${file}.br`, brotliCompressSync(script));
    await writeFile(`${file}.gz`, gzipSync(script));
  }
  app = serve(webDir);
});

afterAll(() => rm(home, { recursive: true, force: true }));

const page = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('the built web app', () => {
  test('is served at the root, to be asked for again each time', async () => {
    const response = await app.request('/');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8/i);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain('<title>Precis</title>');
  });

  test('is served for a screen that only the browser knows', async () => {
    const response = await app.request('/runs/018f-42', page);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<title>Precis</title>');
  });

  test('has assets with hashed names, kept forever under their own type', async () => {
    const response = await app.request('/assets/index-Bx3_dE9a.js');
    expect(response.headers.get('content-type')).toMatch(/javascript/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const icon = await app.request('/favicon.svg');
    expect(icon.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(icon.headers.get('cache-control')).toBe('no-cache');
  });

  test('has assets that are still there for an open page after an update', async () => {
    const file = join(home, 'web', 'assets', 'updated-Bx3_dE9a.js');
    await writeFile(file, 'export const version = 1;');
    const ask = async () => (await app.request('/assets/updated-Bx3_dE9a.js')).text();
    const first = await ask();
    await rm(file);
    expect([first, await ask()]).toEqual(['export const version = 1;', 'export const version = 1;']);
    expect((await app.request('/assets/other-Bx3_dE9a.js')).status).toBe(404);
  });

  test('has the name of its main file, by which a page knows the server that it was built with', async () => {
    const built = join(home, 'built');
    await mkdir(built);
    expect([readWebBuild(null), readWebBuild(built), readWebBuild(join(home, 'web'))]).toEqual([
      null,
      null,
      null,
    ]);
    const page =
      '<script type="module" crossorigin blocking="render" src="/assets/index-Bx3_dE9a.js"></script>';
    await writeFile(join(built, 'index.html'), `<!doctype html><title>Precis</title>${page}`);
    expect(readWebBuild(built)).toBe('index-Bx3_dE9a.js');
    const nameOf = async (build: string | null) => {
      const hono = new Hono().use(addHeaders(build)).get('/api/x', (c) => c.json({}));
      return (await hono.request('/api/x')).headers.get(buildHeader);
    };
    expect(await nameOf(readWebBuild(built))).toBe('index-Bx3_dE9a.js');
    expect(await nameOf(null)).toBeNull();
  });

  test('answers HEAD with the size and no body', async () => {
    const response = await app.request('/assets/index-Bx3_dE9a.js', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('9');
    expect(await response.text()).toBe('');
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.2, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['identity', null],
    [null, null],
  ])('is sent to who accepts %j as %s', async (accepted, encoding) => {
    const headers = accepted === null ? {} : { 'accept-encoding': accepted };
    for (const path of ['/assets/large-Bx3_dE9a.js', '/large.html']) {
      const response = await app.request(path, { headers });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(response.headers.get('content-type')).toMatch(/javascript|html/);
      const text = encoding === 'br' ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes;
      expect(text.toString()).toBe(script);
      const head = await app.request(path, { method: 'HEAD', headers });
      expect([...head.headers]).toEqual([...response.headers]);
    }
  });

  test('sends a small file as it is, and no encoded form under a name of its own', async () => {
    const small = await app.request('/favicon.svg', { headers: { 'accept-encoding': 'br, gzip' } });
    expect(small.headers.get('content-encoding')).toBeNull();
    for (const path of ['/large.html.br', '/assets/large-Bx3_dE9a.js.gz']) {
      expect((await app.request(path)).status).toBe(404);
    }
  });

  test('is not sent again while it has not changed, in each encoding', async () => {
    const tags = new Set<string>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding };
      for (const path of ['/', '/large.html', '/favicon.svg', '/runs/018f-42']) {
        const first = await app.request(path, { headers: { ...headers, ...page.headers } });
        const tag = first.headers.get('etag') ?? '';
        expect(tag).toMatch(/^"[\w-]{22}"$/);
        if (path === '/large.html') tags.add(tag);
        for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
          const again = await app.request(path, {
            headers: { ...headers, ...page.headers, 'if-none-match': known },
          });
          expect(again.status).toBe(304);
          expect(await again.text()).toBe('');
          expect(again.headers.get('etag')).toBe(tag);
          expect(again.headers.get('cache-control')).toBe('no-cache');
          expect(again.headers.get('vary')).toBe('Accept-Encoding');
        }
        const other = { ...headers, ...page.headers, 'if-none-match': '"other"' };
        expect((await app.request(path, { headers: other })).status).toBe(200);
      }
    }
    expect(tags.size).toBe(3);
  });

  test('does not pass a page off as an asset that is gone', async () => {
    expect((await app.request('/assets/index-OLDhash1.js', page)).status).toBe(404);
    expect((await app.request('/missing.png', { headers: { accept: 'image/*' } })).status).toBe(404);
  });

  test('is only read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await app.request('/', { method })).status).toBe(404);
    }
  });

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/..%2fweb-secret%2fkey.txt',
    '/%00',
    '/index.html%00.js',
    '/%E0%A4%A',
    '//secret.txt',
  ])('does not lead out of its directory by %s', async (path) => {
    const response = await app.fetch(new Request(`http://localhost${path}`));
    expect(response.status).toBe(404);
    expect(await response.text()).not.toBe('secret');
  });

  test('has no file with a name that no file can have', async () => {
    expect((await app.request(`/${'a'.repeat(5000)}`)).status).toBe(404);
  });

  test('that is not built says how to build it', async () => {
    for (const path of ['/', '/runs']) {
      const response = await serve(null).request(path, page);
      expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
      expect((await response.text()).trim().split('\n')).toEqual([
        'The web app is not built. Run "npm run build", then restart Precis.',
      ]);
    }
  });
});
