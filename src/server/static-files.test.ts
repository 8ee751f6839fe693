import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLineLog } from '#tests/fixtures/open-real-server.ts';
import { answerProblem } from './problem.ts';
import { staticFiles } from './static-files.ts';

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
  app = serve(webDir);
});

afterAll(() => rm(home, { recursive: true, force: true }));

const page = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('the built web app', () => {
  test('is served at the root, to be asked for anew each time', async () => {
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

  test('has assets with hashed names, kept for ever under their own type', async () => {
    const response = await app.request('/assets/index-Bx3_dE9a.js');
    expect(response.headers.get('content-type')).toMatch(/javascript/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const icon = await app.request('/favicon.svg');
    expect(icon.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(icon.headers.get('cache-control')).toBe('no-cache');
  });

  test('answers HEAD with the size and no body', async () => {
    const response = await app.request('/assets/index-Bx3_dE9a.js', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('9');
    expect(await response.text()).toBe('');
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
        'The web app is not built. Run "npm run build", then start Precis again.',
      ]);
    }
  });
});
