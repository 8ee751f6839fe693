import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { makeArticle, toJson } from '#tests/fixtures/translated-article.ts';
import { settled } from './settled.ts';
import { soon } from './soon.ts';
import { slowly, stalls, useTranslationBench } from './use-translation-bench.ts';

const { publish, openPage, openIn, answerWith, asked, model, useOffline, client } = useTranslationBench();

const wide = { viewport: { width: 1800, height: 900 } };

describe('a translated article', () => {
  test('is read under, beside and alone, and goes away without a trace', async () => {
    const id = await publish('Three layouts', makeArticle('de', 12));
    const { page, translation, complaints } = await openPage(id, wide);
    const before = await translation.body.innerHTML();
    expect(await translation.button.getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('t');
    await expect.poll(() => translation.done.count(), soon).toBe(12);
    expect(await translation.button.getAttribute('aria-pressed')).toBe('true');

    const first = translation.done.first();
    const target = first.locator('.target');
    expect(await target.innerText()).toContain('Der Rat von Lunvik genehmigte 2137 neue Wohnungen');
    expect(await target.getAttribute('lang')).toBe('de');
    const link = target.getByRole('link', { name: 'Lunvik' });
    expect(await link.getAttribute('href')).toBe('https://example.org/0');
    expect(await link.getAttribute('rel')).toContain('noopener');

    const boxes = async () => {
      const [source, below] = [await first.locator('.source').boundingBox(), await target.boundingBox()];
      if (source === null || below === null) throw new Error('both texts were expected');
      return { source, target: below };
    };
    const under = await boxes();
    expect(under.target.y).toBeGreaterThanOrEqual(under.source.y + under.source.height);
    await translation.layout('Beside').check();
    const beside = await boxes();
    expect(Math.abs(beside.target.y - beside.source.y)).toBeLessThan(2);
    expect(beside.target.x).toBeGreaterThanOrEqual(beside.source.x + beside.source.width);
    await translation.layout('Alone').check();
    expect(await first.locator('.source').isVisible()).toBe(false);
    expect(await target.isVisible()).toBe(true);

    // A translation is stored: nothing is asked again.
    await page.reload();
    await expect.poll(() => translation.done.count(), soon).toBe(12);
    expect(await translation.layout('Alone').isChecked()).toBe(true);
    expect(asked()).toHaveLength(1);
    await page.keyboard.press('t');
    await expect.poll(() => translation.body.innerHTML(), soon).toBe(before);
    expect(await translation.bar.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('arrives paragraph by paragraph; Abort keeps what is there, and the rest follows later', async () => {
    const id = await publish('Abort keeps', makeArticle('de', 14, { from: 20 }));
    answerWith((pairs, call) => (call === 1 ? stalls(pairs, 5) : { text: toJson(pairs) }));
    const { translation, page } = await openPage(id);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBeGreaterThan(2);
    await expect.poll(() => translation.progress.innerText(), soon).toMatch(/^Translating: \d+ of 14$/);
    expect(await translation.waiting.count()).toBeGreaterThan(0);
    await translation.abort.click();
    await translation.rest.waitFor();
    const kept = await settled(() => translation.done.count());
    expect(kept).toBeGreaterThan(2);
    expect(kept).toBeLessThan(14);
    expect(await translation.waiting.count()).toBe(0);
    expect(await translation.bar.innerText()).toMatch(/\d+ of 14 paragraphs are translated/);

    await page.reload();
    await expect.poll(() => translation.done.count(), soon).toBe(kept);
    const before = asked().length;
    await translation.rest.click();
    await expect.poll(() => translation.done.count(), soon).toBe(14);
    const again = asked().slice(before).flat();
    expect(again).toHaveLength(14 - kept);
    await page.getByText('Translation finished: 14 of 14 paragraphs.').waitFor({ state: 'attached' });
  });

  test('that failed says why, keeps what it has, and is completed by Retry', async () => {
    const id = await publish('Fails half-way', makeArticle('de', 12, { from: 40 }));
    answerWith((pairs, call) => {
      if (call === 1) return { text: `${toJson(pairs.slice(0, 5)).slice(0, -1)},` };
      return call < 9 ? { fault: { kind: 'status', status: 401 } } : { text: toJson(pairs) };
    });
    const { translation } = await openPage(id);
    await translation.button.click();
    await translation.alert.waitFor();
    const kept = await translation.done.count();
    expect(kept).toBeGreaterThan(0);
    expect(await translation.alert.innerText()).toContain('What is translated so far is kept.');
    answerWith((pairs) => ({ text: toJson(pairs) }));
    await translation.retry.click();
    await expect.poll(() => translation.done.count(), soon).toBe(12);
    expect(await translation.alert.count()).toBe(0);
  });

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

  test('is translated again paragraph by paragraph, and a failed attempt changes nothing', async () => {
    const id = await publish('Again', makeArticle('de', 8, { from: 130 }));
    const { translation } = await openPage(id);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(8);
    answerWith((pairs) =>
      slowly(
        pairs.map((pair) => ({ ...pair, text: `Nun: ${pair.text}` })),
        500,
      ),
    );
    await translation.choose('Translate again');
    await translation.pairs('old').first().waitFor();
    await expect.poll(() => translation.targets.filter({ hasText: 'Nun: ' }).count(), soon).toBe(8);
    await translation.abort.waitFor({ state: 'detached' });

    answerWith(() => ({ fault: { kind: 'status', status: 401 } }));
    await translation.choose('Translate again');
    await translation.alert.waitFor();
    await expect.poll(() => translation.targets.filter({ hasText: 'Nun: ' }).count(), soon).toBe(8);
    await expect.poll(() => translation.pairs('old').count(), soon).toBe(0);
  });

  test('is cleared, and Clear is undone', async () => {
    const id = await publish('Cleared', makeArticle('de', 3, { from: 100 }));
    const { translation, page } = await openPage(id);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(3);
    await translation.choose('Clear translation');
    await translation.bar.getByText('Cleared.').waitFor();
    await expect.poll(() => translation.targets.count(), soon).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => translation.done.count(), soon).toBe(3);
  });

  test('needs a model: the offline one leads to adding another', async () => {
    const id = await publish('Offline', makeArticle('de', 3, { from: 110 }));
    await useOffline();
    const requests = model().requests.length;
    const { translation, page } = await openPage(id);
    await translation.button.click();
    await page.getByText('The offline model can’t translate.').waitFor();
    expect(model().requests).toHaveLength(requests);
    await page.getByRole('link', { name: 'Add a model' }).click();
    await page.waitForURL('**/settings/models?add=true');
  });

  test('is not translated into its own language', async () => {
    await client().settings.patch({ translation: { defaultTargetLanguage: 'en' } });
    const id = await publish('In English', makeArticle('de', 12, { from: 120 }));
    const { translation, page } = await openPage(id);
    await translation.button.click();
    await page.getByText('This article is in English already.').waitFor();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await expect.poll(() => translation.done.count(), soon).toBe(12);
    expect(await translation.language.innerText()).toBe('Deutsch');
  });
});

/** Every translated paragraph has the number of its source. */
async function expectPairs(page: Page): Promise<void> {
  const numbers = await page.evaluate<[string, string][]>(
    `[...document.querySelectorAll('.pair[data-state="done"]')].map((pair) =>
      ['.source', '.target'].map((part) => pair.querySelector(part).textContent.match(/\\d+/)?.[0] ?? ''))`,
  );
  for (const [source, target] of numbers) expect(target).toBe(source);
}
