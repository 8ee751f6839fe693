import { describe, expect, test } from 'vitest';
import { bridgeTags, tagReply } from './tag-reply.ts';
import { namesOf } from './tags-page.ts';
import { useTagsBench } from './use-tags-bench.ts';

const bench = useTagsBench({ entries: 9 });

describe('tags by hand', () => {
  test('are typed below the title, completed from the library, and shown in the list and the sidebar', async () => {
    await bench.client().tags.create({ name: 'infrastructure', synonyms: ['public works'] });
    const { page, complaints, reader, tags } = await bench.openEntry();
    await page.keyboard.press('l');
    await tags.field.fill('infra');
    await expect.poll(() => tags.options.allInnerTexts()).toEqual(['infrastructure', 'Add “infra”']);
    await page.keyboard.press('Enter');
    await tags.field.fill('Harbour');
    await page.keyboard.press('Enter');
    // A synonym leads to its tag, which the entry has.
    await tags.field.fill('public works');
    await expect.poll(() => tags.options.count()).toBe(0);
    await page.keyboard.press('Enter');
    await tags.tags.getByText('“infrastructure” is already added.').waitFor();
    await expect.poll(() => tags.field.inputValue()).toBe('');
    await tags.field.fill('x'.repeat(61));
    await tags.tags.getByText('Enter at most 60 characters.').waitFor();
    await tags.field.fill('!!!');
    await page.keyboard.press('Enter');
    await tags.tags.getByText('Use at least one letter or digit.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect.poll(() => tags.tags.getByText('Use at least one').count()).toBe(0);
    await expect.poll(() => namesOf(tags.words)).toEqual(['Harbour', 'infrastructure']);
    await expect
      .poll(() => reader.row('Bridge report 1').getByTestId('row-tags').innerText())
      .toContain('#Harbour');
    await expect.poll(() => tags.sidebar.getByRole('link').allInnerTexts()).toContain('Harbour');

    await page.reload();
    await expect.poll(() => namesOf(tags.words)).toEqual(['Harbour', 'infrastructure']);
    await page.keyboard.press('l');
    await tags.field.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Backspace');
    await expect.poll(() => tags.tags.getByRole('button', { name: /^Remove tag/ }).count()).toBe(1);
    await tags.tags.getByRole('button', { name: 'Remove tag Harbour' }).click();
    await expect.poll(() => tags.tags.getByRole('button', { name: /^Remove tag/ }).count()).toBe(0);
    await tags.field.and(page.locator(':focus')).waitFor();
    expect(complaints).toEqual([]);
  });

  test('are not lost when the focus leaves the field; Escape clears it', async () => {
    const { page, reader, tags } = await bench.openEntry('Bridge report 2');
    await page.keyboard.press('l');
    await tags.field.fill('half typed');
    await page.keyboard.press('Escape');
    expect(await tags.field.inputValue()).toBe('');
    await tags.field.fill('harbour');
    await tags.tags.getByRole('button', { name: 'Done' }).click();
    await tags.word('harbour').waitFor();
    // A click on another entry adds it to this one.
    await page.keyboard.press('l');
    await tags.field.fill('steel');
    await reader.openEntry('Bridge report 3');
    await expect
      .poll(() => reader.row('Bridge report 2').getByTestId('row-tags').innerText())
      .toContain('tags: harbour, steel');
    expect(await namesOf(tags.words)).toEqual([]);
  });

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
    await reader.search.fill('tag:');
    const completions = page.getByRole('listbox', { name: 'Suggested searches' }).getByRole('option');
    await expect.poll(() => completions.allInnerTexts()).toEqual(['tag:steel', 'tag:"machine learning"']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => reader.search.inputValue()).toBe('tag:"machine learning" ');
    await expect.poll(() => reader.rows.count()).toBe(1);
    await page.keyboard.type('tag:ste');
    await completions.getByText('tag:"machine learning" tag:steel').click();
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

    await page.keyboard.press('Control+k');
    const everywhere = page.getByRole('combobox', { name: 'Search and commands' });
    await everywhere.fill('tag:mach');
    const found = page.getByRole('dialog').getByRole('option');
    await found.filter({ hasText: 'tag:"machine learning"' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await everywhere.inputValue()).toBe('tag:"machine learning" ');
    await found.filter({ hasText: 'Bridge report 1' }).waitFor();
    await page.keyboard.press('Escape');

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
  });
});

