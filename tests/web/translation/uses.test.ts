import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { entryHeadSchema } from '#schema/entry.ts';
import { keyOfMarkup } from '#text/paragraphs/markers.ts';
import type { Answers } from '../script-answers.ts';
import { openRuns } from './open-run.ts';
import { openStory } from './open-story.ts';
import { makeCoast, secondId, stored } from './story.ts';
import { articlePage } from './translation-page.ts';

const more = page.getByRole('button', { name: 'More for this list' });
const titles = page.getByRole('list', { name: 'Entries' }).getByTestId('translated-title');
const shownTitles = () => titles.elements().map(({ textContent }) => textContent);

async function chooseOfList(item: string): Promise<void> {
  await more.click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Opens two articles, whose titles are translated as the test says. */
async function openTitles() {
  const story = makeCoast(1, { title: 'Rain in June' });
  const other = makeCoast(1, { title: 'A bell for the chapel', id: secondId });
  const runs = openRuns();
  const known = new Map<number, string>();
  const server = { run: runs.open() };
  const translations: Answers['translations'] = {
    titles: () => ({
      targetLanguage: 'de',
      canTranslate: true,
      titles: [story, other].flatMap(({ entry: { id } }) => {
        const text = known.get(id);
        return text === undefined ? [] : [{ id, text }];
      }),
    }),
    startTitles: () => server.run.run,
  };
  function end(status: 'succeeded' | 'cancelled') {
    const { run } = server.run;
    server.run.end({ status });
    server.run = runs.open();
    return run;
  }
  const answers = { translations, runs: { events: runs.events, cancel: () => end('cancelled') } };
  const { app } = await openStory(story, { others: [other], answers });
  function translate(of: typeof story, text: string): void {
    known.set(of.entry.id, text);
    server.run.bring([{ key: keyOfMarkup(of.entry.title), text, problem: null, marks: [] }]);
  }
  return { app, story, other, translate, end };
}

describe('the titles of a list', () => {
  test('are translated in one request, and shown under the originals', async () => {
    const { app, story, other, translate, end } = await openTitles();
    await chooseOfList('Translate titles into Deutsch');
    await expect
      .poll(() => app.asked('translations.startTitles'))
      .toEqual([[{ entryIds: [story.entry.id, other.entry.id], targetLanguage: 'de' }]]);
    translate(story, 'Regen im Juni');
    translate(other, 'Eine Glocke für die Kapelle');
    end('succeeded');
    await expect.poll(shownTitles).toEqual(['Regen im Juni', 'Eine Glocke für die Kapelle']);
    await expect.element(titles.first()).toHaveAttribute('lang', 'de');
    await chooseOfList('Hide translated titles');
    await expect.poll(shownTitles).toEqual([]);
  });

  test('appear one after the other', async () => {
    const { app, story, other, translate, end } = await openTitles();
    await chooseOfList('Translate titles into Deutsch');
    await expect.poll(() => app.asked('translations.startTitles')).toHaveLength(1);
    translate(story, 'Regen im Juni');
    await expect.poll(shownTitles).toEqual(['Regen im Juni']);
    const list = page.getByRole('region', { name: 'All entries' });
    await list.getByRole('button', { name: 'Abort' }).click();
    await expect.poll(() => page.getByText('Translating titles…').query()).toBeNull();
    expect(shownTitles()).toEqual(['Regen im Juni']);
    expect(list.getByRole('alert').query()).toBeNull();
    await chooseOfList('Translate titles into Deutsch');
    await expect
      .poll(() => app.asked('translations.startTitles')[1])
      .toEqual([{ entryIds: [other.entry.id], targetLanguage: 'de' }]);
    translate(other, 'Eine Glocke für die Kapelle');
    end('succeeded');
    await expect.poll(shownTitles).toEqual(['Regen im Juni', 'Eine Glocke für die Kapelle']);
  });
});

test('an entry that is found by the words of its translation says so', async () => {
  const story = makeCoast(2);
  const { id } = story.entry;
  const list = {
    items: [entryHeadSchema.parse(story.entry)],
    nextCursor: null,
    inSummary: [],
    inTranslation: [{ id, excerpt: 'Der Rat von Lunvik genehmigte 2137 neue Wohnungen' }],
  };
  await openStory(story, {
    answers: { reader: { entries: { list } }, threads: { search: { items: [], nextCursor: null } } },
  });
  await page.getByRole('searchbox', { name: 'Search' }).fill('genehmigte');
  await expect.element(page.getByTestId('in-translation').first()).toMatchTextContent('In the translation:');
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('genehmigte');
  await expect.element(page.getByRole('option', { name: /In the translation:/ }).first()).toBeVisible();
});

test('a partial translation is not offered to be summarized', async () => {
  const story = makeCoast(12, { from: 100 });
  const { run, finish, asked } = await openStory(story, {
    known: stored(story, story.paragraphs.slice(0, 4)),
    settings: { summaryAgent: { defaultTargetLanguage: 'de' } },
    isShown: true,
  });
  const panel = page.getByRole('region', { name: 'Summary', exact: true });
  const menu = panel.getByRole('button', { name: 'Text to summarize' });
  const choice = page.getByRole('menuitemradio', { name: /^Summarize the translation/ });
  await menu.click();
  await expect.element(choice).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText('Translate the rest of the article first.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await articlePage.rest.click();
  await expect.poll(asked).toHaveLength(1);
  run().bring(story.paragraphs.slice(4));
  finish(stored(story));
  await expect.poll(() => articlePage.done.elements()).toHaveLength(12);
  await menu.click();
  await expect.element(choice).not.toHaveAttribute('aria-disabled', 'true');
});
