import { expect, test } from 'vitest';
import { rss } from '#tests/fixtures/feed-server.ts';
import { describeEachReader, type ReaderTest } from './each-reader.ts';

const icon = '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>';
const html = { 'content-type': 'text/html' };

async function askIcon({ app, feeds, reader }: ReaderTest) {
  // The icon is that of the site's front page, whatever page the feed names.
  const site = feeds.url('/news/today');
  feeds.on('/feed', { body: rss('City Desk', [{ id: '1', title: 'One' }], '', site) });
  const { id } = await reader.feeds.subscribe({ url: feeds.url('/feed') });
  return () => app.fetch(new Request(`http://127.0.0.1/api/feeds/${id}/icon`));
}

describeEachReader('the icon of a feed', (current) => {
  test('is what its site names, fetched once', async () => {
    const { feeds } = current();
    feeds.on('/', {
      body: '<link rel="icon" href="/none.png"><link rel="icon" href="/i.svg">',
      headers: html,
    });
    feeds.on('/i.svg', { body: icon });
    const ask = await askIcon(current());
    for (const answer of await Promise.all([ask(), ask()])) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/svg+xml');
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
      expect(await answer.text()).toBe(icon);
    }
    await ask();
    expect([feeds.requests('/'), feeds.requests('/i.svg')].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('is at the usual place where the page names none', async () => {
    const { feeds } = current();
    feeds.on('/favicon.ico', { body: new Uint8Array([0, 0, 1, 0, 1, 0, 16, 16]) });
    const ask = await askIcon(current());
    expect((await ask()).headers.get('content-type')).toBe('image/x-icon');
  });

  test('is missing where there is none, and the site is not asked again', async () => {
    const { feeds } = current();
    feeds.on('/', {
      body: '<link rel="icon" href="http://127.0.0.2:1/router"><link rel="icon" href="/page"><link rel="icon" href="/large.svg">',
      headers: html,
    });
    feeds.on('/page', { body: '<html>not an image</html>' });
    feeds.on('/large.svg', { body: `${icon}${' '.repeat(300_000)}` });
    const ask = await askIcon(current());
    expect((await ask()).status).toBe(404);
    expect((await ask()).status).toBe(404);
    expect(feeds.requests('/')).toHaveLength(1);
  });
});
