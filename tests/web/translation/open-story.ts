import { expect, inject } from 'vitest';
import { page } from 'vitest/browser';
import { type Entry, entryHeadSchema } from '#schema/entry.ts';
import { entryPageSchema } from '#schema/reader-wire.ts';
import { mergeSettings, type SettingsPatch, settingsSchema } from '#schema/settings.ts';
import type { EntryTranslation, TranslateEntryRequest } from '#schema/translations/translation-wire.ts';
import { openApp } from '../open-app.ts';
import type { Answers } from '../script-answers.ts';
import { openRuns } from './open-run.ts';
import { notTranslated, type Story } from './story.ts';
import { articlePage } from './translation-page.ts';

interface StoryOptions {
  /** The translation that the server has at first. By default, it has none. */
  known?: EntryTranslation;
  /** More articles of the list, which are not translated. */
  others?: readonly Story[];
  /** The server answers nothing about translations before this resolves. */
  until?: Promise<void>;
  settings?: SettingsPatch;
  /** Whether the known translation is shown when the article opens. */
  isShown?: boolean;
  answers?: Answers;
  width?: number;
  height?: number;
}

const recorded = inject('recordedAnswers');
const recordedSettings = settingsSchema.parse(recorded['settings.get']?.['']);
const recordedPage = entryPageSchema.parse(recorded['reader.entries.list']?.['']);

/** Opens the story in the app. The test changes the translation that its server has. */
export async function openStory(story: Story, options: StoryOptions = {}) {
  const { known = notTranslated(story), others = [], until, settings = {}, isShown = false } = options;
  const { answers = {}, ...size } = options;
  const stories = [story, ...others];
  const runs = openRuns();
  const { id } = story.entry;
  const storyOf = (asked: Entry['id']) => stories.find(({ entry }) => entry.id === asked) ?? story;
  const server = { translation: known, settings: mergeSettings(recordedSettings, settings) };
  let next = runs.open();
  let cleared = known;

  function finish(translation: EntryTranslation, how: Parameters<typeof next.end>[0] = {}): void {
    server.translation = { ...translation, active: null };
    next.end(how);
    next = runs.open();
  }

  function inLanguage(targetLanguage = server.translation.targetLanguage): EntryTranslation {
    const { translation } = server;
    if (translation.targetLanguage === targetLanguage) return translation;
    const { languages, canTranslate, sourceLanguage } = translation;
    return notTranslated(story, { targetLanguage, languages, canTranslate, sourceLanguage });
  }

  const translations: Answers['translations'] = {
    async get(asked, query) {
      await until;
      const at = storyOf(asked);
      return at === story ? inLanguage(query?.targetLanguage) : notTranslated(at);
    },
    start(_, { targetLanguage } = {}) {
      const { run } = next;
      server.translation = { ...inLanguage(targetLanguage), active: run, failed: null };
      return run;
    },
    clear() {
      cleared = { ...server.translation, active: null };
      if (server.translation.active !== null) finish(notTranslated(story), { status: 'cancelled' });
      else server.translation = notTranslated(story);
      return { deleted: 1, undoId: 'undo' };
    },
    restore() {
      server.translation = cleared;
      return cleared.translated;
    },
  };
  const entries: NonNullable<Answers['reader']>['entries'] = {
    list: { ...recordedPage, items: stories.map(({ entry }) => entryHeadSchema.parse(entry)) },
    get: (asked) => storyOf(asked).entry,
    patch: (asked) => storyOf(asked).entry,
  };
  const app = await openApp(
    `/reader/all/${id}`,
    {
      ...answers,
      settings: { get: () => server.settings, ...answers.settings },
      reader: { ...answers.reader, entries: { ...entries, ...answers.reader?.entries } },
      translations: { ...translations, ...answers.translations },
      runs: { events: runs.events, ...answers.runs },
    },
    size,
  );
  await expect.element(articlePage.body).toBeVisible();
  // Until this click, keys go to the page around this one.
  await page.getByRole('heading', { level: 1, name: story.entry.title }).click();
  if (isShown) await articlePage.button.click();
  return {
    app,
    server,
    /** The run that the next request starts, or the one in progress. */
    run: () => next,
    finish,
    /** Makes Abort store this translation. */
    abortKeeps: (translation: EntryTranslation) =>
      app.script({
        runs: {
          cancel: () => {
            const { run } = next;
            finish(translation, { status: 'cancelled' });
            return run;
          },
        },
      }),
    /** The requests for a translation of any entry. */
    asked: () => app.asked('translations.start').map(([, request]) => request as TranslateEntryRequest),
  };
}

export async function choose(item: string): Promise<void> {
  await articlePage.bar.getByRole('button', { name: 'More for this translation' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
