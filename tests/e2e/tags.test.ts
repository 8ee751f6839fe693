import { describe, expect, test } from 'vitest';
import { bridgeTags, tagReply } from './tag-reply.ts';
import { namesOf } from './tags-page.ts';
import { useTagsBench } from './use-tags-bench.ts';

const bench = useTagsBench({ entries: 9 });

describe('tags by hand', () => {
  test('appear in another tab', async () => {
    const { page, tags } = await bench.openEntry('Bridge report 3');
    const other = await bench.openTab(page, page.url().replace(/^.*?(?=\/reader)/, ''));
    await other.tags.tags.waitFor();
    await page.bringToFront();
    await tags.add('rust');
    await other.page.bringToFront();
    await other.tags.word('rust').waitFor();
    await expect
      .poll(() => other.reader.row('Bridge report 3').getByTestId('row-tags').innerText())
      .toContain('#rust');
    await other.page.reload();
    await other.tags.word('rust').waitFor();
  });
});

describe('suggested tags', () => {
  test('in progress are seen after a reload and in another tab; both may accept the same one', async () => {
    await bench.useModel();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    bench.model().always(async () => {
      await held;
      return tagReply(bridgeTags);
    });
    const { page, complaints, tags } = await bench.openEntry('Bridge report 9');
    const other = await bench.openTab(page, page.url().replace(/^.*?(?=\/reader)/, ''));
    await other.tags.suggestButton.waitFor();
    await page.bringToFront();
    await tags.suggestButton.click();
    await tags.abortButton.waitFor();
    await page.reload();
    await tags.abortButton.waitFor();
    await other.page.bringToFront();
    await other.tags.abortButton.click();
    await other.tags.suggestButton.waitFor();
    await page.bringToFront();
    await tags.suggestButton.click();
    release();
    for (const each of [tags, other.tags]) await each.accept('ferries').waitFor();
    // Both requests are sent before either tab hears of the other one.
    const both = Promise.withResolvers<void>();
    let sent = 0;
    await page.context().route('**/tags/suggestions/accept', async (route) => {
      sent += 1;
      if (sent === 2) both.resolve();
      await both.promise;
      await route.continue();
    });
    for (const each of [tags, other.tags]) await each.accept('ferries').click();
    for (const each of [tags, other.tags]) {
      await expect.poll(() => namesOf(each.words)).toEqual(['ferries']);
      expect(await each.tags.getByRole('alert').count()).toBe(0);
    }
    expect(complaints).toEqual([]);
  });

  test('come from the article’s own words without a model', async () => {
    const { tags } = await bench.openEntry('Bridge report 6');
    await tags.suggestButton.click();
    await tags.suggestions.first().waitFor();
    await tags.suggestions.first().hover();
    await tags.passage.getByRole('button').waitFor();
    expect((await tags.passage.innerText()).length).toBeGreaterThan(20);
  });

  test('are added to the new entries of a feed that says so', async () => {
    await bench.useModel();
    bench.model().always(tagReply(bridgeTags));
    const { reader, tags } = await bench.open('/reader/all');
    await reader.choose('The bridge desk', 'Auto-tag', 'Add tags');
    await expect
      .poll(async () => (await bench.client().reader.subscriptions()).feeds.map(({ autoTag }) => autoTag))
      .toEqual(['accept']);
    bench.publish(10);
    await reader.choose('The bridge desk', 'Refresh this feed');
    await reader.openEntry('Bridge report 10');
    await tags.word('bridges').waitFor();
    await expect.poll(() => namesOf(tags.words)).toEqual(Object.keys(bridgeTags));
    await reader.choose('The bridge desk', 'Auto-tag', 'Off');
  });
});
