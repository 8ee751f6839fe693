import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';
import { runCli } from './run-cli.ts';
import { runInside } from './run-inside.ts';

const timeoutMs = 60_000;

describe('precis feeds', () => {
  let home: string;
  let feeds: FeedServer;
  beforeEach(async () => {
    home = mkdtempSync(join(scratchFolder(), 'precis-feeds-'));
    feeds = await startFeedServer();
  });
  afterEach(async () => {
    await feeds.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  const env = { PRECIS_ALLOW_HOSTS: '127.0.0.1' };
  const run = (...args: string[]) => runInside(['feeds', ...args], { home, env });

  test(
    'lists the feeds of a site that has several, and adds all of them when asked to',
    async () => {
      const link = (title: string) =>
        `<link rel="alternate" type="application/rss+xml" title="${title}" href="/${title}">`;
      feeds.on('/', { body: link('News') + link('Sport'), headers: { 'content-type': 'text/html' } });
      const many = Array.from({ length: 45 }, (_, n) => ({ id: String(n), html: '<p>Some text.</p>' }));
      feeds.on('/News', { body: rss('News', many) });
      feeds.on('/Sport', { body: rss('Sport', []) });
      const listed = await run('add', feeds.url('/'));
      expect(listed).toMatchObject({ code: 3, err: expect.stringContaining('The site has 2 feeds') });
      expect(listed.out).toContain(feeds.url('/News'));
      expect(listed.out).toMatch(/Sport +RSS/);
      const added = await runCli(['feeds', 'add', feeds.url('/'), '--all'], { home, env });
      expect(added).toMatchObject({ code: 0 });
      expect(added.out).toBe(
        'Subscribed to “News”: 45 entries.\nSubscribed to “Sport”: the feed is empty.\n',
      );
      expect((await run()).out).toMatch(/Sport +0 +empty/);
    },
    timeoutMs,
  );
});
