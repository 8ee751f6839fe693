import { describe, expect, test } from 'vitest';
import { bridgeTags, tagReply } from '../tag-reply.ts';
import { namesOf } from '../tags-page.ts';
import { useTagsBench } from '../use-tags-bench.ts';

const bench = useTagsBench({ entries: 9 });

describe('tags by hand', () => {
  test('filter the list from the sidebar, from the article and by tag: in the search', async () => {
    const {
      tags: api,
      reader: { entries },
    } = bench.client();
    const ids = [await bench.idOf('Bridge report 1'), await bench.idOf('Bridge report 2')] as const;
    await api.ofEntry.add(ids[0], ['machine learning', 'steel']);
    await api.ofEntry.add(ids[1], ['steel']);
    // Other tests may have had them open for longer than an entry stays unread.
    const { items: all } = await entries.list({ view: 'all' });
    await entries.patchMany({ ids: all.map(({ id }) => id), read: false });
    const { page, reader, tags } = await bench.open('/reader/unread');
    await tags.sidebar.getByRole('link', { name: 'steel' }).click();
    await expect.poll(() => reader.rows.count()).toBe(2);
    await page.getByRole('heading', { level: 1, name: '#steel' }).waitFor();

    await reader.openEntry('Bridge report 1');
    await tags.word('machine learning').click();
    await expect.poll(() => reader.rows.count()).toBe(1);

    await reader.open('/reader/all');
    await reader.search.fill('tag:"machine learning" hangers');
    await expect.poll(() => reader.rows.count()).toBe(1);
    await reader.search.fill('tag:steel');
    await expect.poll(() => reader.rows.count()).toBe(2);

    // Only what is shown is marked as read.
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    const sure = page.getByRole('dialog', { name: 'Mark everything in #steel as read?' });
    await sure.getByRole('button', { name: 'Mark as read' }).click();
    await sure.waitFor({ state: 'detached' });
    const { items } = await bench.client().reader.entries.list({ view: 'all' });
    const isRead = (title: string) => items.find((head) => head.title === title)?.read;
    expect([1, 2, 8, 9].map((at) => isRead(`Bridge report ${at}`))).toEqual([true, true, false, false]);

    await tags.sidebar.getByRole('button', { name: 'Tags' }).click();
    expect(await tags.sidebar.getByRole('link').count()).toBe(0);
    await page.reload();
    await tags.sidebar.getByRole('button', { name: 'Tags' }).click();
    await tags.sidebar.getByRole('link', { name: 'All tags…' }).click();
    await page.getByTestId('library-tag').first().waitFor();
  });

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
    // Both requests are on their way before either tab hears of the other.
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

  test('on a phone, a tap shows the passage and another accepts', async () => {
    await bench.useModel();
    bench.model().always(tagReply(bridgeTags));
    const { page, reader, tags } = await bench.open('/reader/all', {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await reader.row('Bridge report 8').tap();
    await tags.suggestButton.tap();
    await tags.accept('ferries').tap();
    await tags.passage.getByText('Ferries will run').waitFor();
    await tags.passage.getByRole('button', { name: 'Accept' }).tap();
    await tags.word('ferries').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});
