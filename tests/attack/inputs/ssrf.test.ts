import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EntryId } from '#schema/entry.ts';
import { createGuardedFetch, guardedConnector } from '#sources/entry/fetch/guarded-fetch.ts';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';

/** A server that must not be reached. It is on this machine, on a port that is not allowed. */
let secret: Server;
let secretPort: number;
let reached: string[];
/** The only host and port that the setting allows. */
let open: FeedServer;
let server: ServerProcess;
let home: string;

beforeAll(async () => {
  const listener: RequestListener = (request, response) => {
    reached.push(`${request.method} ${request.url}`);
    response.end(rss('Inside', [{ id: '1', html: '<p>secret</p>' }]));
  };
  secret = createServer(listener).listen(0);
  await once(secret, 'listening');
  secretPort = (secret.address() as AddressInfo).port;
  open = await startFeedServer();
  home = mkdtempSync(join(tmpdir(), 'precis-ssrf-'));
  server = await startServer({
    home,
    databaseUrl: null,
    env: { PRECIS_ALLOW_HOSTS: new URL(open.url('/')).host },
  });
});
beforeEach(() => {
  reached = [];
});
afterAll(async () => {
  await server?.end('SIGTERM');
  await open?.close();
  secret?.close();
  secret?.closeAllConnections();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const inside = () => [
  `http://127.0.0.1:${secretPort}/`,
  `http://127.1:${secretPort}/`,
  `http://0.0.0.0:${secretPort}/`,
  `http://0:${secretPort}/`,
  `http://2130706433:${secretPort}/`,
  `http://017700000001:${secretPort}/`,
  `http://0x7f000001:${secretPort}/`,
  `http://0x7f.1:${secretPort}/`,
  `http://127.0.0.1.:${secretPort}/`,
  `http://１２７.０.０.１:${secretPort}/`,
  `http://localhost:${secretPort}/`,
  `http://localhost.:${secretPort}/`,
  `http://LOCALHOST:${secretPort}/`,
  `http://[::1]:${secretPort}/`,
  `http://[::]:${secretPort}/`,
  `http://[::ffff:127.0.0.1]:${secretPort}/`,
  `http://[::ffff:7f00:1]:${secretPort}/`,
  `http://[::127.0.0.1]:${secretPort}/`,
  `http://[64:ff9b::7f00:1]:${secretPort}/`,
  `http://[2002:7f00:1::]:${secretPort}/`,
  `http://[fc00::1]/`,
  `http://[fd00:ec2::254]/`,
  `http://[fe80::1]/`,
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://100.100.100.200/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:70/_x',
  'ftp://127.0.0.1/',
  'data:text/html,<p>hello</p>',
  'blob:http://127.0.0.1/x',
  `http://example.com@127.0.0.1:${secretPort}/`,
  `http://127.0.0.1:${secretPort}#@example.com/`,
  `http:\\\\127.0.0.1:${secretPort}\\`,
  `http:/127.0.0.1:${secretPort}/`,
];

const refusals = new Set(['fetch_refused', 'fetch_failed', 'feed_missing', 'invalid_input', 'conflict']);

/** Checks that the attempt is rejected with an error code, and that no internal server was contacted. */
async function expectRefused(attempt: Promise<unknown>, what: string): Promise<void> {
  const outcome = await attempt.then(
    () => 'let through',
    (error: { code: string }) => error.code,
  );
  expect(refusals.has(outcome) || `${what}: ${outcome}`).toBe(true);
  expect(reached).toEqual([]);
}

describe('an address inside', () => {
  test('is reached neither as a page nor as a feed nor as a saved page', async () => {
    for (const url of inside()) {
      await expectRefused(server.client.fetchPage(url), url);
      await expectRefused(server.client.reader.feeds.subscribe({ url }), url);
      await expectRefused(server.client.reader.entries.add({ kind: 'page', url }), url);
    }
    expect(reached).toEqual([]);
  });

  test('is reached by no redirect, at the first hop or at a later one, whatever its status', async () => {
    const targets = inside();
    for (const [index, location] of targets.entries()) {
      const status = [301, 302, 303, 307, 308][index % 5] ?? 302;
      // A header is limited to Latin-1, so browsers and servers percent-encode the rest.
      open.on('/last', { status, headers: { location: encodeURI(location) } });
      open.on('/first', { status: 302, headers: { location: '/last' } });
      await expectRefused(server.client.fetchPage(open.url('/last')), location);
      await expectRefused(server.client.reader.feeds.subscribe({ url: open.url('/first') }), location);
    }
    expect(reached).toEqual([]);
  });

  test('is reached by no link that a page names for its feed, nor by its base address', async () => {
    const links = inside().map((href) => `<link rel="alternate" type="application/rss+xml" href="${href}">`);
    const type = { 'content-type': 'text/html' };
    for (const [index, link] of links.entries()) {
      open.on(`/site${index}`, { headers: type, body: `<html><head>${link}</head><body>x</body></html>` });
      await expectRefused(server.client.reader.feeds.subscribe({ url: open.url(`/site${index}`) }), link);
    }
    const base = `<base href="http://127.0.0.1:${secretPort}/">`;
    const relative = '<link rel="alternate" type="application/rss+xml" href="/feed">';
    open.on('/based', { headers: type, body: `<html><head>${base}${relative}</head><body>x</body></html>` });
    await expectRefused(server.client.reader.feeds.subscribe({ url: open.url('/based') }), base);
    expect(reached).toEqual([]);
  });

  test('is reached by no picture of an article, named or redirected to', async () => {
    const pictures = inside().map((url, index) => {
      open.on(`/picture${index}`, { status: 302, headers: { location: encodeURI(url) } });
      return `<img src="${url}"><img src="${open.url(`/picture${index}`)}">`;
    });
    const html = `<p>${'Words of an article. '.repeat(20)}</p>${pictures.join('')}`;
    open.on('/pictured', { body: rss('Pictured', [{ id: '1', html }]) });
    const feed = await server.client.reader.feeds.subscribe({ url: open.url('/pictured') });
    const [head] = (await server.client.reader.entries.list({ feedId: feed.id })).items;
    const entry = await server.client.reader.entries.get(head?.id as EntryId);
    const sources = [...entry.html.matchAll(/<img src="([^"]*)"/g)].map(([, source = '']) => source);
    expect(sources.length).toBeGreaterThan(50);
    for (const source of sources.filter((each) => !each.startsWith('data:'))) {
      expect(source).toMatch(/^\/api\/entries\//);
      const answer = await fetch(new URL(source, server.url));
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    }
    expect(reached).toEqual([]);
  });

  test('is reached by no list of feeds', async () => {
    const outlines = inside().map((url) => `<outline type="rss" text="x" xmlUrl="${url}" htmlUrl="${url}"/>`);
    const opml = `<opml version="2.0"><body>${outlines.join('')}</body></opml>`;
    const { added } = await server.client.reader.opml.import(opml);
    await server.client.reader.feeds.refresh();
    await expect
      .poll(async () => (await server.client.reader.feeds.progress()).running, { timeout: 40_000 })
      .toBe(false);
    const { feeds } = await server.client.reader.subscriptions();
    const listed = feeds.filter(({ url }) => !url.startsWith(open.url('')));
    expect(listed.length).toBe(added);
    for (const feed of listed) {
      expect(refusals.has(feed.errorCode ?? '') || feed.url).toBe(true);
      await server.client.reader.feeds.remove(feed.id);
    }
    expect(reached).toEqual([]);
  });

  test('is reached by no picture, icon, film or link in an article: they are not fetched at all', async () => {
    const at = `http://127.0.0.1:${secretPort}`;
    const html = `<html><head><base href="${at}/"><link rel="icon" href="${at}/icon"></head><body><article>
      <p>${'A sentence of an ordinary article, long enough to be one. '.repeat(20)}</p>
      <img src="${at}/a.png" srcset="${at}/b.png 2x"><iframe src="${at}/frame"></iframe><video src="${at}/film"></video>
      <object data="${at}/object"></object><a href="${at}/link">here</a><link rel="stylesheet" href="${at}/style">
      </article></body></html>`;
    open.on('/article', { headers: { 'content-type': 'text/html' }, body: html });
    await server.client.fetchPage(open.url('/article'));
    const entry = await server.client.reader.entries.add({ kind: 'page', url: open.url('/article') });
    expect(entry.text).toContain('ordinary article');
    expect(reached).toEqual([]);
  });
});

describe('a setting', () => {
  test('opens the host and port it names, and nothing beside them', async () => {
    open.on('/feed', { body: rss('Open', [{ id: '1', html: '<p>hello</p>' }]) });
    expect((await server.client.reader.feeds.subscribe({ url: open.url('/feed') })).title).toBe('Open');
    await expectRefused(server.client.fetchPage(`http://127.0.0.1:${secretPort}/feed`), 'another port');
    await expectRefused(server.client.fetchPage(open.url('/feed', 'localhost')), 'another name');
    await expectRefused(
      server.client.fetchPage(open.url('/feed').replace('127.0.0.1', '127.0.0.2')),
      'another address',
    );
  });
});

describe('a name', () => {
  test('that changes where it leads is checked again for every connection', async () => {
    const asked: string[] = [];
    const resolve = async (hostname: string) => {
      asked.push(hostname);
      return [{ address: asked.length === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }];
    };
    const guardedFetch = createGuardedFetch({ allowedHosts: [], resolve, timeoutMs: 1000 });
    // This is an address for documentation. It is not public either, so nothing outside this machine is called.
    await expect(guardedFetch(`http://rebind.test:${secretPort}/`)).rejects.toMatchObject({
      code: 'fetch_refused',
      message: expect.stringContaining('192.0.2.1'),
    });
    await expect(guardedFetch(`http://rebind.test:${secretPort}/`)).rejects.toMatchObject({
      code: 'fetch_refused',
      message: expect.stringContaining('127.0.0.1'),
    });
    expect(reached).toEqual([]);
  });

  test('is looked up once for each connection, and the socket goes to what was looked up then', async () => {
    const answers = ['127.0.0.1', '203.0.113.9'];
    let lookups = 0;
    const connect = guardedConnector({
      allowedHosts: [`page.test:${secretPort}`],
      timeoutMs: 2000,
      resolve: async () => [{ address: answers[lookups++] ?? '203.0.113.9', family: 4 }],
    });
    const socket = await new Promise<{ remoteAddress?: string | undefined; destroy(): void }>(
      (done, fail) => {
        connect(
          { hostname: 'page.test', protocol: 'http:', port: String(secretPort), host: 'page.test' },
          (...[error, connected]) => (error ? fail(error) : done(connected)),
        );
      },
    );
    expect(socket.remoteAddress).toBe('127.0.0.1');
    expect(lookups).toBe(1);
    socket.destroy();
  });

  test.each([
    'metadata.google.internal',
    'metadata',
    'instance-data',
    'kubernetes.default.svc',
    'router.local',
    'precis.internal',
  ])('%s is judged by its addresses, however many of them are public', async (name) => {
    const resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '169.254.169.254', family: 4 },
    ];
    const guardedFetch = createGuardedFetch({ allowedHosts: ['other.test'], resolve, timeoutMs: 2000 });
    await expect(guardedFetch(`http://${name}/`)).rejects.toMatchObject({ code: 'fetch_refused' });
  });
});
