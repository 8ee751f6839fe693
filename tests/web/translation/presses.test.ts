import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { builtinModelProfileId, modelProfileIdSchema } from '#schema/ids.ts';
import { mergeSettings } from '#schema/settings.ts';
import { openStory } from './open-story.ts';
import { makeCoast, notTranslated, secondId, stored } from './story.ts';
import { articlePage, countOf } from './translation-page.ts';

const { abort, button, done, language, languageMenu, rest } = articlePage;
const cannot = page.getByText(/^The offline model can’t translate\./).first();
const inEnglish = { settings: { translation: { defaultTargetLanguage: 'en' } } };

describe('a press of Translate before the stored translation is known', () => {
  test('leaves it in sight, and asks no model', async () => {
    const other = makeCoast(3, { from: 160, title: 'Shown before' });
    const story = makeCoast(4, { from: 140, title: 'Stored', id: secondId });
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    const { app, asked } = await openStory(other, { known: stored(other), others: [story], isShown: true });
    app.script({
      translations: {
        async get() {
          await until;
          return stored(story);
        },
      },
    });
    await page
      .getByRole('list', { name: 'Entries' })
      .getByRole('link', { name: /Stored/ })
      .click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Stored' })).toBeVisible();
    await button.click();
    release();
    await expect.poll(() => countOf(done)).toBe(4);
    // The translation was visible before the next two presses, so these hide it and show it again.
    await userEvent.keyboard('t');
    await expect.poll(() => countOf(done)).toBe(0);
    await userEvent.keyboard('t');
    await expect.poll(() => countOf(done)).toBe(4);
    expect(asked()).toEqual([]);
  });

  test('of one article does not undo the press for the next', async () => {
    const story = makeCoast(3, { from: 180, title: 'Opened after it' });
    const other = makeCoast(3, { from: 160, title: 'Left early', id: secondId });
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    const { app, run, finish } = await openStory(story, { others: [other], until });
    const list = page.getByRole('list', { name: 'Entries' });
    for (const name of ['Left early', 'Opened after it']) {
      await list.getByRole('link', { name: new RegExp(name) }).click();
      await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await button.click();
    }
    release();
    await expect.poll(() => app.asked('translations.start')).toHaveLength(1);
    expect(app.asked('translations.start')[0]?.[0]).toBe(story.entry.id);
    run().bring(story.paragraphs);
    finish(stored(story));
    await expect.poll(() => countOf(done)).toBe(3);
  });
});

describe('a translated article', () => {
  test('needs a model: the offline one leads to adding another', async () => {
    const story = makeCoast(3, { from: 110 });
    const { app, asked } = await openStory(story, { known: notTranslated(story, { canTranslate: false }) });
    await button.click();
    await expect.element(cannot).toBeVisible();
    expect(asked()).toEqual([]);
    await page.getByRole('link', { name: 'Add a model' }).click();
    await expect.poll(() => app.place()).toBe('/settings/models?add=true');
  });

  test('becomes possible where a model is added elsewhere', async () => {
    const story = makeCoast(4, { from: 20 });
    const { app, server, run, finish, asked } = await openStory(story, {
      known: notTranslated(story, { canTranslate: false }),
      settings: { summaryAgent: { primaryModelProfileId: builtinModelProfileId } },
    });
    await button.click();
    await expect.element(cannot).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(languageMenu).toBeDisabled();
    server.translation = notTranslated(story);
    const primaryModelProfileId = modelProfileIdSchema.parse('scripted');
    server.settings = mergeSettings(server.settings, { summaryAgent: { primaryModelProfileId } });
    app.announce('models', 'settings');
    await expect.element(languageMenu).toBeEnabled();
    await button.click();
    await expect.poll(asked).toHaveLength(1);
    run().bring(story.paragraphs);
    finish(stored(story));
    await expect.poll(() => countOf(done)).toBe(4);
  });

  test('is not translated into its own language', async () => {
    const story = makeCoast(12, { from: 120 });
    const { run, finish, asked } = await openStory(story, {
      known: notTranslated(story, { targetLanguage: 'en' }),
      ...inEnglish,
    });
    await button.click();
    await expect.element(page.getByText(/^This article is in English already\./)).toBeVisible();
    expect(asked()).toEqual([]);
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await expect.poll(asked).toEqual([{ targetLanguage: 'de' }]);
    run().bring(story.paragraphs);
    finish(stored(story));
    await expect.poll(() => countOf(done)).toBe(12);
    await expect.element(language).toHaveTextContent('Deutsch');
  });

  test('into its own language needs a second word', async () => {
    const story = makeCoast(6, { from: 40 });
    const own = { targetLanguage: 'en' };
    const { run, finish, asked, abortKeeps } = await openStory(story, {
      known: notTranslated(story, own),
      ...inEnglish,
    });
    const kept = story.paragraphs.slice(0, 3);
    abortKeeps(stored(story, kept, own));
    await button.click();
    await expect.element(page.getByText(/^This article is in English already\./)).toBeVisible();
    expect(asked()).toEqual([]);
    await page.getByRole('menuitem', { name: 'Translate anyway' }).click();
    await expect.poll(asked).toEqual([{ targetLanguage: 'en', anyway: true }]);
    run().bring(kept);
    await expect.poll(() => countOf(done)).toBe(3);
    await abort.click();
    await rest.click();
    await expect.poll(asked).toHaveLength(2);
    expect(asked()[1]).toEqual({ targetLanguage: 'en', anyway: true });
    run().bring(story.paragraphs.slice(3));
    finish(stored(story, story.paragraphs, own));
    await expect.poll(() => countOf(done)).toBe(6);
  });
});
