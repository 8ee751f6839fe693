import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGuardedFetch, type GuardedFetch } from '#sources/entry/fetch/guarded-fetch.ts';
import { fetchPage } from './fetch-page.ts';
import { markupReaders } from './markup-readers.ts';

interface Answer {
  status?: number;
  type?: string;
  body?: string | Uint8Array;
}

let server: Server;
let url: string;
let guardedFetch: GuardedFetch;
let answer: Answer;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/old') {
      response.writeHead(301, { location: '/new' }).end();
      return;
    }
    const { status = 200, type, body = '' } = answer;
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  url = `http://${host}`;
  guardedFetch = createGuardedFetch({ allowedHosts: [host] });
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  answer = {};
});

function fetchAnswer(next: Answer) {
  answer = next;
  return fetchPage({ guardedFetch, markup: markupReaders }, `${url}/`);
}

describe('kinds of pages', () => {
  test('HTML gives its article, under its final address', async () => {
    const body =
      '<html lang="fr"><head><title>Titre</title></head><body><p>Bonjour à tous.</p></body></html>';
    answer = { type: 'text/html; charset=utf-8', body };
    expect(await fetchPage({ guardedFetch, markup: markupReaders }, `${url}/old`)).toEqual({
      url: `${url}/new`,
      title: 'Titre',
      html: '<div><p>Bonjour à tous.</p></div>',
      text: 'Bonjour à tous.',
      byline: null,
      language: 'fr',
    });
  });

  test.each(['text/plain', 'text/markdown; charset=utf-8', undefined])('%s stays as it is', async (type) => {
    const body = '# Title\n\n- a <b>\n- c\n';
    expect(await fetchAnswer({ body, ...(type ? { type } : {}) })).toMatchObject({ title: null, text: body });
  });

  test('a page without a type is HTML when it looks like it', async () => {
    expect(await fetchAnswer({ body: ' <!DOCTYPE html><title>T</title><p>x' })).toMatchObject({
      title: 'T',
      text: 'x',
    });
  });

  test.each(['application/pdf', 'image/png', 'application/json', 'application/octet-stream'])(
    '%s is not supported',
    async (type) => {
      await expect(fetchAnswer({ type, body: 'x' })).rejects.toMatchObject({
        code: 'fetch_unsupported',
        message: expect.stringContaining(type),
      });
    },
  );

  test('binary data in the guise of text is not supported', async () => {
    const binary = Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0);
    await expect(fetchAnswer({ type: 'text/plain', body: binary })).rejects.toMatchObject({
      code: 'fetch_unsupported',
    });
    await expect(fetchAnswer({ body: binary })).rejects.toMatchObject({ code: 'fetch_unsupported' });
  });
});

describe('character sets', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  test.each<[string, Answer, string]>([
    ['the header', { type: 'text/plain; charset=ISO-8859-1', body: latin1('Grüße') }, 'Grüße'],
    [
      'the header over the meta element',
      { type: 'text/html;charset="utf-8"', body: '<meta charset=latin1><p>ü' },
      'ü',
    ],
    ['the meta element', { type: 'text/html', body: latin1('<html><meta charset="iso-8859-1"><p>é') }, 'é'],
    [
      'the older meta element',
      {
        type: 'text/html',
        body: Buffer.concat([
          Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><p>'),
          Uint8Array.of(0x93, 0xfa, 0x96, 0x7b),
        ]),
      },
      '日本',
    ],
    [
      'a byte order mark',
      { type: 'text/plain; charset=latin1', body: Buffer.from('\uFEFFhé', 'utf16le') },
      'hé',
    ],
    ['the bytes, as UTF-8', { type: 'text/plain', body: 'naïve 世界' }, 'naïve 世界'],
    ['the bytes, as Windows-1252', { type: 'text/plain', body: latin1('na\xefve \x93') }, 'naïve “'],
    ['the bytes, when the header names no known set', { type: 'text/plain; charset=x-none', body: 'ü' }, 'ü'],
  ])('are told by %s', async (_, given, text) => {
    expect((await fetchAnswer(given)).text).toBe(text);
  });
});

describe('HTTP errors', () => {
  test.each([401, 402, 403, 451])('%i means that the page is blocked', async (status) => {
    await expect(fetchAnswer({ status, type: 'text/html', body: 'Subscribe!' })).rejects.toMatchObject({
      code: 'source_blocked',
      details: { status },
    });
  });

  test.each([304, 404, 429, 500, 503])('%i is a failure that names the status', async (status) => {
    await expect(fetchAnswer({ status })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining(`HTTP ${status}`),
      details: { status },
    });
  });
});
