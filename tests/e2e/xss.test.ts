import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Feed } from '#schema/feed.ts';
import { type FeedServer, startFeedServer } from '#tests/fixtures/feed-server.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { untilLoaded } from '#tests/fixtures/until-loaded.ts';
import { xssPayloads } from '#tests/fixtures/xss-payloads.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { panelPage } from './panel-page.ts';
import { readerPage } from './reader-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { bridgeText } from './texts.ts';
import { useScriptedModel } from './use-model.ts';
import { watchHostile } from './watch-hostile.ts';

/** The full version shows each payload in an article, and the short version every third. */
const step = process.env.PRECIS_FAULT === 'full' ? 1 : 3;
const shownPayloads = xssPayloads.filter((_, index) => index % step === 0);

let precis: RunningPrecis;
let model: ScriptedModel;
let server: FeedServer;
let browser: TestBrowser;
let feed: Feed;

beforeAll(async () => {
  [precis, model, server, browser] = await Promise.all([
    startPrecis(),
    startScriptedModel(),
    startFeedServer(),
    openBrowser(),
  ]);
  await useScriptedModel(precis.client, model.baseUrl('openai'));
  server.on('/hostile', { body: makeFeed() });
  feed = await precis.client.reader.feeds.subscribe({ url: server.url('/hostile') });
  await untilLoaded(precis.client.reader, feed.id);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), model?.close(), server?.close()]);
});

/** Every payload as title, author, link, body, attribute, link target and picture of a separate entry. */
function makeFeed(): string {
  const items = shownPayloads.map((payload, index) => {
    const inAttribute = payload.replaceAll('"', '&quot;');
    const html = `<p>Payload number ${index}.</p>${payload}<p title="${inAttribute}">a</p><a href="${inAttribute}">b</a><img src="${inAttribute}" alt="${inAttribute}"><p>${bridgeText}</p>`;
    return `<item><guid isPermaLink="false">${index}</guid><title>${escape(`${index} ${payload}`)}</title>
      <author>${escape(payload)}</author><link>${escape(payload)}</link>
      <pubDate>${new Date(Date.UTC(2026, 0, 28) - index * 60_000).toUTCString()}</pubDate>
      <content:encoded>${escape(html)}</content:encoded></item>`;
  });
  return `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>${escape(xssPayloads[0] ?? '')}</title>${items.join('')}</channel></rss>`;
}

/** Escapes text for XML, and removes the characters that XML does not allow. */
function escape(text: string): string {
  const allowed = [...text]
    .filter((character) => /[\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/.test(character))
    .join('');
  return allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

async function openHostile() {
  const { page, complaints } = await browser.open();
  const { expectSilence } = await watchHostile({
    page,
    complaints,
    url: precis.url,
  });
  const reader = readerPage(page, precis.url);
  await reader.open(`/reader/all?feed=${feed.id}`);
  await reader.rows.first().waitFor();
  return { page, reader, complaints, expectSilence };
}

/** Interacts with an article as a reader might, and reports what in it could still act. */
const provoke = `(() => {
  const acting = [];
  for (const element of document.querySelectorAll('[aria-label=Article] *')) {
    for (const { name, value } of element.attributes) {
      const isOurs = element.closest('.article') === null;
      if (/^on/i.test(name) || (!isOurs && name === 'style')) acting.push(name + '=' + value);
    }
    for (const address of [element.href, element.src, element.action, element.formAction, element.data]) {
      if (typeof address === 'string' && /^\\s*(javascript|vbscript|data:text)/i.test(address)) acting.push(address);
    }
    if (/^(script|iframe|object|embed|form|meta|base|link|svg|math|style)$/i.test(element.localName) && element.closest('.article') !== null) acting.push(element.localName);
    if (element.closest('a, button') !== null) continue;
    for (const type of ['click', 'mouseover', 'pointerover', 'focus', 'error', 'load', 'toggle', 'animationstart', 'wheel', 'keydown']) {
      element.dispatchEvent(new Event(type, { bubbles: false }));
    }
  }
  return acting;
})()`;

describe('hostile markup', () => {
  test('comes in at least two hundred kinds', () => {
    expect(new Set(xssPayloads).size).toBeGreaterThanOrEqual(200);
  });

  test('runs nothing through a feed’s titles, authors, articles, links and pictures', {
    timeout: 400_000,
  }, async () => {
    const { page, reader, expectSilence } = await openHostile();
    const { items } = await precis.client.reader.entries.list({ view: 'all', limit: 500 });
    expect(items.length).toBe(Math.min(500, shownPayloads.length));
    for (const [index, { id }] of items.entries()) {
      await page.keyboard.press('j');
      await page.waitForURL((url) => url.pathname.endsWith(`/${id}`));
      await reader.article.getByText(`Payload number ${index}.`).waitFor();
      expect({ payload: shownPayloads[index], acting: await page.evaluate(provoke) }).toEqual({
        payload: shownPayloads[index],
        acting: [],
      });
      if (index % 50 === 0) await expectSilence();
    }
    await expectSilence();
  });

  test('would be noticed if it got through', async () => {
    const { page, reader, complaints } = await openHostile();
    await page.route('**/api/entries/*', async (route) => {
      const answer = await route.fetch();
      const entry = { ...(await answer.json()), html: '<p>Raw.</p><img src="x" onerror="alert(1)">' };
      await route.fulfill({ response: answer, json: entry });
    });
    await page.keyboard.press('j');
    await reader.article.getByText('Raw.').waitFor();
    expect(await page.evaluate(provoke)).toEqual(['onerror=alert(1)']);
    await expect.poll(() => complaints.join(), soon).toContain('script-src');
  });

  test('runs nothing through a model’s summaries', { timeout: 120_000 }, async () => {
    const groups = 7;
    const headings = Array.from({ length: groups }, (_, group) => `Summary ${group} of the bridge.`);
    // A summary with markup that its source does not have would be refused.
    const text = [bridgeText, ...headings, ...xssPayloads].join('\n\n');
    const { id } = await precis.client.reader.entries.add({
      kind: 'text',
      title: 'How pages are attacked',
      text,
    });
    const { page, reader, expectSilence } = await openHostile();
    const panel = panelPage(page);
    await reader.open(`/reader/all/${id}`);
    await panel.empty.waitFor();
    for (const [group, heading] of headings.entries()) {
      const payloads = xssPayloads.filter((_, index) => index % groups === group);
      model.script({ chunks: [`${heading}\n\n${bridgeText}\n\n`, payloads.join('\n\n')] });
      await panel.summaryButton.click();
      await expect.poll(() => textOf(page), soon).toContain(heading);
      expect(await page.evaluate(provoke.replaceAll('[aria-label=Article]', '[aria-label=Summary]'))).toEqual(
        [],
      );
    }
    await expectSilence();
  });
});

async function textOf(page: Page): Promise<string> {
  const { shown } = panelPage(page);
  return (await shown.count()) === 0 ? '' : shown.innerText();
}
