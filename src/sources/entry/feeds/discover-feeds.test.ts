import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createGuardedFetch } from '#sources/entry/fetch/guarded-fetch.ts';
import { markupReaders } from '#sources/entry/pages/markup-readers.ts';
import { discoverFeeds } from './subscribe.ts';

const rss = '<rss version="2.0"><channel><title>Found</title><item><title>One</title></item></channel></rss>';
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

/** Starts a site that answers by path and records the requested paths. */
async function openSite(answer: (path: string, response: ServerResponse, request: IncomingMessage) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request.url ?? '', response, request);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const guardedFetch = createGuardedFetch({ allowedHosts: [host], timeoutMs: 60_000 });
  return {
    host,
    asked,
    discover: (address: string) => discoverFeeds({ guardedFetch, markup: markupReaders }, address),
  };
}

const notFound = (response: ServerResponse) => response.writeHead(404).end('no');
const html = (response: ServerResponse, page: string) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(page);

describe('the feed of an address', () => {
  test('is the address itself, whatever type it is sent as', async () => {
    const { host, discover } = await openSite((_, response) => html(response, rss));
    const found = await discover(`http://${host}/any`);
    expect(found).toMatchObject({ kind: 'feed', url: `http://${host}/any` });
    expect(found.kind === 'feed' && new TextDecoder().decode(found.body)).toBe(rss);
    expect(found.kind === 'feed' && found.headers.get('content-type')).toBe('text/html');
  });

  test.each([
    ['without a scheme, over http where https does not answer', (host: string) => ` ${host}/feed `],
    ['with the old scheme', (host: string) => `feed:http://${host}/feed`],
  ])('is found %s', async (_, address) => {
    const { host, discover } = await openSite((_path, response) => response.end(rss));
    expect(await discover(address(host))).toMatchObject({ kind: 'feed', url: `http://${host}/feed` });
  });

  test('is one of those that the page names, comments last', async () => {
    const { host, asked, discover } = await openSite((_, response) =>
      html(
        response,
        `<html><head><base href="/blog/"><link rel="alternate" type="application/rss+xml" title="Comments" href="comments">
        <link rel="ALTERNATE nofollow" type="application/atom+xml; charset=utf-8" title=" Posts " href="atom.xml">
        <link rel="alternate" type="application/feed+json" href="https://other.example/feed.json">
        <link rel="alternate" type="application/json" href="/wp-json/posts/1"><link rel="alternate" hreflang="de" href="/de">
        <link rel="stylesheet" href="x.css"><link rel="alternate" type="application/atom+xml" href="atom.xml">
        <link rel="alternate" type="application/rss+xml" href="javascript:alert(1)"></head><body></body></html>`,
      ),
    );
    expect(await discover(`http://${host}/`)).toEqual({
      kind: 'choices',
      feeds: [
        { url: `http://${host}/blog/atom.xml`, title: 'Posts', format: 'atom' },
        { url: 'https://other.example/feed.json', title: null, format: 'json' },
        { url: `http://${host}/blog/comments`, title: 'Comments', format: 'rss' },
      ],
    });
    expect(asked).toEqual(['/']);
  });

  test('is at a usual place when the page names none', async () => {
    const { host, asked, discover } = await openSite((path, response) => {
      if (path === '/blog/') html(response, '<p>Hello</p>');
      else if (path === '/atom.xml') response.end(rss);
      else if (path === '/feed') html(response, '<p>not here</p>');
      else notFound(response);
    });
    expect(await discover(`http://${host}/blog/`)).toMatchObject({
      kind: 'feed',
      url: `http://${host}/atom.xml`,
    });
    expect(asked).toEqual(['/blog/', '/blog/feed', '/feed', '/rss', '/rss.xml', '/atom.xml']);
  });

  test('is missing after ten requests at the most', async () => {
    const { host, asked, discover } = await openSite((path, response) =>
      path === '/a/b' ? html(response, '<p>x</p>') : notFound(response),
    );
    await expect(discover(`http://${host}/a/b`)).rejects.toMatchObject({ code: 'feed_missing' });
    expect(asked.length).toBeLessThanOrEqual(10);
  });

  test('may be there although the page is not', async () => {
    const { host, discover } = await openSite((path, response) =>
      path === '/feed' ? response.end(rss) : response.writeHead(403).end(),
    );
    expect(await discover(`http://${host}/`)).toMatchObject({ kind: 'feed' });
  });

  test('is not to be had from a site that answers with errors only', async () => {
    const { host, discover } = await openSite((_, response) => response.writeHead(500).end());
    await expect(discover(`http://${host}/`)).rejects.toMatchObject({
      code: 'fetch_failed',
      details: { status: 500 },
    });
  });

  test('is not looked for in places that may not be fetched', async () => {
    const { discover } = await openSite(() => {});
    await expect(discover('http://127.0.0.2:8080/')).rejects.toMatchObject({ code: 'fetch_refused' });
    await expect(discover('file:///etc/passwd')).rejects.toMatchObject({ code: 'fetch_refused' });
    await expect(discover('javascript:alert(1)')).rejects.toMatchObject({ code: 'fetch_refused' });
  });
});
