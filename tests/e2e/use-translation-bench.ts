import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { EntryId } from '#schema/entry.ts';
import type { FeedId } from '#schema/feed.ts';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import type { Reply, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import {
  type AskedPair,
  isTranslation,
  readAsked,
  type TranslatedArticle,
  toJson,
} from '#tests/fixtures/translated-article.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { readerPage } from './reader-page.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { translationPage } from './translation-page.ts';
import { useScriptedModel } from './use-model.ts';

type Article = Pick<TranslatedArticle, 'html' | 'translations'>;
type Answer = (asked: AskedPair[], call: number, request: ScriptedRequest) => Reply;

interface Bench {
  precis: RunningPrecis;
  model: ScriptedModel;
  feeds: FeedServer;
  browser: TestBrowser;
}

const wellTranslated: Answer = (asked) => ({ text: toJson(asked) });

/** The program with a browser and a model that translates known texts into German, for all tests of a file. */
export function useTranslationBench() {
  const known = new Map<string, string>();
  const feedIds = new Map<string, FeedId>();
  let bench: Bench;
  let answer = wellTranslated;
  let calls = 0;
  let earlier = 0;

  beforeAll(async () => {
    const [precis, model, feeds, browser] = await Promise.all([
      startPrecis(),
      startScriptedModel(),
      startFeedServer(),
      openBrowser(),
    ]);
    bench = { precis, model, feeds, browser };
    model.always((request) => {
      if (!isTranslation(request)) return { text: 'Die Fähre beförderte viele Fahrgäste.' };
      calls += 1;
      return answer(readAsked(request, known), calls, request);
    });
  });
  beforeEach(async () => {
    answerWith(wellTranslated);
    earlier = bench.model.requests.length;
    await useScriptedModel(bench.precis.client, bench.model.baseUrl('openai'));
    await bench.precis.client.settings.patch({
      translation: { defaultTargetLanguage: 'de', glossary: [] },
    });
  });
  afterEach(() => bench.browser.closePages());
  afterAll(async () => {
    await bench.browser.close();
    await Promise.all([bench.precis.stop(), bench.model.close(), bench.feeds.close()]);
  });

  function answerWith(next: Answer): void {
    calls = 0;
    answer = next;
  }

  /** Publishes the article under this title in a feed of its own, or changes it there. */
  async function publish(title: string, { html, translations }: Article): Promise<EntryId> {
    const { reader } = bench.precis.client;
    for (const [markup, text] of translations) known.set(markup, text);
    const path = `/${encodeURIComponent(title)}`;
    bench.feeds.on(path, { body: rss(title, [{ id: title, title, html }]) });
    const feedId = feedIds.get(title);
    if (feedId === undefined) {
      const subscribed = await reader.feeds.subscribe({ url: bench.feeds.url(path) });
      feedIds.set(title, subscribed.id);
    } else {
      await reader.feeds.refresh(feedId);
    }
    const { items } = await reader.entries.list({ view: 'all', limit: 200 });
    const entry = items.find((item) => item.title === title);
    if (entry === undefined) throw new Error(`there is no entry ${title}`);
    return entry.id;
  }

  async function openPage(id: EntryId, options: BrowserContextOptions = {}) {
    const { page, complaints } = await bench.browser.open({
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    return { ...(await openIn(page, id)), complaints };
  }

  async function openIn(page: Page, id: EntryId) {
    const reader = readerPage(page, bench.precis.url);
    await reader.open(`/reader/all/${id}`);
    await reader.body.waitFor();
    return { page, reader, translation: translationPage(page) };
  }

  return {
    client: () => bench.precis.client,
    url: () => bench.precis.url,
    home: () => bench.precis.home,
    model: () => bench.model,
    feeds: () => bench.feeds,
    answerWith,
    publish,
    openPage,
    openIn,
    /** Every request for a translation in this test, as the pairs that it asks for. */
    asked: () =>
      bench.model.requests
        .slice(earlier)
        .filter(isTranslation)
        .map((request) => readAsked(request, known)),
  };
}

/** Sends one pair after the other, slowly enough to be seen arriving. */
function slowly(asked: readonly AskedPair[], delayMs = 150): Reply {
  const pairs = asked.map(
    ({ id, text }, at) => `${at === 0 ? '{' : ','}${toJson([{ id, text }]).slice(1, -1)}`,
  );
  return { chunks: [...pairs, '}'], delayMs };
}

/** Sends the first pairs, and then nothing until someone aborts. */
export function stalls(asked: readonly AskedPair[], afterPairs: number): Reply {
  return { ...slowly(asked, 20), fault: { kind: 'stall', afterChunks: afterPairs + 1 } };
}
