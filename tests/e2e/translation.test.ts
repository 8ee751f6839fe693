import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { makeArticle } from '#tests/fixtures/translated-article.ts';
import { soon } from './soon.ts';
import { stalls, useTranslationBench } from './use-translation-bench.ts';

const { publish, openPage, openIn, answerWith, asked, client } = useTranslationBench();

describe('a translated article', () => {
  test('is followed by a second tab, which shares language and layout', async () => {
    const id = await publish('Two tabs', makeArticle('de', 12, { from: 60 }));
    answerWith((pairs) => stalls(pairs, 5));
    const first = await openPage(id);
    const second = await openIn(await first.page.context().newPage(), id);
    await first.translation.button.click();
    await expect.poll(() => second.translation.done.count(), soon).toBeGreaterThan(1);
    expect(await second.translation.waiting.count()).toBeGreaterThan(0);
    await second.translation.layout('Alone').check();
    await expect.poll(() => first.translation.layout('Alone').isChecked(), soon).toBe(true);
    await second.translation.abort.click();
    await first.translation.rest.waitFor();
    const difference = async () =>
      (await first.translation.done.count()) - (await second.translation.done.count());
    await expect.poll(difference, soon).toBe(0);
  });

  test('whose article has changed translates only what is new', async () => {
    const article = makeArticle('de', 8, { from: 80 });
    const id = await publish('Changes', article);
    const { translation, reader, page } = await openPage(id);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(8);
    const added = makeArticle('de', 1, { from: 97 });
    const before = asked().length;
    await publish('Changes', {
      html: `${added.html}${article.html}`,
      translations: new Map([...article.translations, ...added.translations]),
    });
    await expect.poll(() => reader.body.locator('a[href="https://example.org/97"]').count(), soon).toBe(1);
    await translation.rest.click();
    await expect.poll(() => translation.done.count(), soon).toBe(9);
    expect(asked().slice(before).flat()).toHaveLength(1);
    await expectPairs(page);
  });

  test('is not translated into its own language without a second word', async () => {
    const id = await publish('Own language', makeArticle('de', 6, { from: 40 }));
    const own = { targetLanguage: 'en' };
    await expect(client().translations.start(id, own)).rejects.toMatchObject({
      code: 'source_same_language',
    });
    expect(asked()).toEqual([]);
    await client().translations.start(id, { ...own, anyway: true });
    await expect.poll(() => asked().length, soon).toBeGreaterThan(0);
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

/** Checks that every translated paragraph has the number of its source. */
async function expectPairs(page: Page): Promise<void> {
  const numbers = await page.evaluate<[string, string][]>(
    `[...document.querySelectorAll('.pair[data-state="done"]')].map((pair) =>
      ['.source', '.target'].map((part) => pair.querySelector(part).textContent.match(/\\d+/)?.[0] ?? ''))`,
  );
  for (const [source, target] of numbers) expect(target).toBe(source);
}
