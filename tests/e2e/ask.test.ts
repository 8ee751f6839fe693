import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Citation } from '#schema/spaces/space.ts';
import { findViolations } from './find-violations.ts';
import { searchPage } from './search-page.ts';
import { soon } from './soon.ts';
import { spacesPage } from './spaces-page.ts';
import { useOfflineModel } from './use-model.ts';
import { bridge, textOf, usePanelBench } from './use-panel-bench.ts';

const bench = usePanelBench();

beforeEach(async () => {
  for (const { id } of await bench.client().spaces.list()) await bench.client().spaces.remove(id);
});

const answerWith = (text: string) =>
  bench
    .model()
    .always(({ system }) => ({ text: system.includes('You name conversations') ? 'The bridge' : text }));

const highlighted = (page: Page): Promise<string> =>
  page.evaluate(`[...(CSS.highlights.get('passage') ?? [])].map(String).join(' ')`);

/** Opens the article, with the page object of the thread that Ask opens. */
async function ask(options: Parameters<typeof bench.openEntry>[1] = {}) {
  const opened = await bench.openEntry(bridge, options);
  const spaces = spacesPage(opened.page, bench.url());
  await opened.reader.article.getByRole('button', { name: 'Ask', exact: true }).click();
  await spaces.field.waitFor();
  return { ...opened, spaces, about: opened.page.getByTestId('thread-article') };
}

async function citationsOf(): Promise<Citation[]> {
  const [thread] = (await bench.client().threads.list({ entryId: await bench.idOf(bridge) })).items;
  if (thread === undefined) throw new Error('no thread');
  const { items } = await bench.client().threads.messages(thread.id, {});
  return items.at(-1)?.read?.article?.citations ?? [];
}

