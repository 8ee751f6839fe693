import { describe, expect, test } from 'vitest';
import { makeArticle, toJson } from '#tests/fixtures/translated-article.ts';
import { settled } from '../settled.ts';
import { soon } from '../soon.ts';
import { stalls, useTranslationBench } from '../use-translation-bench.ts';

const { publish, openPage, answerWith, asked } = useTranslationBench();

describe('a translated article', () => {
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

    await translation.layout('Alone').check();
    await page.reload();
    await expect.poll(() => translation.done.count(), soon).toBe(kept);
    expect(await translation.layout('Alone').isChecked()).toBe(true);
    const before = asked().length;
    await translation.rest.click();
    await expect.poll(() => translation.done.count(), soon).toBe(14);
    const again = asked().slice(before).flat();
    expect(again).toHaveLength(14 - kept);
    await page.getByText('Translation finished: 14 of 14 paragraphs.').waitFor({ state: 'attached' });
    await expect.poll(() => translation.made.innerText(), soon).toMatch(/unknown|at least/);
  });
});
