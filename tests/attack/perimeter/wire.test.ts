import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask, exchange } from './raw-http.ts';
import { useServer } from './use-server.ts';

const server = useServer();
const head = (line: string) => `${line} HTTP/1.1\r\nHost: ${new URL(server().url).host}\r\n`;
const smuggled = () => `${head('GET /api/version')}Connection: close\r\n\r\n`;

describe('a request with two readings', () => {
  const json = 'Content-Type: application/json\r\n';
  test.each([
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'Content-Length: 0\r\nContent-Length: 60\r\n\r\n'],
    ['a list of lengths', 'Content-Length: 0, 60\r\n\r\n'],
    ['a length with a sign', 'Content-Length: +0\r\n\r\n'],
    ['a length in hexadecimal', 'Content-Length: 0x0\r\n\r\n'],
    ['a coding that is not known', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['two codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n'],
    ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
    ['a folded header', 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 0\r\n\r\n0\r\n\r\n'],
    ['a chunk of negative size', 'Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n'],
    ['a chunk without its end', 'Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n'],
    ['a bare line feed', 'X-A: b\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a bare carriage return', 'X-A: b\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a null in a header', 'X-A: b\0c\r\nContent-Length: 0\r\n\r\n'],
  ])('(%s) is refused, and nothing behind it is read', async (_what, rest) => {
    const bytes = `${head('POST /api/issues')}${json}${rest}${smuggled()}`;
    const answer = await exchange(server().url, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toContain('"version"');
  });
});

describe('too much', () => {
  test.each([
    ['one header', () => `X-A: ${'a'.repeat(70_000)}\r\n`],
    ['many headers', () => Array.from({ length: 3000 }, (_, index) => `X-${index}: a\r\n`).join('')],
    ['a cookie', () => `Cookie: precis=${'a'.repeat(70_000)}\r\n`],
  ])('of %s is refused', async (_what, lines) => {
    const answer = await exchange(server().url, `${head('GET /api/health')}${lines()}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 |^$/);
  });

  test('of an address is refused', async () => {
    const answer = await exchange(server().url, `${head(`GET /${'a'.repeat(70_000)}`)}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (414|431) |^$/);
  });

  test('of a body is refused before it is sent', async () => {
    for (const path of ['/api/summaries', '/api/sessions/init', '/mcp', '/api/nothing']) {
      const lines =
        'Content-Type: application/json\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\n{';
      const answer = await exchange(server().url, head(`POST ${path}`) + lines);
      expect({ path, answer }).toMatchObject({ answer: expect.stringMatching(/^HTTP\/1\.1 413 /) });
    }
  });

  test('leaves the server unharmed', async () => {
    expect((await server().client.health()).status).toBe('ok');
    expect(server().written()).toBe('');
  });
});

describe('the files of the web app', () => {
  test.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/%2e%2e%2f%2e%2e%2fpackage.json',
    '/..%5c..%5cpackage.json',
    '/....//....//package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/%252e%252e%252fpackage.json',
    '/..%c0%af..%c0%afpackage.json',
    '/..;/..;/package.json',
    '/index.html%00',
    '/%00/../../package.json',
    '/etc/passwd',
    '//etc/passwd',
    '/file:///etc/passwd',
    '/%2fetc%2fpasswd',
    '/C:%5cWindows%5cwin.ini',
    '/%',
    '/%zz',
    `/${'%2e%2e%2f'.repeat(500)}etc/passwd`,
  ])('are all there is: %s', async (path) => {
    const { status, body } = await ask(server().url, { path, headers: { accept: '*/*' } });
    expect(status).toBe(404);
    expect(body).not.toMatch(/"dependencies"|root:/);
  });
});

describe('every answer', () => {
  const built = existsSync(join(import.meta.dirname, '..', '..', '..', 'dist', 'web', 'index.html'));

  test.each([
    '/',
    '/reader',
    '/settings/models',
    '/api/health',
    '/api/nothing',
    '/nothing.js',
    '/favicon.svg',
  ])('says what the browser may do with it: %s', async (path) => {
    const { headers, body } = await ask(server().url, { path, headers: { accept: 'text/html' } });
    const policy = readPolicy(String(headers['content-security-policy']));
    for (const name of ['script-src', 'connect-src', 'frame-src', 'worker-src', 'font-src']) {
      expect({ name, sources: policy.get(name) ?? policy.get('default-src') }).toEqual({
        name,
        sources: ["'self'"],
      });
    }
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    // Styles and images of any origin run nothing, and scripts never come from a string.
    expect(String(headers['content-security-policy'])).not.toMatch(/unsafe-eval|unsafe-hashes|wasm|\*/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['x-powered-by'] ?? headers.server).toBeUndefined();
    if (!String(headers['content-type']).startsWith('text/html')) return;
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|\son\w+=|javascript:/i);
  });

  test('of a screen is the page of the web app', async () => {
    expect(built).toBe(true);
    const { headers } = await ask(server().url, { path: '/reader', headers: { accept: 'text/html' } });
    expect(headers['content-type']).toMatch(/^text\/html/);
  });

  test('that refuses is a problem, never a page', async () => {
    for (const path of [
      '/api/<script>alert(1)</script>',
      '/api/runs/%3Cimg%20src=x%3E',
      '/api/entries?limit=<b>',
    ]) {
      const { status, headers } = await ask(server().url, {
        path: encodeURI(path),
        headers: { accept: 'text/html' },
      });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(headers['content-type']).toBe('application/problem+json');
    }
  });
});

function readPolicy(text: string): Map<string, string[]> {
  return new Map(
    text.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}
