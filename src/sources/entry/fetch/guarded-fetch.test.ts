import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createGuardedFetch, headersFor } from './guarded-fetch.ts';

const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<{ url: string; host: string; port: number }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, port };
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const never = async () => {
  throw new Error('no name may be looked up here');
};

describe('addresses', () => {
  test.each([
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://10.1.2.3/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://172.20.0.1/',
    'http://192.168.0.1/',
    'http://224.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[64:ff9b::7f00:1]/',
  ])('%s is refused', async (url) => {
    const guardedFetch = createGuardedFetch({ allowedHosts: [], resolve: never });
    await expect(guardedFetch(url)).rejects.toMatchObject({
      code: 'fetch_refused',
      message: expect.stringMatching(/is not a public address.*PRECIS_ALLOW_HOSTS/),
    });
  });

  test('a name that leads to this machine is refused, and never asked', async () => {
    let requests = 0;
    const { port } = await serve((_, response) => {
      requests++;
      response.end();
    });
    const guardedFetch = createGuardedFetch({ allowedHosts: [] });
    await expect(guardedFetch(`http://localhost:${port}/`)).rejects.toMatchObject({
      code: 'fetch_refused',
      message: expect.stringContaining(`add localhost:${port} to`),
    });
    expect(requests).toBe(0);
  });

  test('one private address among public ones refuses the name', async () => {
    const resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ];
    const guardedFetch = createGuardedFetch({ allowedHosts: [], resolve });
    await expect(guardedFetch('http://mixed.test/')).rejects.toMatchObject({
      code: 'fetch_refused',
      message: expect.stringContaining('it resolves to 10.0.0.7'),
    });
  });

  test('the address that was checked is the one that is connected: the name is looked up once', async () => {
    const { port } = await serve((request, response) => response.end(request.headers.host));
    const asked: string[] = [];
    const resolve = async (hostname: string) => {
      asked.push(hostname);
      return [{ address: asked.length === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }];
    };
    const guardedFetch = createGuardedFetch({ allowedHosts: [`page.test:${port}`], resolve });
    const { body } = await guardedFetch(`http://page.test:${port}/`);
    expect(new TextDecoder().decode(body)).toBe(`page.test:${port}`);
    expect(asked).toEqual(['page.test']);
  });

  test('an allowed host is opened for its port only, or for all ports without one', async () => {
    const one = await serve((_, response) => response.end('one'));
    const two = await serve((_, response) => response.end('two'));
    const narrow = createGuardedFetch({ allowedHosts: [one.host] });
    expect((await narrow(one.url)).status).toBe(200);
    await expect(narrow(two.url)).rejects.toMatchObject({ code: 'fetch_refused' });
    const wide = createGuardedFetch({ allowedHosts: ['127.0.0.1'] });
    expect((await wide(two.url)).status).toBe(200);
  });

  test.each([
    ['ftp://example.com/', /Only http and https/],
    ['file:///etc/passwd', /Only http and https/],
    ['data:text/html,x', /Only http and https/],
    ['not an address', /not a URL/],
    ['http://user:secret@example.com/', /contains a user name or password/],
  ])('%s is refused', async (url, message) => {
    const guardedFetch = createGuardedFetch({ allowedHosts: [], resolve: never });
    const error: Error = await guardedFetch(url).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'fetch_refused', message: expect.stringMatching(message) });
    expect(error.message).not.toContain('secret');
  });
});

describe('redirects', () => {
  test('are followed to the final address, relative ones too', async () => {
    const { url, host } = await serve((request, response) => {
      if (request.url === '/final') response.end('here');
      else response.writeHead(302, { location: request.url === '/' ? 'next' : '/final' }).end('moved');
    });
    const fetched = await createGuardedFetch({ allowedHosts: [host] })(`${url}/`);
    expect(fetched).toMatchObject({ url: `${url}/final`, status: 200 });
    expect(new TextDecoder().decode(fetched.body)).toBe('here');
  });

  test.each([
    'http://169.254.169.254/',
    'http://localhost:9999/',
    'file:///etc/passwd',
    'http://a:b@example.com/',
  ])('to %s are refused', async (location) => {
    const { url, host } = await serve((_, response) => response.writeHead(301, { location }).end());
    const guardedFetch = createGuardedFetch({ allowedHosts: [host] });
    await expect(guardedFetch(url)).rejects.toMatchObject({ code: 'fetch_refused' });
  });

  test('end after five', async () => {
    let requests = 0;
    const { url, host } = await serve((_, response) => {
      requests++;
      response.writeHead(307, { location: '/again' }).end();
    });
    const guardedFetch = createGuardedFetch({ allowedHosts: [host] });
    await expect(guardedFetch(url)).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('more than 5 times'),
    });
    expect(requests).toBe(6);
  });

  test('to another origin take no credentials along', async () => {
    const seen: unknown[] = [];
    const target = await serve((request, response) => {
      seen.push(request.headers.authorization, request.headers.cookie, request.headers['x-kept']);
      response.end();
    });
    const start = await serve((_, response) => response.writeHead(302, { location: target.url }).end());
    const guardedFetch = createGuardedFetch({ allowedHosts: ['127.0.0.1'] });
    await guardedFetch(start.url, { headers: { Authorization: 'Bearer x', cookie: 'a=b', 'x-kept': 'yes' } });
    expect(seen).toEqual([undefined, undefined, 'yes']);
  });

  test('from https to http of the same host and port take no credentials along', () => {
    const headers = { Authorization: 'Bearer x', 'x-kept': 'yes' };
    const from = new URL('https://example.org:8443/feed');
    expect(headersFor(new URL('http://example.org:8443/feed'), from, headers)).toEqual({ 'x-kept': 'yes' });
    expect(headersFor(new URL('https://example.org:8443/moved'), from, headers)).toEqual(headers);
  });
});