describe('Ask', () => {
  test('opens a thread about the article, whose answers lead back to its passages', async () => {
    await bench.useModel();
    answerWith('It closes for twenty-six months [2, 3]. Nobody knows more [999].');
    const { page, spaces, reader, about, complaints } = await ask();
    await expect
      .poll(() => spaces.field.evaluate((field) => field === field.ownerDocument.activeElement), soon)
      .toBe(true);
    expect(await about.innerText()).toContain(bridge);
    await spaces.say('For how long?');
    const answer = spaces.answers.last();
    await expect
      .poll(() => answer.innerText(), soon)
      .toContain('It closes for twenty-six months [2, 3]. Nobody knows more [999].');
    await expect.poll(() => answer.getByRole('link', { name: /^Passage/ }).count(), soon).toBe(2);
    const [, third] = await citationsOf();
    await answer.getByRole('link', { name: 'Passage 3' }).click();
    const passage = page.getByRole('dialog', { name: 'Passage 3' });
    await expect.poll(() => passage.getByRole('blockquote').innerText()).toBe(third?.text);
    expect(await findViolations(page, { part: '[role="dialog"]' })).toEqual([]);
    await page.keyboard.press('Escape');
    await passage.waitFor({ state: 'detached' });
    const number = answer.getByRole('link', { name: 'Passage 3' });
    await expect
      .poll(() => number.evaluate((link) => link === link.ownerDocument.activeElement), soon)
      .toBe(true);
    await page.keyboard.press('Enter');
    await passage.waitFor();
    await number.click();
    await passage.waitFor({ state: 'detached' });
    await number.click();
    await passage.getByRole('link', { name: 'Show in article' }).click();
    await expect.poll(() => reader.title.innerText(), soon).toContain(bridge);
    const letters = (text = '') => text.replaceAll(/\W+/g, '');
    await expect.poll(async () => letters(await highlighted(page)), soon).toBe(letters(third?.text));
    expect(complaints).toEqual([]);
  });

  test('opens the thread again by its key and from the palette, and never a second one', async () => {
    const { page, spaces, reader, about } = await ask();
    await about.getByRole('link', { name: bridge }).click();
    await expect.poll(() => reader.title.innerText(), soon).toContain(bridge);
    // Only an article with a text can be asked about.
    await reader.body.waitFor();
    await page.keyboard.press('i');
    await expect
      .poll(() => spaces.field.evaluate((field) => field === field.ownerDocument.activeElement), soon)
      .toBe(true);
    await page.goBack();
    await expect.poll(() => reader.title.innerText(), soon).toContain(bridge);
    const palette = searchPage(page);
    await palette.find('ask about');
    await expect
      .poll(async () => (await textOf(palette.active)) ?? '', soon)
      .toContain('Ask about this article');
    await page.keyboard.press('Enter');
    await spaces.field.waitFor();
    const { items } = await bench.client().threads.list({ entryId: await bench.idOf(bridge) });
    expect(items).toHaveLength(1);
    expect(await bench.client().spaces.list()).toHaveLength(1);
  });

  test('opens one thread when two tabs ask at once', async () => {
    const { page } = await bench.openEntry(bridge);
    const other = await page.context().newPage();
    await other.goto(page.url());
    const pages = [page, other];
    const asked = pages.map((each) => each.getByRole('button', { name: 'Ask', exact: true }));
    await Promise.all(asked.map((button) => button.waitFor()));
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    // Both tabs send their request before either one gets an answer.
    await page.context().route('**/api/threads?*', async (route) => {
      await held;
      await route.continue();
    });
    await Promise.all(asked.map((button) => button.click()));
    letGo();
    await Promise.all(pages.map((each) => spacesPage(each, bench.url()).field.waitFor()));
    expect(new URL(other.url()).pathname).toBe(new URL(page.url()).pathname);
    expect(await bench.client().spaces.list()).toHaveLength(1);
  });

  test('works without a model: the answer quotes the passages that fit', async () => {
    await useOfflineModel(bench.client());
    const { spaces, page } = await ask();
    await spaces.say('How often do the electric ferries run?');
    const answer = spaces.answers.last();
    for (const text of [
      'From the article:',
      'every eight minutes',
      'Quoted from the article by the offline model',
    ])
      await expect.poll(() => answer.innerText(), soon).toContain(text);
    await answer
      .getByRole('link', { name: /^Passage/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Show in article' }).click();
    await expect.poll(() => highlighted(page), soon).toContain('every eight minutes');
  });

  test('says what an answer read, and when the article was deleted', async () => {
    await bench.useModel();
    answerWith('Nine crowns [1].');
    const { id } = await bench.client().reader.entries.add({
      kind: 'text',
      title: 'Quillfeather',
      text: 'The ferryman Quillfeather charges nine crowns for each crossing, and ten at night.',
    });
    const space = await bench.client().spaces.create({ name: 'Research' });
    const thread = await bench.client().threads.create({ spaceId: space.id, entryId: id });
    const { page } = await bench.openEntry();
    const spaces = spacesPage(page, bench.url());
    await spaces.open(`/spaces/thread/${thread.id}`);
    await spaces.say('What does it cost?');
    await spaces.answers
      .last()
      .getByRole('button', { name: /^Read \d+ tokens$/ })
      .click();
    const read = page.getByRole('dialog', { name: 'What this answer read' });
    await expect.poll(() => read.innerText(), soon).toMatch(/Article\s+\d+\s+1 message, word for word\s+\d+/);
    expect(await read.innerText()).toContain('scripted-1');
    await page.keyboard.press('Escape');
    await bench.client().reader.entries.remove(id);
    await page.reload();
    await expect
      .poll(() => page.getByTestId('thread-article').innerText(), soon)
      .toContain('This article was deleted.');
    await spaces.answers.last().getByRole('link', { name: 'Passage 1' }).click();
    const passage = page.getByRole('dialog', { name: 'Passage 1' });
    await expect.poll(() => passage.innerText(), soon).toContain('charges nine crowns');
    expect(await passage.getByRole('link').count()).toBe(0);
  });

  test('fits a phone', async () => {
    await bench.useModel();
    answerWith('It closes for twenty-six months [1].');
    const { page, spaces, complaints } = await ask({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await spaces.say('For how long?');
    await spaces.answers.last().getByRole('link', { name: 'Passage 1' }).tap();
    await page.getByRole('dialog', { name: 'Passage 1' }).waitFor();
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(390);
    expect(complaints).toEqual([]);
  });

  test('that fails says so, and leaves the article open', async () => {
    const { page, reader } = await bench.openEntry();
    await page.route('**/api/spaces', (route) => route.abort());
    await reader.article.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect.poll(() => page.getByText('Couldn’t open a thread.').count(), soon).toBe(1);
    expect(await reader.title.innerText()).toContain(bridge);
  });
});
