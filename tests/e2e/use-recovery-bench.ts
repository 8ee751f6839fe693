import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { EntryHead } from '#schema/entry.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import type { Store } from '#store/store.ts';
import type { Reply } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { panelPage } from './panel-page.ts';
import { readerPage } from './reader-page.ts';
import { soon } from './soon.ts';
import { spacesPage } from './spaces-page.ts';
import { type Link, startLink } from './start-link.ts';
import { startOnStore } from './start-on-store.ts';
import type { RunningPrecis } from './start-precis.ts';
import { cancelRuns, useScriptedModel } from './use-model.ts';

export const bridge = 'The Harbour Bridge Closes for Two Years';
export const lastWords = 'These are the last words.';

/** A reply so slow that something can happen in between, and that a busy machine shows it growing. */
export const slowReply: Reply = {
  chunks: [...Array.from({ length: 60 }, (_, index) => `Part ${index} of it. `), lastWords],
  delayMs: 50,
};

/** A reply that starts and never ends. */
export const stalledReply: Reply = { ...slowReply, fault: { kind: 'stall', afterChunks: 20 } };

interface RecoveryBench {
  precis: RunningPrecis;
  link: Link;
  model: ScriptedModel;
  browser: TestBrowser;
}

/** The program with a sample feed and a scripted model, and a browser connected through a link that can break. */
export function useRecoveryBench(dialect: Store['dialect'] = 'sqlite') {
  let bench: RecoveryBench;

  beforeAll(async () => {
    const [link, model, browser] = await Promise.all([startLink(), startScriptedModel(), openBrowser()]);
    const precis = await startOnStore(dialect, { env: { PRECIS_PUBLIC_HOSTS: link.host } });
    bench = { precis, link, model, browser };
    link.leadTo(Number(new URL(precis.url).port));
    await precis.client.reader.feeds.addSample();
    await useScriptedModel(precis.client, model.baseUrl('openai'));
  });
  beforeEach(async () => {
    // A failed test may have left the program halted.
    await bench.precis.resume();
    await cancelRuns(bench.precis.client);
    bench.link.mend();
    answerBy(slowReply);
    for (const { id } of await entries()) await bench.precis.client.reader.summaries.clear(id);
  });
  afterEach(() => bench.browser.closePages());
  afterAll(async () => {
    await bench?.browser.close();
    await Promise.all([bench?.precis.stop(), bench?.link.close(), bench?.model.close()]);
  });

  async function entries(): Promise<EntryHead[]> {
    return (await bench.precis.client.reader.entries.list({ view: 'all' })).items;
  }

  /** Sets the reply from now on. A title is always generated. */
  function answerBy(reply: Reply): void {
    bench.model.always(({ system }) =>
      system.includes('You name conversations') ? { text: 'A title' } : reply,
    );
  }

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    return (await bench.browser.open(options)).page;
  }

  /** All page objects of a page. */
  function lookAt(page: Page) {
    return {
      page,
      reader: readerPage(page, bench.link.url),
      panel: panelPage(page),
      spaces: spacesPage(page, bench.link.url),
      away: page.getByText('Precis isn’t responding.'),
      offline: page.getByText('You are offline.'),
      back: page.getByText('Reconnected.'),
      star: page.getByRole('button', { name: 'Star', exact: true }),
      toast: page.getByRole('main').getByTestId('toast'),
    };
  }

  return {
    client: () => bench.precis.client,
    precis: () => bench.precis,
    link: () => bench.link,
    model: () => bench.model,
    url: () => bench.link.url,
    answerBy,
    async idOf(title: string): Promise<EntryHead['id']> {
      const found = (await entries()).find((entry) => entry.title === title);
      if (found === undefined) throw new Error(`there is no entry ${title}`);
      return found.id;
    },
    open: async (options?: BrowserContextOptions) => lookAt(await open(options)),
    /** Opens another tab in the same browser profile. */
    openBeside: async (page: Page) => lookAt(await page.context().newPage()),
    async openEntry(title = bridge, options?: BrowserContextOptions) {
      const opened = lookAt(await open(options));
      await opened.reader.open('/reader/all');
      await opened.reader.openEntry(title);
      await opened.panel.empty.waitFor();
      return opened;
    },
    async newThread(): Promise<ThreadId> {
      const space = await bench.precis.client.spaces.create({ name: 'Research' });
      return (await bench.precis.client.threads.create({ spaceId: space.id })).id;
    },
    async openThread(options?: BrowserContextOptions) {
      const id = await this.newThread();
      const opened = lookAt(await open(options));
      await opened.spaces.open(`/spaces/thread/${id}`);
      await opened.spaces.field.waitFor();
      return { ...opened, id };
    },
    /** Behaves like a browser without a network, which knows that it is offline and sends nothing. */
    async goOffline(page: Page): Promise<void> {
      bench.link.cut();
      await page.context().setOffline(true);
    },
    async goOnline(page: Page): Promise<void> {
      bench.link.mend();
      await page.context().setOffline(false);
    },
    async restart(
      signal: 'SIGTERM' | 'SIGKILL',
      { away, back }: { away: Locator; back: Locator },
    ): Promise<void> {
      await bench.precis.halt(signal);
      // The program starts so fast that a tab might not notice.
      await away.waitFor(soon);
      // The text is shown for a few seconds only, and a busy machine may take longer to start the program.
      await Promise.all([back.waitFor(soon), bench.precis.resume()]);
    },
  };
}