describe('size', () => {
  const maxBytes = 100_000;

  test.each([
    ['gzip', gzipSync(Buffer.alloc(200_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(200_000_000)))],
  ])('a %s bomb is refused before it unpacks', async (encoding, body) => {
    const { url, host } = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    const before = process.memoryUsage().arrayBuffers;
    const guardedFetch = createGuardedFetch({ allowedHosts: [host] });
    await expect(guardedFetch(url)).rejects.toMatchObject({
      code: 'fetch_too_large',
      message: expect.stringContaining('8 MiB'),
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60_000_000);
  });

  test('an endless answer is cut off and its connection closed', async () => {
    let closed: Promise<unknown> | undefined;
    const { url, host } = await serve((request, response) => {
      closed = new Promise((done) => request.socket.on('close', done));
      const write = () => {
        while (response.write('x'.repeat(1000)));
      };
      response.on('drain', write);
      write();
    });
    const guardedFetch = createGuardedFetch({ allowedHosts: [host], maxBytes });
    await expect(guardedFetch(url)).rejects.toMatchObject({ code: 'fetch_too_large' });
    await closed;
  });

  test('the limit itself is allowed, one byte more is not', async () => {
    const { url, host } = await serve((request, response) =>
      response.end('x'.repeat(Number(request.url?.slice(1)))),
    );
    const guardedFetch = createGuardedFetch({ allowedHosts: [host], maxBytes });
    expect((await guardedFetch(`${url}/${maxBytes}`)).body.byteLength).toBe(maxBytes);
    await expect(guardedFetch(`${url}/${maxBytes + 1}`)).rejects.toMatchObject({ code: 'fetch_too_large' });
  });

  test('compressed answers come out as they were', async () => {
    const text = 'Grüße, 世界. '.repeat(20_000);
    const { url, host } = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text)),
    );
    const { body } = await createGuardedFetch({ allowedHosts: [host] })(url);
    expect(new TextDecoder().decode(body)).toBe(text);
  });
});

describe('time and failures', () => {
  test.each([
    ['before the head of the answer', false],
    ['in the middle of the body', true],
  ])('a server that stalls %s is given up', async (_, startsBody) => {
    const { url, host } = await serve((_request, response) => {
      if (startsBody) response.write('begin');
    });
    const guardedFetch = createGuardedFetch({ allowedHosts: [host], timeoutMs: 150 });
    await expect(guardedFetch(url)).rejects.toMatchObject({
      code: 'fetch_timeout',
      message: `${host} did not respond within 0.15 s.`,
    });
  });

  test('a slow drip does not outlive the total time', async () => {
    const { url, host } = await serve((_, response) => {
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const guardedFetch = createGuardedFetch({ allowedHosts: [host], timeoutMs: 200 });
    await expect(guardedFetch(url)).rejects.toMatchObject({ code: 'fetch_timeout' });
  });

  test('a name server that never answers is given up', async () => {
    const guardedFetch = createGuardedFetch({
      allowedHosts: [],
      timeoutMs: 150,
      resolve: () => new Promise(() => {}),
    });
    await expect(guardedFetch('http://slow.test/')).rejects.toMatchObject({ code: 'fetch_timeout' });
  });

  test('the caller can call it off', async () => {
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const { url, host } = await serve(() => controller.abort(reason));
    const guardedFetch = createGuardedFetch({ allowedHosts: [host] });
    await expect(guardedFetch(url, { signal: controller.signal })).rejects.toBe(reason);
  });

  test('a closed port, an unknown name and a cut answer are told apart', async () => {
    const { url, port } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const guardedFetch = createGuardedFetch({ allowedHosts: ['127.0.0.1'] });
    const failure = (message: RegExp) => ({ code: 'fetch_failed', message: expect.stringMatching(message) });
    await expect(guardedFetch(url)).rejects.toMatchObject(failure(/closed the connection in the middle/));
    const closed = await serve(() => {});
    await new Promise((done) => servers.at(-1)?.close(done));
    await expect(guardedFetch(closed.url)).rejects.toMatchObject(failure(/refused the connection/));
    const unknown = createGuardedFetch({ allowedHosts: [], resolve: async () => [] });
    await expect(unknown(`http://nowhere.test:${port}/`)).rejects.toMatchObject(failure(/host nowhere.test/));
  });

  test('an answer that is not what its encoding says is a failure', async () => {
    const { url, host } = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip at all'),
    );
    const guardedFetch = createGuardedFetch({ allowedHosts: [host] });
    await expect(guardedFetch(url)).rejects.toMatchObject({ code: 'fetch_failed' });
  });
});
