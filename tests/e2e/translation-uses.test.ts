import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeArticle, toJson } from '#tests/fixtures/translated-article.ts';
import { panelPage } from './panel-page.ts';
import { soon } from './soon.ts';
import { useTranslationBench } from './use-translation-bench.ts';

const { publish, openPage, answerWith, client, model } = useTranslationBench();

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

    // The translation is hidden, but choosing one of its passages shows it again.
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
});

/** Tells whether the highlighted passage is in a source or in a translation. */
const passageParent = `(() => {
  const [range] = CSS.highlights.get('passage') ?? [];
  const node = range?.startContainer ?? document.querySelector('[data-passage]');
  return (node?.nodeType === 3 ? node.parentElement : node)?.closest('.source, .target')?.className ?? '';
})()`;
