import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import type { EntryId } from '#schema/entry.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { isTranslation, makeArticle, readAsked, toJson } from '#tests/fixtures/translated-article.ts';
import { chosenThemes, findFaint, findViolations, untilLoaded } from './find-violations.ts';
import { goInside } from './go-inside.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { tagReply } from './tag-reply.ts';
import { tagsPage } from './tags-page.ts';
import { tellSession } from './tell-session.ts';
import { foldText } from './texts.ts';
import { useScriptedModel } from './use-model.ts';

let precis: RunningPrecis;
let model: ScriptedModel;
let browser: TestBrowser;
let entryId: EntryId;
let translatedId: EntryId;
const translated = makeArticle('de', 6);
let threadId: string;
let sessionId: number;
const summary = `## The bridge

The **harbour bridge** closes for 26 months. It costs 181 million crowns.

- Hovercraft take over.
- The council decided by nine votes to four.`;

beforeAll(async () => {
  [precis, model, browser] = await Promise.all([startPrecis(), startScriptedModel(), openBrowser()]);
  const { client } = precis;
  await useScriptedModel(client, model.baseUrl('openai'));
  model.always((request) => {
    if (isTranslation(request)) return { text: toJson(readAsked(request, translated.translations)) };
    if (request.system.includes('<article>')) return { text: `${summary}\n\nIt closes in March [1].` };
    return { text: request.system.includes('running summary') ? foldText : summary };
  });
  await client.reader.feeds.addSample();
  const { items } = await client.reader.entries.list({ view: 'all' });
  entryId = items.find(({ title }) => title.startsWith('The Harbour Bridge'))?.id ?? entryId;
  await ended((await client.reader.summaries.start(entryId)).id);
  await addTranslated();
  await client.tags.ofEntry.add(entryId, ['infrastructure']);
  model.script(
    tagReply({
      bridges: 'the hollow steel columns of the eastern pier',
      ferries: 'electric ferries',
      Lindhaven: 'Lindhaven',
    }),
  );
  await ended((await client.tags.ofEntry.suggest(entryId)).id);
  model.script(tagReply({ 'public works': 'bridge' }));
  const batch = await client.tags.batches.start({ selection: { entryIds: [entryId] }, mode: 'suggest' });
  for await (const _ of client.changes())
    if ((await client.tags.batches.get(batch.id)).status === 'done') break;
  const space = await client.spaces.create({ name: 'Research' });
  threadId = (await client.threads.create({ spaceId: space.id, entryId })).id;
  for (let turn = 1; turn <= 8; turn += 1) {
    const { replyRun } = await client.threads.send(threadId as never, {
      text: `Question ${turn} on the move`,
    });
    await ended(replyRun.id);
  }
  await client.conversations.addTurn(conversationIdSchema.parse('trip'), {
    user_message: 'Plan the first day.',
    final_response: 'I saved the plan. The ferry leaves early.',
  });
  const session = tellSession(precis.url);
  const told = { contentSessionId: 'one' };
  const { sessionDbId } = await session.prompt({ ...told, project: 'harbour', prompt: 'Fix the login' });
  sessionId = sessionDbId;
  await session.observe({ ...told, tool_name: 'read', tool_input: { path: 'a.ts' }, tool_response: 'text' });
  await session.summary({ ...told, summary: { request: 'Fix the login', completed: 'It is fixed.' } });
  model.script({ fault: { kind: 'status', status: 401 } });
  await ended((await client.reader.summaries.start(entryId, { detailLevel: 'short' })).id);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), model?.close()]);
});

/** An article in two languages, with a mark at the paragraph whose number is wrong. */
async function addTranslated(): Promise<void> {
  const { client } = precis;
  const { title, html, translations } = translated;
  for (const [markup, text] of translations) translations.set(markup, text.replace('2211', '2911'));
  const page = `<html><head><title>${title}</title></head><body><article>${html}</article></body></html>`;
  const content = Buffer.from(page).toString('base64');
  translatedId = (await client.reader.entries.add({ kind: 'file', name: 'coast.html', content })).id;
  await client.settings.patch({
    translation: {
      defaultTargetLanguage: 'de',
      glossary: [{ from: '*', to: 'de', term: 'flat', rendering: 'Wohnung' }],
    },
  });
  await ended((await client.translations.start(translatedId, {})).id);
}

