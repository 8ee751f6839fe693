import type { BrowserContextOptions, Locator } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { EntryHead } from '#schema/entry.ts';
import { type FeedServer, startFeedServer } from '#tests/fixtures/feed-server.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { panelPage } from './panel-page.ts';
import { readerPage } from './reader-page.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { cancelRuns, useOfflineModel, useScriptedModel } from './use-model.ts';

export const bridge = 'The Harbour Bridge Closes for Two Years';
export const knife = 'How to Sharpen a Kitchen Knife with a Single Stone';

/** Words that arrive one by one for a minute, because on a busy machine a test takes long to abort. */
export const slowWords = {
  chunks: Array.from({ length: 2400 }, (_, index) => `word${index} `),
  delayMs: 25,
};

interface PanelBench {
  precis: RunningPrecis;
  model: ScriptedModel;
  pages: FeedServer;
  browser: TestBrowser;
}

/** The program with its sample feed, a scripted model, pages to fetch and a browser, for all tests of a file. */
export function usePanelBench() {
  let bench: PanelBench;

  beforeAll(async () => {
    const [precis, model, pages, browser] = await Promise.all([
      startPrecis(),
      startScriptedModel(),
      startFeedServer(),
      openBrowser(),
    ]);
    bench = { precis, model, pages, browser };
    await precis.client.reader.feeds.addSample();
  });
  beforeEach(async () => {
    await useOfflineModel(bench.precis.client);
    await cancelRuns(bench.precis.client);
    for (const { id } of await entries()) await bench.precis.client.reader.summaries.clear(id);
  });
  afterEach(() => bench.browser.closePages());
  afterAll(async () => {
    await bench.browser.close();
    await Promise.all([bench.precis.stop(), bench.model.close(), bench.pages.close()]);
  });

  async function entries(): Promise<EntryHead[]> {
    return (await bench.precis.client.reader.entries.list({ view: 'all' })).items;
  }

  return {
    client: () => bench.precis.client,
    url: () => bench.precis.url,
    model: () => bench.model,
    pages: () => bench.pages,
    /** Uses the scripted model until the end of the test. */
    useModel: (named: { name?: string; model?: string } = {}) =>
      useScriptedModel(bench.precis.client, bench.model.baseUrl('openai'), named),
    async idOf(title: string): Promise<EntryHead['id']> {
      const found = (await entries()).find((entry) => entry.title === title);
      if (found === undefined) throw new Error(`there is no entry ${title}`);
      return found.id;
    },
    /** Opens an entry in a new page. */
    async openEntry(title = bridge, options: BrowserContextOptions = {}) {
      const { page, complaints } = await bench.browser.open({
        permissions: ['clipboard-read', 'clipboard-write'],
        ...options,
      });
      const reader = readerPage(page, bench.precis.url);
      const panel = panelPage(page);
      await reader.open('/reader/all');
      await reader.openEntry(title);
      await panel.empty.waitFor();
      return { page, complaints, reader, panel };
    },
  };
}

/** The text, or null while it is absent. */
export async function textOf(locator: Locator): Promise<string | null> {
  return (await locator.count()) === 0 ? null : locator.innerText();
}