describe('suggested tags', () => {
  test('wait for a click, and show the passage that justifies them', async () => {
    await bench.useModel();
    bench.model().always(tagReply(bridgeTags));
    const { page, complaints, reader, tags } = await bench.openEntry('Bridge report 4');
    await tags.suggestButton.click();
    await expect.poll(() => namesOf(tags.suggestions)).toEqual(Object.keys(bridgeTags));
    expect(await tags.words.count()).toBe(0);

    await tags.accept('ferries').hover();
    await tags.passage.getByText('Ferries will run every ten minutes').waitFor();
    await tags.passage.getByRole('button').click();
    await expect.poll(() => page.evaluate('CSS.highlights.get("passage")?.size ?? 0')).toBe(1);

    await tags.accept('ferries').click();
    await tags.word('ferries').waitFor();
    await tags.dismiss('public spending').click();
    await expect.poll(() => namesOf(tags.suggestions)).toEqual(['bridges']);
    // What was dismissed or accepted does not come again.
    await tags.suggestButton.click();
    await tags.abortButton.waitFor({ state: 'detached' });
    await expect.poll(() => namesOf(tags.suggestions)).toEqual(['bridges']);
    await page.reload();
    await expect.poll(() => namesOf(tags.suggestions)).toEqual(['bridges']);
    await reader.body.waitFor();
    expect(complaints).toEqual([]);
  });

  test('are all accepted at once, and reached by keyboard', async () => {
    await bench.useModel();
    bench.model().always(tagReply(bridgeTags));
    const { page, tags } = await bench.openEntry('Bridge report 5');
    await tags.suggestButton.focus();
    await page.keyboard.press('Enter');
    await tags.accept('bridges').waitFor();
    await tags.suggestButton.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await tags.passage.getByText('engineers found cracks').waitFor();
    // Tab leads through the passage to the next tag, Escape from there back to the tag.
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Tab');
    await tags.passage.getByRole('button').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await tags.accept('ferries').and(page.locator(':focus')).waitFor();
    await tags.passage.getByText('Ferries will run').waitFor();
    await page.keyboard.press('Shift+Tab');
    await tags.dismiss('bridges').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Shift+Tab');
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await tags.passage.waitFor({ state: 'detached' });
    await tags.accept('bridges').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await tags.word('bridges').waitFor();
    await tags.accept('ferries').and(page.locator(':focus')).waitFor();
    await tags.acceptAll.click();
    await expect.poll(() => namesOf(tags.words)).toEqual(Object.keys(bridgeTags));
    await expect.poll(() => tags.suggestions.count()).toBe(0);
  });

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

  test('say why there are none, and can be stopped and tried again', async () => {
    await bench.useModel();
    bench.model().script({ fault: { kind: 'status', status: 401 } });
    const { tags } = await bench.openEntry('Bridge report 7');
    await tags.suggestButton.click();
    await tags.tags.getByRole('alert').getByText('Couldn’t suggest tags').waitFor();
    bench.model().script({ ...tagReply(bridgeTags), fault: { kind: 'stall', afterChunks: 1 } });
    await tags.tags.getByRole('button', { name: 'Try again' }).click();
    await tags.abortButton.click();
    await tags.suggestButton.waitFor();
    expect(await tags.suggestions.count()).toBe(0);
    bench.model().always(tagReply(bridgeTags));
    await tags.suggestButton.click();
    await tags.accept('ferries').waitFor();
  });

  test('are stopped by an Abort that comes before their run', async () => {
    await bench.useModel();
    bench.model().always({ ...tagReply(bridgeTags), fault: { kind: 'stall', afterChunks: 1 } });
    const { page, tags } = await bench.openEntry('Bridge report 4');
    const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
    await page.route('**/tags/suggestions', async (route) => {
      await pressed;
      await route.continue();
    });
    await tags.suggestButton.click();
    await tags.abortButton.click();
    press();
    await tags.suggestButton.waitFor();
    expect(await tags.abortButton.count()).toBe(0);
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
