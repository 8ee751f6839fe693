import { describe, expect, test } from 'vitest';
import { type AskedPair, makeArticle, toJson } from '#tests/fixtures/translated-article.ts';
import { soon } from './soon.ts';
import { useTranslationBench } from './use-translation-bench.ts';

const { publish, openPage, answerWith, asked, client } = useTranslationBench();

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const json = (pairs: readonly AskedPair[]) => ({ text: toJson(pairs) });

describe('the marks of a translation', () => {
  test('say why on hover and focus, and the paragraph is translated again', async () => {
    const id = await publish('Marks', makeArticle('de', 12));
    answerWith((pairs, call) =>
      json(call === 1 ? pairs.map((pair) => ({ ...pair, text: pair.text.replace('2211', '2911') })) : pairs),
    );
    const { page, translation } = await openPage(id);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(12);
    await expect.poll(() => translation.notes.count(), soon).toBe(1);
    await expect.poll(() => translation.marked.innerText(), soon).toBe('1 paragraph to check');
    const note = translation.pairOf('2211').locator('.translation-note');
    await note.hover();
    await translation.tip.getByText('2211').waitFor();
    await page.mouse.move(0, 0);
    await translation.tip.waitFor({ state: 'detached' });
    await note.focus();
    await page.keyboard.press('Enter');
    const before = asked().length;
    await translation.tip.getByRole('button', { name: 'Translate this paragraph again' }).click();
    await expect.poll(() => translation.notes.count(), soon).toBe(0);
    await expect
      .poll(() => translation.pairOf('2211').locator('.target').innerText(), soon)
      .toContain('2211');
    expect(asked().slice(before).flat()).toHaveLength(1);
  });

  test('name a paragraph that the model declined, on a phone too', async () => {
    const id = await publish('Declined', makeArticle('de', 12, { from: 20 }));
    answerWith((pairs) =>
      json(
        pairs.map((pair) =>
          pair.markup.includes('2951') ? { ...pair, text: 'I’m sorry, but I can’t help with that.' } : pair,
        ),
      ),
    );
    const { page, translation } = await openPage(id, phone);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(11);
    const missing = translation.pairs('missing').getByRole('button');
    expect(await missing.innerText()).toBe('Not translated: the model declined.');
    answerWith(json);
    await missing.tap();
    await translation.tip.getByRole('button', { name: 'Translate this paragraph again' }).tap();
    await expect.poll(() => translation.done.count(), soon).toBe(12);
    const overflow = await page.evaluate<number>(
      `document.documentElement.scrollWidth - document.documentElement.clientWidth`,
    );
    expect(overflow).toBe(0);
  });

  test('use the glossary of the settings, which is edited there', async () => {
    const { page } = await openPage(await publish('Glossary', makeArticle('de', 4, { from: 40 })), phone);
    await page.goto(page.url().replace(/\/reader.*/, '/settings/translation'));
    await page.getByRole('button', { name: 'Add a term' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Required.').waitFor();
    await dialog.getByLabel('Term', { exact: true }).fill('mayor');
    await dialog.getByRole('radio', { name: 'Translate as' }).check({ force: true });
    await dialog.getByRole('textbox', { name: 'Translation', exact: true }).fill('Stadtpräsidentin');
    expect(await dialog.getByLabel('Into').inputValue()).toBe('de');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Any language → Deutsch').waitFor();
    await expect
      .poll(async () => (await client().settings.get()).translation.glossary, soon)
      .toEqual([{ from: '*', to: 'de', term: 'mayor', rendering: 'Stadtpräsidentin' }]);

    const { translation } = await openPage(await publish('Glossary', makeArticle('de', 4, { from: 40 })));
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(4);
    const note = translation.pairOf('mayor').first().locator('.translation-note');
    await note.click();
    await translation.tip.getByText('The glossary translates “mayor” as “Stadtpräsidentin”.').waitFor();

    await page.getByRole('button', { name: 'Remove mayor' }).click();
    await page.getByText('Removed “mayor”.').waitFor();
    await expect.poll(async () => (await client().settings.get()).translation.glossary, soon).toEqual([]);
  });
});

describe('an answer of a hostile model', () => {
  test('is text beside its own source, never markup', async () => {
    const id = await publish('Hostile', makeArticle('de', 12, { from: 60 }));
    const hostile =
      '<img src=x onerror="alert(1)"><script>alert(2)</script><a href="javascript:alert(3)">x</a><9>y</9></1></1>';
    answerWith((pairs) =>
      json(pairs.map((pair, at) => (at === 0 ? pair : { ...pair, text: `${pair.text} ${hostile}` }))),
    );
    const { page, translation, complaints } = await openPage(id);
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(12);
    const inside = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.target *')].map((element) => element.localName)`,
    );
    expect(new Set(inside.filter((name) => name !== 'button'))).toEqual(new Set(['a']));
    const links = await translation.targets
      .getByRole('link')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
    expect(links.filter((href) => !href.startsWith('https://example.org/'))).toEqual([]);
    expect(dialogs).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('that swaps two paragraphs does not put one beside the other', async () => {
    const id = await publish('Swapped', makeArticle('de', 12, { from: 80 }));
    answerWith((pairs, call) => {
      if (call > 1) return json(pairs);
      const texts = pairs.map(({ text }) => text);
      [texts[3], texts[4]] = [texts[4] ?? '', texts[3] ?? ''];
      return json(pairs.map((pair, at) => ({ ...pair, text: texts[at] ?? '' })));
    });
    const { translation } = await openPage(id);
    await translation.button.click();
    await expect.poll(() => translation.done.count(), soon).toBe(12);
    for (const pair of await translation.done.all()) {
      const [source = '', target = ''] = await pair
        .locator('a')
        .evaluateAll((links) => links.map((link) => link.textContent ?? ''));
      expect(target).toBe(source);
    }
  });
});
