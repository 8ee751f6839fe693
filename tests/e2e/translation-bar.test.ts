import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type AskedPair, makeArticle, toJson } from '#tests/fixtures/translated-article.ts';
import { panelPage } from './panel-page.ts';
import { soon } from './soon.ts';
import { stalls, useTranslationBench } from './use-translation-bench.ts';

const { publish, openPage, answerWith, asked, client } = useTranslationBench();

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()');
/** With a wrong number in each of these paragraphs. */
const wrongAt = (pairs: readonly AskedPair[], ...numbers: string[]) => ({
  text: toJson(
    pairs.map((pair) => ({
      ...pair,
      text: numbers.reduce((text, number) => text.replace(number, '9999'), pair.text),
    })),
  ),
});

describe('a translation in progress', () => {
  test('is cleared, and Clear is undone: what was stored before comes back', async () => {
    const id = await publish('Cleared while running', makeArticle('de', 6));
    const { page, translation } = await openPage(id);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(6);
    answerWith((pairs) => stalls(pairs, 2));
    await translation.choose('Translate again');
    await translation.pairs('old').first().waitFor();
    await translation.choose('Clear translation');
    const undo = translation.bar.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    await expect.poll(() => translation.targets.count(), soon).toBe(0);
    await expect.poll(() => focused(page), soon).toBe('Undo');
    await undo.click();
    await expect.poll(() => translation.done.count(), soon).toBe(6);
    await expect.poll(() => focused(page)).toBe('Translate');
  });

  test('stays in sight while the article scrolls and while it is hidden, and can be aborted', async () => {
    const id = await publish('In sight', makeArticle('de', 30, { from: 20 }));
    answerWith((pairs, call) => (call === 1 ? stalls(pairs, 5) : { text: toJson(pairs) }));
    const { page, translation } = await openPage(id);
    await page.keyboard.press('t');
    await expect.poll(() => translation.done.count(), soon).toBeGreaterThan(2);
    await translation.body.locator('p').last().scrollIntoViewIfNeeded();
    expect(await isInViewport(page)).toBe(true);
    await page.keyboard.press('t');
    await expect.poll(() => translation.targets.count(), soon).toBe(0);
    expect(await isInViewport(page)).toBe(true);
    await page.keyboard.press('t');
    await translation.abort.click();
    await translation.rest.waitFor();
    await expect.poll(() => focused(page), soon).toBe('Translate the rest');
    await page.getByText(/^Translation aborted: \d+ of 30 paragraphs/).waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await expect.poll(() => translation.done.count(), soon).toBe(30);
    await expect.poll(() => translation.made.innerText(), soon).toMatch(/unknown|at least/);
  });

  test('into another language starts as soon as it is chosen, and a key pressed early is not lost', async () => {
    const id = await publish('Early', makeArticle('de', 4, { from: 60 }));
    const { page, translation } = await openPage(id);
    const { release } = await holdTranslations(page);
    await page.reload();
    await translation.body.waitFor();
    await page.keyboard.press('t');
    await release();
    await expect.poll(() => translation.done.count(), soon).toBe(4);

    const before = asked().length;
    await translation.language.click();
    await page.getByRole('menuitemradio', { name: 'Français' }).click();
    await expect.poll(() => asked().length, soon).toBeGreaterThan(before);
    expect(await translation.language.innerText()).toBe('Français');
  });
});

describe('a press of Translate before the stored translation is known', () => {
  test('leaves it in sight, and asks no model', async () => {
    const id = await publish('Stored', makeArticle('de', 4, { from: 140 }));
    const { page, translation } = await openPage(id);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(4);
    await expect.poll(() => translation.progress.count(), soon).toBe(0);
    const before = asked().length;
    const { release } = await holdTranslations(page);
    await page.reload();
    await translation.body.waitFor();
    await translation.button.click();
    await release();
    await expect.poll(() => translation.done.count(), soon).toBe(4);
    // Hidden and shown again by the next two presses: it was in sight when the first of them came.
    await page.keyboard.press('t');
    await expect.poll(() => translation.done.count(), soon).toBe(0);
    await page.keyboard.press('t');
    await expect.poll(() => translation.done.count(), soon).toBe(4);
    expect(asked()).toHaveLength(before);
  });

  test('of one article does not undo the press for the next', async () => {
    await publish('Left early', makeArticle('de', 3, { from: 160 }));
    const id = await publish('Opened after it', makeArticle('de', 3, { from: 180 }));
    const { page, reader, translation } = await openPage(id);
    const { release } = await holdTranslations(page);
    await reader.openEntry('Left early');
    await translation.button.click();
    await reader.openEntry('Opened after it');
    await translation.button.click();
    await release();
    await expect.poll(() => translation.done.count(), soon).toBe(3);
  });
});

