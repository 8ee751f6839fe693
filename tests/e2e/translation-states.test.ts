import { describe, expect, test } from 'vitest';
import { makeArticle, toJson } from '#tests/fixtures/translated-article.ts';
import { soon } from './soon.ts';
import { useScriptedModel } from './use-model.ts';
import { stalls, useTranslationBench } from './use-translation-bench.ts';

const { publish, openPage, answerWith, asked, client, known, model, useOffline } = useTranslationBench();

// First, while no other title is translated.
test('the titles of a list appear one after the other', async () => {
  const titles = { 'A bell for the chapel': 'Eine Glocke für die Kapelle', 'Rain in June': 'Regen im Juni' };
  for (const [title, text] of Object.entries(titles)) {
    known.set(title, text);
    await publish(title, { html: '<p>Nothing to translate here, and no more.</p>', translations: new Map() });
  }
  const id = await publish('The last of three', makeArticle('de', 1));
  answerWith((pairs, call) => (call === 1 ? stalls(pairs, 1) : { text: toJson(pairs) }));
  const { page } = await openPage(id);
  await page.getByRole('button', { name: 'More for this list' }).click();
  await page.getByRole('menuitem', { name: 'Translate titles into Deutsch' }).click();
  const shown = page.getByRole('list', { name: 'Entries' }).getByTestId('translated-title');
  await shown.first().waitFor();
  expect(await shown.count()).toBe(1);
  const list = page.getByRole('region', { name: 'All entries' });
  await list.getByRole('button', { name: 'Abort' }).click();
  await page.getByText('Translating titles…').waitFor({ state: 'detached' });
  expect(await shown.count()).toBe(1);
  expect(await list.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: 'More for this list' }).click();
  await page.getByRole('menuitem', { name: 'Translate titles into Deutsch' }).click();
  await expect.poll(() => shown.allInnerTexts(), soon).toEqual(expect.arrayContaining(Object.values(titles)));
});

describe('a translation', () => {
  test('that failed before its first paragraph says why after a reload, until Retry or Dismiss', async () => {
    const id = await publish('Nothing at all', makeArticle('de', 4));
    answerWith(() => ({ fault: { kind: 'status', status: 401 } }));
    const { translation, page } = await openPage(id);
    await translation.button.click();
    await translation.alert.waitFor();
    await page.reload();
    await translation.alert.waitFor();
    expect(await translation.alert.innerText()).toContain('key');
    await translation.bar.getByRole('button', { name: 'Dismiss' }).click();
    await translation.bar.waitFor({ state: 'detached' });
    await page.reload();
    await translation.alert.waitFor();
    answerWith((pairs) => ({ text: toJson(pairs) }));
    await translation.retry.click();
    await expect.poll(() => translation.done.count(), soon).toBe(4);
    await page.reload();
    await expect.poll(() => translation.done.count(), soon).toBe(4);
    expect(await translation.alert.count()).toBe(0);
  });

  test('becomes possible where a model is added elsewhere', async () => {
    const id = await publish('Model elsewhere', makeArticle('de', 4, { from: 20 }));
    await useOffline();
    const { translation, page } = await openPage(id);
    await translation.button.click();
    await page.getByText('The offline model can’t translate.').waitFor();
    await page.keyboard.press('Escape');
    await useScriptedModel(client(), model().baseUrl('openai'));
    await expect.poll(() => translation.languageMenu.isEnabled(), soon).toBe(true);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(4);
  });

  test('into the language of the article needs a second word', async () => {
    await client().settings.patch({ translation: { defaultTargetLanguage: 'en' } });
    const id = await publish('Own language', makeArticle('de', 6, { from: 40 }));
    answerWith((given, call) => {
      const pairs = given.map((pair) => ({ ...pair, text: `Now, ${pair.markup}` }));
      return call === 1 ? stalls(pairs, 3) : { text: toJson(pairs) };
    });
    const before = asked().length;
    await expect(client().translations.start(id, {})).rejects.toMatchObject({ code: 'source_same_language' });
    const { translation, page } = await openPage(id);
    await translation.button.click();
    await page.getByText('This article is in English already.').waitFor();
    expect(asked().slice(before)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Translate anyway' }).click();
    await expect.poll(() => translation.done.count(), soon).toBeGreaterThan(1);
    await translation.abort.click();
    await translation.rest.click();
    await expect.poll(() => translation.done.count(), soon).toBe(6);
  });

  test('is printed with its article, in full and without the app', async () => {
    const id = await publish('On paper', makeArticle('de', 40, { from: 60 }));
    const { translation, page } = await openPage(id);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(40);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('heading', { name: 'On paper' }).isVisible()).toBe(true);
    expect(await translation.targets.last().isVisible()).toBe(true);
    for (const part of [translation.bar, translation.button, page.getByRole('navigation').first()])
      expect(await part.isVisible()).toBe(false);
    const cut = await page.evaluate<number>(`(() => {
      const { bottom } = document.querySelector('.article').getBoundingClientRect();
      return bottom + scrollY - document.documentElement.scrollHeight;
    })()`);
    expect(cut).toBeLessThanOrEqual(1);
  });
});
