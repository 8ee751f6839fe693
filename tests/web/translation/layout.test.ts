import { expect, test } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { openStory } from './open-story.ts';
import { makeCoast, stored } from './story.ts';
import { articlePage, countOf } from './translation-page.ts';

const { body, bar, button, done, layout } = articlePage;
const boxOf = (locator: Locator) => locator.element().getBoundingClientRect();

test('a translated article is read under, beside and alone, and goes away without a trace', async () => {
  const story = makeCoast(12);
  const { run, finish, asked } = await openStory(story, { width: 1800, height: 900 });
  const before = body.element().innerHTML;
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
  await userEvent.keyboard('t');
  await expect.poll(asked).toHaveLength(1);
  run().bring(story.paragraphs);
  finish(stored(story));
  await expect.poll(() => countOf(done)).toBe(12);
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');

  const source = done.first().css('.source');
  const target = done.first().css('.target');
  await expect.element(target).toMatchTextContent(/^Der Rat von Lunvik genehmigte 2137 neue Wohnungen/);
  await expect.element(target).toHaveAttribute('lang', 'de');
  const link = target.getByRole('link', { name: 'Lunvik' });
  await expect.element(link).toHaveAttribute('href', 'https://example.org/0');
  await expect.element(link).toHaveAttribute('rel', expect.stringContaining('noopener'));

  expect(boxOf(target).top).toBeGreaterThanOrEqual(boxOf(source).bottom);
  await layout('Beside').click();
  await expect.poll(() => Math.abs(boxOf(target).top - boxOf(source).top)).toBeLessThan(2);
  expect(boxOf(target).left).toBeGreaterThanOrEqual(boxOf(source).right);
  await layout('Alone').click();
  await expect.element(source).not.toBeVisible();
  await expect.element(target).toBeVisible();

  await userEvent.keyboard('t');
  await expect.poll(() => body.element().innerHTML).toBe(before);
  expect(bar.query()).toBeNull();
  await userEvent.keyboard('t');
  await expect.poll(() => countOf(done)).toBe(12);
  await expect.element(layout('Alone')).toBeChecked();
  expect(asked()).toHaveLength(1);
});

test('a translation from right to left stands on its own side', async () => {
  const story = makeCoast(12, { language: 'ar', from: 20 });
  await openStory(story, {
    known: stored(story, story.paragraphs, { targetLanguage: 'ar' }),
    settings: { translation: { defaultTargetLanguage: 'ar' } },
    isShown: true,
  });
  await expect.poll(() => countOf(done)).toBe(12);
  const { direction, borderRightWidth, borderLeftWidth } = getComputedStyle(
    done.first().css('.target').element(),
  );
  expect({ direction, borderRightWidth, borderLeftWidth }).toEqual({
    direction: 'rtl',
    borderRightWidth: '2px',
    borderLeftWidth: '0px',
  });
  await layout('Alone').click();
  await expect.element(body).toHaveAttribute('dir', 'rtl');
});
