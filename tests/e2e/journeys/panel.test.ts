import { describe, expect, test } from 'vitest';
import { soon } from '../soon.ts';
import { bridge, slowWords, textOf, usePanelBench } from '../use-panel-bench.ts';

const { client, model, pages, useModel, openEntry } = usePanelBench();

describe('a summary run', () => {
  test('summarizes the article offline, says so, and marks the entry in the list', async () => {
    const { panel, reader, complaints } = await openEntry();
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    expect(await panel.shown.innerText()).toContain('bridge');
    expect(await panel.metadata('model').innerText()).toBe('Offline extract');
    expect(await panel.metadata('language').innerText()).toBe('English');
    expect(await panel.metadata('detail').innerText()).toBe('Medium');
    await expect.poll(() => reader.row(bridge).innerText(), soon).toContain('has a summary');
    expect(complaints).toEqual([]);
  });

  test('ends a run with Abort, leaves the model immediately, and runs again without mixing', async () => {
    await useModel();
    model().script(slowWords);
    const { panel } = await openEntry();
    await panel.summaryButton.click();
    await panel.growing.waitFor();
    await panel.abortButton.click();
    await panel.panel.getByText('Stopped. Nothing was saved.').waitFor();
    expect(await panel.abortButton.isDisabled()).toBe(true);
    await expect.poll(() => model().requests.at(-1)?.closedByClient, soon).toBe(true);
    expect(model().requests.at(-1)?.chunksSent).toBeLessThan(slowWords.chunks.length);

    model().script({ text: 'A whole summary, made at the second try.' });
    await panel.summaryButton.click();
    await expect.poll(() => textOf(panel.shown), soon).toBe('A whole summary, made at the second try.');
    expect(await panel.panel.getByText('Stopped.').count()).toBe(0);
    expect(await panel.panel.innerText()).not.toContain('word0');
  });

  test('offers the full article if the feed provides only an excerpt', async () => {
    const sentence =
      'The ferry company says that the boats will run every ten minutes until the works are over. ';
    pages().on('/ferry', {
      headers: { 'content-type': 'text/html' },
      body: `<html><head><title>Ferries</title></head><body><article><h1>Ferries all night</h1>${`<p>${sentence.repeat(4)}</p>`.repeat(6)}</article></body></html>`,
    });
    pages().on('/excerpts', {
      body: `<rss version="2.0"><channel><title>Excerpts</title><item><guid>1</guid><title>Ferries all night</title><link>${pages().url('/ferry')}</link><description>The ferry company says that… Read more</description></item></channel></rss>`,
    });
    const feed = await client().reader.feeds.subscribe({ url: pages().url('/excerpts') });
    const { panel, reader } = await openEntry('Ferries all night');
    await panel.summaryButton.click();
    await panel.alert.waitFor();
    await panel.panel.getByRole('button', { name: 'Fetch full article' }).click();
    await expect.poll(() => reader.body.innerText(), soon).toContain('every ten minutes');
    await panel.alert.waitFor({ state: 'detached' });
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    await client().reader.feeds.remove(feed.id);
  });
});
