import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { choose, openStory } from './open-story.ts';
import { failedRun, makeCoast, notTranslated, stored } from './story.ts';
import { articlePage, countOf } from './translation-page.ts';

const { abort, alert, bar, body, button, done, language, made, pairs, progress, rest, retry, targets } =
  articlePage;
const shown = { isShown: true };
const again = targets.filter({ hasText: /Nun: / });

describe('a translation', () => {
  test('that failed says why, keeps what it has, and is completed by Retry', async () => {
    const story = makeCoast(12, { from: 40 });
    const { run, finish, asked } = await openStory(story);
    await button.click();
    await expect.poll(asked).toHaveLength(1);
    const kept = story.paragraphs.slice(0, 5);
    run().bring(kept);
    finish(stored(story, kept, { failed: failedRun() }), { status: 'failed', message: 'It was refused.' });
    await expect.element(alert).toMatchTextContent(/What is translated so far is kept\./);
    expect(countOf(done)).toBe(5);
    await retry.click();
    await expect.poll(asked).toHaveLength(2);
    run().bring(story.paragraphs.slice(5));
    finish(stored(story));
    await expect.poll(() => countOf(done)).toBe(12);
    expect(alert.query()).toBeNull();
  });

  test('that failed before its first paragraph says why, until Retry or Dismiss', async () => {
    const story = makeCoast(4);
    const known = notTranslated(story, { failed: failedRun() });
    const { run, finish } = await openStory(story, { known, ...shown });
    await expect.element(alert).toMatchTextContent(/key/);
    await retry.click();
    await expect.element(progress).toBeVisible();
    run().bring(story.paragraphs);
    finish(stored(story));
    await expect.poll(() => countOf(done)).toBe(4);
    expect(alert.query()).toBeNull();
  });

  test('that failed before its first paragraph goes out of sight with Dismiss', async () => {
    const story = makeCoast(4);
    await openStory(story, { known: notTranslated(story, { failed: failedRun() }), ...shown });
    await bar.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => bar.query()).toBeNull();
  });

  test('is made again paragraph by paragraph, and a failed attempt changes nothing', async () => {
    const story = makeCoast(8, { from: 130 });
    const newer = story.paragraphs.map((each) => ({ ...each, text: `Nun: ${each.text}` }));
    const { run, finish, asked } = await openStory(story, { known: stored(story), ...shown });
    await choose('Translate again');
    await expect.poll(asked).toMatchObject([{ again: true }]);
    await expect.poll(() => countOf(pairs('old'))).toBe(8);
    run().bring(newer.slice(0, 3));
    await expect.poll(() => countOf(pairs('old'))).toBe(5);
    expect(countOf(again)).toBe(3);
    run().bring(newer.slice(3));
    finish(stored(story, newer));
    await expect.poll(() => countOf(again)).toBe(8);
    await expect.poll(() => abort.query()).toBeNull();

    await choose('Translate again');
    await expect.poll(asked).toHaveLength(2);
    finish(stored(story, newer, { failed: failedRun() }), { status: 'failed', message: 'It was refused.' });
    await expect.element(alert).toBeVisible();
    expect(countOf(again)).toBe(8);
    expect(countOf(pairs('old'))).toBe(0);
  });

  test('is cleared, and Clear is undone', async () => {
    const story = makeCoast(3, { from: 100 });
    const { app } = await openStory(story, { known: stored(story), ...shown });
    await expect.poll(() => countOf(done)).toBe(3);
    await choose('Clear translation');
    await expect.element(bar.getByText('Cleared.')).toBeVisible();
    expect(countOf(targets)).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => countOf(done)).toBe(3);
    expect(app.asked('translations.restore')).toMatchObject([[expect.anything(), 'undo']]);
  });
});

describe('a translation in progress', () => {
  test('is cleared, and Clear is undone: what was stored before comes back', async () => {
    const story = makeCoast(6);
    const { run } = await openStory(story, { known: stored(story), ...shown });
    await expect.poll(() => countOf(done)).toBe(6);
    await choose('Translate again');
    run().bring(story.paragraphs.slice(0, 2));
    await expect.poll(() => countOf(pairs('old'))).toBe(4);
    await choose('Clear translation');
    const undo = bar.getByRole('button', { name: 'Undo' });
    await expect.element(undo).toHaveFocus();
    expect(countOf(targets)).toBe(0);
    await undo.click();
    await expect.poll(() => countOf(done)).toBe(6);
    await expect.element(button).toHaveFocus();
  });

  test('stays in sight while the article scrolls and while it is hidden, and can be aborted', async () => {
    const story = makeCoast(30, { from: 20 });
    const { run, finish, asked, abortKeeps } = await openStory(story);
    const kept = story.paragraphs.slice(0, 5);
    const { maker } = stored(story);
    const aborted = maker === null ? null : { ...maker, isCostComplete: false };
    abortKeeps(stored(story, kept, { maker: aborted }));
    await userEvent.keyboard('t');
    await expect.poll(asked).toHaveLength(1);
    run().bring(kept);
    await expect.poll(() => countOf(done)).toBe(5);
    body.css('p').last().element().scrollIntoView();
    await expect.poll(isProgressInSight).toBe(true);
    await userEvent.keyboard('t');
    await expect.poll(() => countOf(targets)).toBe(0);
    expect(isProgressInSight()).toBe(true);
    await userEvent.keyboard('t');
    await abort.click();
    await expect.element(rest).toHaveFocus();
    await expect.element(page.getByText(/^Translation aborted: 5 of 30 paragraphs/)).toBeInTheDocument();
    await expect.element(made).toMatchTextContent(/unknown|at least/);
    await userEvent.keyboard('{Enter}');
    await expect.poll(asked).toHaveLength(2);
    run().bring(story.paragraphs.slice(5));
    finish(stored(story));
    await expect.poll(() => countOf(done)).toBe(30);
  });

  test('into another language starts as soon as it is chosen, and a key pressed early is not lost', async () => {
    const story = makeCoast(4, { from: 60 });
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    const { run, finish, asked } = await openStory(story, { until });
    await userEvent.keyboard('t');
    release();
    await expect.poll(asked).toHaveLength(1);
    run().bring(story.paragraphs);
    finish(stored(story));
    await expect.poll(() => countOf(done)).toBe(4);
    await language.click();
    await page.getByRole('menuitemradio', { name: 'Français' }).click();
    await expect.poll(asked).toMatchObject([{ targetLanguage: 'de' }, { targetLanguage: 'fr' }]);
    await expect.element(language).toHaveTextContent('Français');
  });
});

/** Whether the progress can be seen without scrolling. */
function isProgressInSight(): boolean {
  const element = progress.element();
  const { top, bottom, left } = element.getBoundingClientRect();
  const middle = document.elementFromPoint(left + 2, (top + bottom) / 2);
  return top >= 0 && bottom <= innerHeight && element.contains(middle);
}
