import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { readerPage } from './reader-page.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { tagsPage } from './tags-page.ts';
import { bridgeText } from './texts.ts';
import { useOfflineModel, useScriptedModel } from './use-model.ts';

interface TagsBench {
  precis: RunningPrecis;
  model: ScriptedModel;
  feeds: FeedServer;
  browser: TestBrowser;
}

/**
 * The program with a feed, a scripted model and a browser, for all tests of a file. Before each test, all tags are
 * removed. A dismissed tag is not suggested again, so each test uses entries of its own.
 */
export function useTagsBench({ entries = 3 }: { entries?: number } = {}) {
  let bench: TagsBench;

  beforeAll(async () => {
    const [precis, model, feeds, browser] = await Promise.all([
      startPrecis(),
      startScriptedModel(),
      startFeedServer(),
      openBrowser(),
    ]);
    bench = { precis, model, feeds, browser };
    publish(entries);
    await precis.client.reader.feeds.subscribe({ url: feeds.url('/feed') });
  });
  beforeEach(async () => {
    const { client } = bench.precis;
    await useOfflineModel(client);
    for (const { id } of await client.tags.list()) await client.tags.remove(id);
  });
  afterEach(() => bench.browser.closePages());
  afterAll(async () => {
    await bench?.browser.close();
    await Promise.all([bench?.precis.stop(), bench?.model.close(), bench?.feeds.close()]);
  });

  /** Publishes entries with the same text. The one with the highest number is the newest. */
  function publish(count: number): void {
    const items = Array.from({ length: count }, (_, index) => ({
      id: `entry-${index}`,
      title: `Bridge report ${index + 1}`,
      html: bridgeText
        .split('\n\n')
        .map((words) => `<p>${words}</p>`)
        .join(''),
      date: new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toUTCString(),
    }));
    bench.feeds.on('/feed', { body: rss('The bridge desk', items) });
  }

  function pagesOf(page: Page) {
    return { reader: readerPage(page, bench.precis.url), tags: tagsPage(page) };
  }

  return {
    client: () => bench.precis.client,
    model: () => bench.model,
    publish,
    useModel: () => useScriptedModel(bench.precis.client, bench.model.baseUrl('openai')),
    async idOf(title: string) {
      const { items } = await bench.precis.client.reader.entries.list({ view: 'all', limit: 500 });
      const found = items.find((entry) => entry.title === title);
      if (found === undefined) throw new Error(`there is no entry ${title}`);
      return found.id;
    },
    async open(path: string, options: BrowserContextOptions = {}) {
      const { page, complaints } = await bench.browser.open(options);
      const pages = pagesOf(page);
      await pages.reader.open(path);
      return { page, complaints, ...pages };
    },
    /** Opens another tab of the same browser. */
    async openTab(page: Page, path: string) {
      const tab = await page.context().newPage();
      const pages = pagesOf(tab);
      await pages.reader.open(path);
      return { page: tab, ...pages };
    },
    /** Opens an entry in a new page. */
    async openEntry(title = 'Bridge report 1', options: BrowserContextOptions = {}) {
      const opened = await this.open('/reader/all', options);
      await opened.reader.openEntry(title);
      await opened.reader.body.waitFor();
      return opened;
    },
  };
}
