import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openStory } from './open-story.ts';
import { makeCoast, stored, withWrongNumber } from './story.ts';
import { articlePage, countOf } from './translation-page.ts';

const { done, marked, notes, pairOf, pairs, tip } = articlePage;
const again = tip.getByRole('button', { name: 'Translate this paragraph again' });
const shown = { isShown: true };

describe('the marks of a translation', () => {
  test('say why on hover and focus, and the paragraph is translated again', async () => {
    const story = makeCoast(12);
    const wrong = withWrongNumber(story, '2211');
    const { run, finish, asked } = await openStory(story, { known: stored(story, wrong), ...shown });
    await expect.poll(() => countOf(done)).toBe(12);
    expect(countOf(notes)).toBe(1);
    await expect.element(marked).toHaveTextContent('1 paragraph to check');
    const note = pairOf('2211').css('.translation-note');
    await note.hover();
    await expect.element(tip.getByText(/2211/)).toBeVisible();
    await userEvent.hover(page.getByRole('heading', { level: 1 }).first());
    await expect.poll(() => tip.query()).toBeNull();
    (note.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await again.click();
    await expect.poll(asked).toEqual([{ targetLanguage: 'de', keys: [story.paragraphs[2]?.key] }]);
    run().bring(story.paragraphs.slice(2, 3));
    finish(stored(story));
    await expect.poll(() => countOf(notes)).toBe(0);
    await expect.element(pairOf('2211').css('.target')).toMatchTextContent('2211');
  });

  test('name a paragraph that the model declined, at the width of a phone', async () => {
    const story = makeCoast(12, { from: 20 });
    const declined = story.paragraphs.map((each) =>
      each.text?.includes('2951') === true ? { ...each, text: null, problem: 'refused' as const } : each,
    );
    const at = declined.findIndex(({ text }) => text === null);
    const { run, finish, asked } = await openStory(story, {
      known: stored(story, declined),
      ...shown,
      width: 390,
      height: 844,
    });
    await expect.poll(() => countOf(done)).toBe(11);
    const missing = pairs('missing').getByRole('button');
    await expect.element(missing).toHaveTextContent('Not translated: the model declined.');
    await missing.click();
    await again.click();
    await expect.poll(asked).toMatchObject([{ keys: [story.paragraphs[at]?.key] }]);
    run().bring(story.paragraphs.slice(at, at + 1));
    finish(stored(story));
    await expect.poll(() => countOf(done)).toBe(12);
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBe(clientWidth);
  });

  test('are visited one after the other, by button and key', async () => {
    const story = makeCoast(12, { from: 80 });
    const known = stored(story, withWrongNumber(story, '5171', '5393'));
    await openStory(story, { known, ...shown });
    await marked.click();
    await expect.element(tip.getByText(/5171/)).toBeVisible();
    await userEvent.keyboard('n');
    await expect.element(tip.getByText(/5393/)).toBeVisible();
    await userEvent.keyboard('n');
    await expect.element(tip.getByText(/5171/)).toBeVisible();
  });

  test('say how the glossary translates a term', async () => {
    const story = makeCoast(4, { from: 40 });
    const expected = 'Stadtpräsidentin';
    const mark = { kind: 'glossary' as const, words: 'mayor', side: 'source' as const, expected };
    const paragraphs = story.paragraphs.map((each, at) => (at === 0 ? { ...each, marks: [mark] } : each));
    await openStory(story, { known: stored(story, paragraphs), ...shown });
    await pairOf('mayor').first().css('.translation-note').click();
    const told = tip.getByText('The glossary translates “mayor” as “Stadtpräsidentin”.');
    await expect.element(told).toBeVisible();
  });
});
