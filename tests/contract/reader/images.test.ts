import { expect, test } from 'vitest';
import type { EntryId } from '#schema/entry.ts';
import { rss } from '#tests/fixtures/feed-server.ts';
import { article, describeEachReader, type ReaderTest } from './each-reader.ts';

const png = (width: number, height: number) => {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};

async function readWith({ feeds, reader }: ReaderTest, html: string) {
  feeds.on('/feed', { body: rss('Pictures', [{ id: '1', title: 'One', html: article + html }]) });
  const { id: feedId } = await reader.feeds.subscribe({ url: feeds.url('/feed') });
  const [head] = (await reader.entries.list({ feedId })).items;
  const id = head?.id as EntryId;
  const entry = await reader.entries.get(id);
  return {
    id,
    imageKey: head?.imageKey,
    sources: [...entry.html.matchAll(/<img src="([^"]*)"/g)].map(([, src = '']) => src),
  };
}

const get = ({ app }: ReaderTest, path: string) => app.fetch(new Request(`http://127.0.0.1${path}`));

describeEachReader('pictures of articles', (current) => {
  test('are fetched by the server, once, without a trace of the browser', async () => {
    const test = current();
    test.feeds.on('/a.png', { body: png(640, 480), headers: { 'content-type': 'text/html' } });
    const { id, imageKey, sources } = await readWith(test, `<img src="${test.feeds.url('/a.png')}">`);
    expect(imageKey).toMatch(/^[\da-f]{32}$/);
    expect(sources).toEqual([`/api/entries/${id}/images/${imageKey}`]);
    const [source = ''] = sources;
    const answers = await Promise.all([get(test, source), get(test, source), get(test, source)]);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/png');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(png(640, 480));
    }
    const asked = test.feeds.requests('/a.png');
    expect(asked).toHaveLength(1);
    expect(asked[0]).not.toHaveProperty('referer');
    expect(asked[0]).not.toHaveProperty('cookie');
  });

  test('that are a drawing can run nothing and reach nothing', async () => {
    const test = current();
    test.feeds.on('/a.svg', {
      body: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    });
    const { sources } = await readWith(test, `<img src="${test.feeds.url('/a.svg')}">`);
    const answer = await get(test, sources[0] ?? '');
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
  });

  test('that count readers are asked for once and never shown', async () => {
    const test = current();
    test.feeds.on('/open', { body: png(1, 1) });
    const { sources } = await readWith(test, `<img src="${test.feeds.url('/open')}">`);
    for (let time = 0; time < 3; time++) {
      const answer = await get(test, sources[0] ?? '');
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await answer.json()).toMatchObject({ code: 'fetch_unsupported' });
    }
    expect(test.feeds.requests('/open')).toHaveLength(1);
  });

  test('that are pages, missing or too large are refused, and not asked for again at once', async () => {
    const test = current();
    test.feeds.on('/page', { body: '<html><svg></svg></html>', headers: { 'content-type': 'image/png' } });
    test.feeds.on('/large', { body: Buffer.concat([png(64, 64), Buffer.alloc(11 * 1024 * 1024)]) });
    const paths = ['/page', '/gone', '/large'];
    const { sources } = await readWith(
      test,
      paths.map((path) => `<img src="${test.feeds.url(path)}">`).join(''),
    );
    expect(sources).toHaveLength(3);
    for (const source of [...sources, ...sources])
      expect((await get(test, source)).status).toBeGreaterThanOrEqual(400);
    for (const path of paths) expect(test.feeds.requests(path)).toHaveLength(1);
  });

  test('are given out only for the article that names them', async () => {
    const test = current();
    test.feeds.on('/a.png', { body: png(9, 9) });
    const { id, sources } = await readWith(test, `<img src="${test.feeds.url('/a.png')}">`);
    const other = await test.reader.entries.add({ kind: 'text', title: 'Other', text: 'Words. '.repeat(40) });
    const key = sources[0]?.split('/').at(-1) ?? '';
    expect((await get(test, `/api/entries/${other.id}/images/${key}`)).status).toBe(404);
    expect((await get(test, `/api/entries/${id}/images/${'0'.repeat(32)}`)).status).toBe(404);
    expect((await get(test, `/api/entries/${id}/images/${encodeURIComponent('../x')}`)).status).toBe(400);
    expect(test.feeds.requests('/a.png')).toHaveLength(0);
  });

  test('come from a process that never showed the article, and are kept between processes', async () => {
    const test = current();
    test.feeds.on('/a.png', { body: png(9, 9) });
    const { sources } = await readWith(test, `<img src="${test.feeds.url('/a.png')}">`);
    expect((await get(test, sources[0] ?? '')).status).toBe(200);
    const second = await test.openAnotherApp();
    const answer = await second.fetch(new Request(`http://127.0.0.1${sources[0]}`));
    expect(answer.status).toBe(200);
    expect(test.feeds.requests('/a.png')).toHaveLength(1);
  });

  test('are counted in storage and can be cleared', async () => {
    const test = current();
    test.feeds.on('/a.png', { body: png(9, 9) });
    const { sources } = await readWith(test, `<img src="${test.feeds.url('/a.png')}">`);
    await get(test, sources[0] ?? '');
    expect((await test.client.storage.get()).counts.images).toBe(1);
    await test.client.storage.clear('images');
    expect((await test.client.storage.get()).counts.images).toBe(0);
    expect((await get(test, sources[0] ?? '')).status).toBe(200);
    expect(test.feeds.requests('/a.png')).toHaveLength(2);
  });
});