describe('the marks of a translation', () => {
  test('are visited one after the other, by button and key', async () => {
    const id = await publish('Visited', makeArticle('de', 12, { from: 80 }));
    answerWith((pairs) => wrongAt(pairs, '5171', '5393'));
    const { page, translation } = await openPage(id);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(12);
    await translation.marked.click();
    await translation.tip.getByText('5171').first().waitFor();
    await page.keyboard.press('n');
    await translation.tip.getByText('5393').first().waitFor();
    await page.keyboard.press('n');
    await translation.tip.getByText('5171').first().waitFor();
  });

  test('on a phone, the tip moves to the mark tapped next', async () => {
    const id = await publish('Tapped', makeArticle('de', 12, { from: 80 }));
    answerWith((pairs) => wrongAt(pairs, '5171', '5245'));
    const { translation } = await openPage(id, phone);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(12);
    await translation.pairOf('5171').locator('.translation-note').tap();
    await translation.tip.getByText('5171').first().waitFor();
    await translation.pairOf('5245').locator('.translation-note').tap();
    await translation.tip.getByText('5245').first().waitFor();
  });
});

test('a partial translation is not offered to be summarized', async () => {
  const id = await publish('Partial', makeArticle('de', 12, { from: 100 }));
  await client().settings.patch({ summaryAgent: { defaultTargetLanguage: 'de' } });
  answerWith((pairs, call) => (call === 1 ? stalls(pairs, 4) : { text: toJson(pairs) }));
  const { page, translation } = await openPage(id);
  const menu = panelPage(page).panel.getByRole('button', { name: 'Text to summarize' });
  const choice = page.getByRole('menuitemradio', { name: 'Summarize the translation' });
  await translation.button.click();
  await expect.poll(() => translation.done.count(), soon).toBeGreaterThan(2);
  await translation.abort.click();
  await translation.rest.waitFor();
  await menu.click();
  expect(await choice.getAttribute('aria-disabled')).toBe('true');
  await page.getByText('Translate the rest of the article first.').waitFor();
  await page.keyboard.press('Escape');
  await translation.rest.click();
  await expect.poll(() => translation.done.count(), soon).toBe(12);
  await expect
    .poll(async () => {
      await menu.click();
      const isDisabled = await choice.getAttribute('aria-disabled');
      await page.keyboard.press('Escape');
      return isDisabled;
    }, soon)
    .not.toBe('true');
  await client().settings.patch({ summaryAgent: { defaultTargetLanguage: 'en' } });
});

test('glossary terms removed quickly one after the other stay removed', async () => {
  const terms = ['quay', 'mayor', 'ferry'];
  await client().settings.patch({
    translation: { glossary: terms.map((term) => ({ from: '*', to: '*', term, rendering: null })) },
  });
  const { page } = await openPage(await publish('Glossary', makeArticle('de', 2, { from: 120 })));
  await page.goto(page.url().replace(/\/reader.*/, '/settings/translation'));
  await page.getByRole('button', { name: 'Remove quay' }).waitFor();
  await page.evaluate(
    `for (const term of ['quay', 'mayor']) document.querySelector('[aria-label="Remove ' + term + '"]').click()`,
  );
  const saved = async () => (await client().settings.get()).translation.glossary.map(({ term }) => term);
  await expect.poll(saved, soon).toEqual(['ferry']);
  await expect.poll(() => page.getByRole('button', { name: /^Remove / }).count(), soon).toBe(1);
  await page.getByRole('button', { name: 'Remove ferry' }).click();
  await expect.poll(() => focused(page)).toBe('Undo');
});

/** Keeps back what the server says about translations until `release`. */
async function holdTranslations(page: Page): Promise<{ release(): Promise<void> }> {
  const answers = '**/api/entries/*/translations*';
  const { promise: held, resolve } = Promise.withResolvers<void>();
  const waiting: Promise<void>[] = [];
  await page.route(answers, (route) => {
    const passed = held.then(() => route.continue());
    waiting.push(passed);
    return passed;
  });
  return {
    async release() {
      resolve();
      // A route that is removed before they have passed rejects them.
      await Promise.all(waiting);
      await page.unroute(answers);
    },
  };
}

/** Whether the progress and Abort can be seen without scrolling. */
function isInViewport(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const element = document.querySelector('[data-testid="translation-progress"]');
    const { top, bottom, left } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight && element.contains(document.elementFromPoint(left + 2, (top + bottom) / 2));
  })()`);
}
