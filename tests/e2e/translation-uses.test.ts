import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeArticle, toJson } from '#tests/fixtures/translated-article.ts';
import { panelPage } from './panel-page.ts';
import { soon } from './soon.ts';
import { useTranslationBench } from './use-translation-bench.ts';

const { publish, openPage, answerWith, asked, client, known, model } = useTranslationBench();

describe('a translation', () => {
  test('is copied and exported, alone and with its source', async () => {
    const id = await publish('Export', makeArticle('de', 3));
    const { page, translation } = await openPage(id);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(3);
    const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
    await translation.choose('Copy translation');
    await expect.poll(clipboard, soon).toContain('Der Rat von Lunvik');
    expect(await clipboard()).not.toContain('The council of');
    await translation.choose('Copy both texts');
    await expect.poll(clipboard, soon).toContain('The council of Lunvik');
    for (const [name, extension, content] of [
      ['Markdown', 'md', '[Lunvik](https://example.org/0)'],
      ['HTML', 'html', 'lang="de"'],
      ['Plain text', 'txt', 'Der Rat von Lunvik'],
    ] as const) {
      await translation.choose('Export…');
      await page.getByRole('dialog').getByRole('radio', { name }).check({ force: true });
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`Export (en, de).${extension}`);
      expect(readFileSync(await download.path(), 'utf8')).toContain(content);
    }
  });

  test('is found by its words, and the result says so', async () => {
    const id = await publish('Found', makeArticle('de', 2, { from: 20 }));
    const { page, translation } = await openPage(id);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(2);
    await page.getByRole('searchbox', { name: 'Search' }).fill('genehmigte');
    await page.getByTestId('in-translation').first().waitFor();
    expect(await page.getByTestId('in-translation').first().innerText()).toContain('In the translation:');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('genehmigte');
    await page
      .getByRole('option', { name: /In the translation:/ })
      .first()
      .waitFor();
  });

  test('can be what a summary is made from, and its passages are found in it', async () => {
    const id = await publish('Summarized', makeArticle('de', 6, { from: 40 }));
    await client().settings.patch({ summaryAgent: { defaultTargetLanguage: 'de' } });
    const sentence = 'Der Rat von Lunsund genehmigte 3617 neue Wohnungen.';
    const { page, translation } = await openPage(id);
    const panel = panelPage(page);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(6);
    model().script({ text: sentence });
    await panel.panel.getByRole('button', { name: 'Text to summarize' }).click();
    await page.getByRole('menuitemradio', { name: 'Summarize the translation' }).click();
    await panel.summaryButton.click();
    await expect.poll(() => panel.shown.innerText(), soon).toContain('Lunsund');
    expect(await panel.metadata('of').innerText()).toBe('of the translation');
    expect(model().requests.at(-1)?.prompt).toContain('genehmigte 3617');

    // The translation is hidden; its passage brings it back.
    await translation.button.click();
    await panel.shown.locator('.grounded').first().hover();
    await page.getByTestId('sentence-tip').getByRole('button').first().click();
    await expect.poll(() => page.evaluate<string>(passageParent), soon).toBe('target');

    await panel.panel.getByRole('button', { name: 'Text to summarize' }).click();
    await page.getByRole('menuitemradio', { name: 'Summarize the original' }).click();
    await panel.empty.waitFor();
    await client().settings.patch({ summaryAgent: { defaultTargetLanguage: 'en' } });
  });

  test('of the original’s summary does not disturb its passages', async () => {
    const id = await publish('Passages', makeArticle('de', 6, { from: 50 }));
    answerWith((pairs) => ({ text: toJson(pairs) }));
    const { page, translation } = await openPage(id);
    const panel = panelPage(page);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(6);
    model().script({ text: 'In Brekvik the ferry carried 4024 passengers in the first week.' });
    await panel.summaryButton.click();
    await panel.shown.locator('.grounded').first().hover();
    await page.getByTestId('sentence-tip').getByRole('button').first().click();
    await expect.poll(() => page.evaluate<string>(passageParent), soon).toBe('source');
    await translation.layout('Alone').check();
    await panel.shown.locator('.grounded').first().hover();
    await page.getByTestId('sentence-tip').getByRole('button').first().click();
    await expect.poll(() => page.locator('.source[data-revealed]').count(), soon).toBe(1);
    expect(await page.locator('.source[data-revealed]').isVisible()).toBe(true);
  });

  test('from right to left stands on its own side', async () => {
    const id = await publish('Right to left', makeArticle('ar', 12, { from: 20 }));
    await client().settings.patch({ translation: { defaultTargetLanguage: 'ar' } });
    const { page, translation } = await openPage(id);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(12);
    const style = await page.evaluate<object>(`(() => {
      const { direction, borderRightWidth, borderLeftWidth } = getComputedStyle(document.querySelector('.target'));
      return { direction, borderRightWidth, borderLeftWidth };
    })()`);
    expect(style).toEqual({ direction: 'rtl', borderRightWidth: '2px', borderLeftWidth: '0px' });
    await translation.layout('Alone').check();
    expect(await translation.body.getAttribute('dir')).toBe('rtl');
  });
});

describe('the titles of a list', () => {
  test('are translated in one request, and shown under the originals', async () => {
    for (const name of ['A ferry for the north', 'Snow on the quay', 'The long winter'])
      await publish(name, { html: '<p>Nothing to translate here.</p>', translations: new Map() });
    known.set('A ferry for the north', 'Eine Fähre für den Norden');
    known.set('Snow on the quay', 'Schnee auf dem Kai');
    known.set('The long winter', 'Der lange Winter');
    const id = await publish('Life on the northern coast', makeArticle('de', 1));
    const { page } = await openPage(id);
    const before = asked().length;
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: 'Translate titles into Deutsch' }).click();
    const list = page.getByRole('list', { name: 'Entries' });
    const titles = () => list.getByTestId('translated-title').allInnerTexts();
    await expect.poll(titles, soon).toContain('Schnee auf dem Kai');
    await expect
      .poll(titles, soon)
      .toEqual(expect.arrayContaining(['Eine Fähre für den Norden', 'Der lange Winter']));
    expect(asked().slice(before)).toHaveLength(1);
    expect(await list.getByTestId('translated-title').first().getAttribute('lang')).toBe('de');
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: 'Hide translated titles' }).click();
    await expect.poll(titles, soon).toEqual([]);
  });
});

/** Whether the highlighted passage is in a source or in a translation. */
const passageParent = `(() => {
  const [range] = CSS.highlights.get('passage') ?? [];
  const node = range?.startContainer ?? document.querySelector('[data-passage]');
  return (node?.nodeType === 3 ? node.parentElement : node)?.closest('.source, .target')?.className ?? '';
})()`;
