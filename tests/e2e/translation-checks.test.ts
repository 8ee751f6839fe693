import { describe, expect, test } from 'vitest';
import { type AskedPair, makeArticle, toJson } from '#tests/fixtures/translated-article.ts';
import { soon } from './soon.ts';
import { useTranslationBench } from './use-translation-bench.ts';

const { publish, openPage, answerWith } = useTranslationBench();

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const json = (pairs: readonly AskedPair[]) => ({ text: toJson(pairs) });

/** The translations, in which each of these numbers begins with a 9. */
const wrongAt = (pairs: readonly AskedPair[], ...numbers: string[]) => ({
  text: toJson(
    pairs.map((pair) => ({
      ...pair,
      text: numbers.reduce((text, number) => text.replace(number, `9${number.slice(1)}`), pair.text),
    })),
  ),
});

test('on a phone, the tip of the marks moves to the one tapped next', async () => {
  const id = await publish('Tapped', makeArticle('de', 12, { from: 80 }));
  answerWith((pairs) => wrongAt(pairs, '5171', '5245'));
  const { translation } = await openPage(id, phone);
  await translation.button.click();
  await expect.poll(() => translation.done.count(), soon).toBe(12);
  await translation.pairOf('5171').locator('.translation-note').tap();
  await translation.tip.getByText('9171').first().waitFor();
  await translation.pairOf('5245').locator('.translation-note').tap();
  await translation.tip.getByText('9245').first().waitFor();
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