async function ended(id: Parameters<RunningPrecis['client']['runs']['events']>[0]): Promise<void> {
  for await (const event of precis.client.runs.events(id)) if (event.type === 'run-end') return;
}

interface Screen {
  name: string;
  /** What is new on this screen: the rest is checked on another one. All by default. */
  part?: string;
  open(page: Page): Promise<void>;
}

const at = (path: () => string, ready: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await goInside(page, precis.url, path());
  await ready(page);
};
const article = at(
  () => `/reader/all/${entryId}`,
  (page) => page.getByTestId('shown-summary').waitFor(),
);
const bilingual = async (page: Page) => {
  await goInside(page, precis.url, `/reader/all/${translatedId}`);
  // Until the translation is known, a click would hide what is about to be shown.
  const button = page
    .getByRole('button', { name: 'Translate', exact: true })
    .and(page.getByTitle(/^(Show|Hide) the translation/));
  await button.waitFor();
  if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
  await page.locator('.pair[data-state=done]').first().waitFor();
};
const main = (page: Page) =>
  page.locator('main h1, main h2, main nav').first().waitFor({ state: 'attached' });

const screens: Screen[] = [
  { name: 'the Reader with its panel', open: article },
  {
    name: 'the passage of a suggested tag',
    async open(page) {
      await article(page);
      const tags = tagsPage(page);
      await tags.suggestions.first().waitFor();
      await tags.suggestButton.focus();
      await page.keyboard.press('Tab');
      await tags.passage.waitFor();
    },
  },
  {
    name: 'the tags of an entry, edited',
    async open(page) {
      await article(page);
      await page.keyboard.press('l');
      await tagsPage(page).field.fill('br');
      await tagsPage(page).options.first().waitFor();
    },
  },
  {
    name: 'the estimate of a batch',
    part: '[role=dialog]',
    async open(page) {
      await goInside(page, precis.url, '/reader/all');
      await page.getByRole('button', { name: 'More for this list' }).click();
      await page.getByRole('menuitem', { name: 'Tag these entries…' }).click();
      await page.getByTestId('tagging-estimate').waitFor();
    },
  },
  {
    name: 'the review of a batch',
    part: '[role=dialog]',
    async open(page) {
      await goInside(page, precis.url, '/settings/tags');
      await page.getByRole('button', { name: /^1 selected entry/ }).click();
      await page.getByRole('button', { name: 'Review' }).click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'the synonyms of a tag',
    part: '[role=dialog]',
    async open(page) {
      await goInside(page, precis.url, '/settings/tags');
      await page.getByRole('button', { name: 'More options for infrastructure' }).click();
      await page.getByRole('menuitem', { name: 'Synonyms…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'the panel, advanced',
    async open(page) {
      await article(page);
      await page.getByRole('button', { name: 'Advanced' }).click();
      await page.getByText('System prompt for the next run only').waitFor();
    },
  },
  {
    name: 'the menu of Clear',
    part: '[role=menu]',
    async open(page) {
      await article(page);
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'the menu of receipts',
    part: '[role=menu]',
    async open(page) {
      await article(page);
      await page.getByRole('button', { name: 'With receipt', exact: true }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'the check of a summary that failed',
    async open(page) {
      await article(page);
      await page.getByRole('button', { name: 'Check against the article' }).click();
      await page
        .getByRole('button', { name: 'Check with a model' })
        .or(page.getByRole('button', { name: 'Try again' }))
        .click();
      await page.getByTestId('check-failure').waitFor();
    },
  },
  {
    name: 'the check of a sentence',
    async open(page) {
      await article(page);
      await page.locator('.grounded').first().hover();
      await page.getByTestId('sentence-tip').waitFor();
    },
  },
  {
    name: 'another language',
    part: '[role=dialog]',
    async open(page) {
      await article(page);
      await page.getByRole('combobox', { name: 'Target Language' }).selectOption('other');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'the dialog to add',
    part: '[role=dialog]',
    async open(page) {
      await article(page);
      await page.keyboard.press('a');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'the help',
    part: '[role=dialog]',
    async open(page) {
      await article(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'the search of everything',
    part: '[role=dialog]',
    async open(page) {
      await article(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('bridge');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'a search in the Reader',
    open: at(
      () => '/reader/all?q=hovercraft',
      (page) => page.getByTestId('in-summary').waitFor(),
    ),
  },
  { name: 'an article in two languages', open: bilingual },
  {
    name: 'a mark at a translated paragraph',
    part: '[role=dialog]',
    async open(page) {
      await bilingual(page);
      await page.locator('.translation-note').first().click();
      await page.getByRole('dialog', { name: 'About this paragraph' }).waitFor();
    },
  },
  {
    name: 'the languages to translate into',
    part: '[role=menu]',
    async open(page) {
      await bilingual(page);
      await page.getByRole('button', { name: 'Translate into' }).click();
      await page.getByRole('menuitemradio').first().waitFor();
    },
  },
  {
    name: 'the menu of a translation',
    part: '[role=menu]',
    async open(page) {
      await bilingual(page);
      await page.getByRole('button', { name: 'More for this translation' }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'a new term of the glossary',
    part: '[role=dialog]',
    async open(page) {
      await goInside(page, precis.url, '/settings/translation');
      await page.getByRole('button', { name: 'Add a term' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'the Spaces', open: at(() => '/spaces', main) },
  {
    name: 'a thread with its summary',
    async open(page) {
      await goInside(page, precis.url, `/spaces/thread/${threadId}`);
      await page.locator('article[data-seq]').first().waitFor();
    },
  },
  { name: 'the conversations', open: at(() => '/conversations', main) },
  {
    name: 'a conversation',
    open: at(
      () => '/conversations/trip',
      (page) => page.locator('main').getByText('Plan the first day.').last().waitFor(),
    ),
  },
  { name: 'the sessions', open: at(() => '/sessions', main) },
  {
    name: 'a session',
    open: at(
      () => `/sessions/${sessionId}`,
      (page) => page.getByText('Fix the login').first().waitFor(),
    ),
  },
  {
    name: 'the runs',
    open: at(
      () => '/runs?tab=runs',
      (page) => page.locator('tbody tr').first().waitFor(),
    ),
  },
  {
    name: 'an issue',
    async open(page) {
      await goInside(page, precis.url, '/runs?tab=issues');
      await page.locator('tbody tr a').first().click();
      await page.getByRole('complementary', { name: 'Issue', exact: true }).waitFor();
    },
  },
  ...[
    'models',
    'agents',
    'summaries',
    'translation',
    'tags',
    'templates',
    'templates?open=summary.default',
    'spending',
    'storage',
    'appearance',
    'about',
  ].map((section) => ({
    name: `the settings of ${section}`,
    open: at(
      () => `/settings/${section}`,
      (page) => page.locator('main h1, main h2').first().waitFor(),
    ),
  })),
];

const isFull = process.env.PRECIS_FAULT === 'full';
/** Between them, these have nearly all colours. */
const inEveryTheme = ['the Reader with its panel', 'a thread with its summary', 'the sessions'];

test.each([
  { name: 'in light and dark', width: 1280, isDark: true },
  // The colours are the same on a phone.
  { name: 'on a phone', width: 390, isDark: isFull },
])(
  'axe finds nothing wrong with any screen or dialog $name',
  async ({ width, isDark }) => {
    const { page } = await browser.open({ viewport: { width, height: 844 } });
    const found: Record<string, string[]> = {};
    for (const { name, part, open } of screens) {
      await open(page);
      await untilLoaded(page);
      const violations = await findViolations(page, { part, except: isDark ? [] : ['color-contrast'] });
      const themes = isFull || inEveryTheme.includes(name) ? chosenThemes : [];
      if (isDark) violations.push(...(await findFaint(page, { part, themes })));
      if (violations.length > 0) found[name] = violations;
    }
    expect(found).toEqual({});
  },
  600_000,
);
