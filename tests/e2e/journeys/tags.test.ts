import { describe, expect, test } from 'vitest';
import { bridgeTags, tagReply } from '../tag-reply.ts';
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
    // Another test may have had these entries open for so long that they were marked as read.
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

    // This marks only the shown entries as read.
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
});

describe('suggested tags', () => {
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
