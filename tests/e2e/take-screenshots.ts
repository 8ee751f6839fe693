import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { startScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { readAsked, toJson } from '#tests/fixtures/translated-article.ts';
import { findBrowser } from '#tests/setup/find-browser.ts';
import { translateBridge } from './bridge-in-german.ts';
import { launchBrowser } from './launch-browser.ts';
import { panelPage } from './panel-page.ts';
import { readerPage } from './reader-page.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { tagReply } from './tag-reply.ts';
import { tagsPage } from './tags-page.ts';
import { takeCheckPictures } from './take-check-pictures.ts';
import { takeDeskPictures } from './take-desk-pictures.ts';
import { bridgeText } from './texts.ts';
import { translationPage } from './translation-page.ts';
import { useScriptedModel } from './use-model.ts';

/** The folder of the screenshots. With the argument `desk`, this program takes only those of the reading desk. */
const directory = join(import.meta.dirname, '..', '..', 'docs', 'screenshots');
const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const bridge = 'The Harbour Bridge Closes for Two Years';

const summary = `The Lindhaven harbour bridge closes to all traffic in March for twenty-six months, three years earlier than planned, because its eastern pier is rusting from within.

- Inspectors found standing water in two of the six hollow columns; in the worst place the steel has gone from 32 to 11 millimetres.
- The repair costs an estimated 118 million crowns: the state pays 60 per cent, the city the rest. A new bridge would have cost almost three times as much.
- Ferries and rerouted buses take over; the council decided by nine votes to four.
- One councillor wanted a lane kept open for ambulances. The city engineer answered that this would stretch the work to five years.

If the work stays on schedule, the bridge opens again in May of the year after next.`;

const wrongCost = '- The repair costs an estimated 987 million crowns.';
const checkedSummary = `The Lindhaven harbour bridge closes to all traffic in March for twenty-six months.

${wrongCost}
- Two electric ferries and rerouted buses take over.`;

const subscriptions: Record<string, Record<string, [string, number, string][]>> = {
  News: {
    'City Desk': [
      [
        'Council votes to reopen the night library',
        1,
        'From May, the reading room on Tanner Street is open until two in the morning again.',
      ],
      [
        'Tram line 6 gets its own lane on the quay',
        7,
        'The trams have been late for years because they wait behind delivery vans.',
      ],
    ],
    'Science Weekly': [
      [
        'A quieter engine for regional aircraft',
        3,
        'Twelve slow blades instead of six fast ones: a test stand in the valley hums where it used to roar.',
      ],
      [
        'What the lake sediment says about the drought of 1540',
        11,
        'Every summer leaves a layer, and one of them is as thin as paper.',
      ],
      [
        'Bees count to four, and then they stop',
        28,
        'Given five dots, a bee behaves as if there were simply many.',
      ],
    ],
  },
  Blogs: {
    'Notes on Software': [
      [
        'Deleting a feature is a feature',
        4,
        'Nobody writes to thank you for the button that is gone, but they find the others faster.',
      ],
      [
        'The log line that would have saved us a weekend',
        21,
        'It said that something had failed. It did not say what.',
      ],
    ],
    'Slow Kitchen': [
      ['Bread without a schedule', 6, 'Flour, water, salt, and a refrigerator that forgives everything.'],
    ],
  },
};

/** The subjects of the articles, each with words that prove it. */
const subjects: Record<string, string> = {
  'public transport': 'four bus lines',
  inspections: 'An inspection in 2019',
  'public spending': 'million',
  libraries: 'reading room',
  trams: 'trams',
  aviation: 'Twelve slow blades',
  droughts: 'Every summer leaves a layer',
  bees: 'a bee behaves',
  baking: 'Flour, water, salt',
  logging: 'something had failed',
  knives: 'knife',
};

const executablePath = findBrowser();
if (executablePath === null) throw new Error('there is no browser: run node tests/setup/install-browser.ts');
mkdirSync(directory, { recursive: true });

const [precis, server, model, browser] = await Promise.all([
  startPrecis(),
  startFeedServer(),
  startScriptedModel(),
  launchBrowser(executablePath),
]);
try {
  await takeFirstRun(browser, precis);
  await fill(precis, server);
  await useScriptedModel(precis.client, model.baseUrl('openai'), { model: 'gpt-5.2' });
  model.always({ text: summary, firstTokenDelayMs: 1300, usage: { inputTokens: 912, outputTokens: 196 } });
  if (process.argv[2] !== 'desk') {
    await takeReader({ name: 'reader-light', options: { viewport: wide, colorScheme: 'light' } });
    await takeReader({ name: 'reader-dark', options: { viewport: wide, colorScheme: 'dark' } });
    await takeReader({
      name: 'reader-narrow',
      options: { viewport: narrow, colorScheme: 'light', isMobile: true, hasTouch: true },
    });
    await takeCheck();
    await takeCheckPictures({ browser, precis, model, title: bridge, directory });
    await takeTags();
    await takeTranslations();
  }
  await takeDesk();
} finally {
  await browser.close();
  await Promise.all([precis.stop(), server.close(), model.close()]);
}

async function takeFirstRun(from: Browser, { url }: RunningPrecis): Promise<void> {
  const page = await (await from.newContext({ locale: 'en-GB', viewport: wide })).newPage();
  await page.goto(`${url}/`);
  await page.getByRole('heading', { name: 'What do you want to read?' }).waitFor();
  await page.screenshot({ path: join(directory, 'first-run.png') });
}

interface Picture {
  name: string;
  options: BrowserContextOptions;
}

async function takeReader({ name, options }: Picture): Promise<void> {
  // With reduced motion, no colour is in transition.
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const reader = readerPage(page, precis.url);
  const panel = panelPage(page);
  await reader.open('/reader/all');
  await reader.openEntry(bridge);
  await panel.shown.or(panel.empty).waitFor();
  if ((await panel.shown.count()) === 0) await panel.summaryButton.click();
  await panel.shown.waitFor();
  await reader.body.waitFor();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(directory, `${name}.png`) });
}

/** Takes pictures of a wrong number, caught and then corrected, one above the other. */
async function takeCheck(): Promise<void> {
  model.always(({ system }) => {
    if (!system.startsWith('You correct')) return { text: checkedSummary };
    return { text: JSON.stringify({ sentences: [{ number: 1, text: wrongCost.replace('987', '118') }] }) };
  });
  const context = await browser.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1180, height: 760 },
    colorScheme: 'light',
  });
  const page = await context.newPage();
  const reader = readerPage(page, precis.url);
  const panel = panelPage(page);
  await reader.open('/reader/all');
  await reader.openEntry(bridge);
  await panel.summaryButton.click();
  const wrong = page.locator('[data-sentence]', { hasText: '987' });
  await wrong.hover();
  const fix = page.getByRole('button', { name: 'Fix 1 sentence' });
  await fix.waitFor();
  const caught = await page.screenshot({ clip: { x: 433, y: 400, width: 747, height: 300 } });
  await fix.click();
  await page.getByRole('button', { name: 'Show before' }).click();
  await page.mouse.move(0, 0);
  const fixed = await page.screenshot({ clip: { x: 433, y: 480, width: 747, height: 270 } });
  await joinPictures(caught, fixed);
}

/** Takes pictures of suggested tags with a passage, and of a batch, at three widths. */
async function takeTags(): Promise<void> {
  const { client } = precis;
  const { items } = await client.reader.entries.list({ view: 'all', limit: 200 });
  const names = ['infrastructure', 'local news', 'ferries', 'engineering', 'climate', 'software'];
  for (const [index, { id, title }] of items.entries()) {
    const own = names.filter((_, at) => (index + at) % 4 === 0 || (at < 2 && index % 3 === at));
    if (title !== bridge && own.length > 0) await client.tags.ofEntry.add(id, own.slice(0, 2));
  }
  const entry = items.find(({ title }) => title === bridge);
  if (entry === undefined) throw new Error('the sample has no bridge');
  await client.tags.ofEntry.add(entry.id, ['infrastructure', 'local news']);
  model.always(
    tagReply({
      ferries: 'electric ferries',
      'steel corrosion': 'the hollow steel columns of the eastern pier',
      'public spending': 'Repair instead of replacement will cost an estimated 118 million crowns',
      Lindhaven: 'Lindhaven',
    }),
  );
  const pictures: [string, BrowserContextOptions][] = [
    ['tags-wide', { viewport: { width: 1440, height: 640 }, colorScheme: 'light' }],
    ['tags-medium', { viewport: { width: 1024, height: 640 }, colorScheme: 'dark' }],
    ['tags-narrow', { viewport: narrow, colorScheme: 'light', isMobile: true, hasTouch: true }],
  ];
  for (const [name, options] of pictures) {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    const tags = tagsPage(page);
    await page.goto(`${precis.url}/reader/all/${entry.id}`);
    await tags.tags.waitFor();
    if ((await tags.suggestions.count()) === 0) await tags.suggestButton.click();
    await tags.accept('steel corrosion').waitFor();
    if (options.hasTouch === true) await tags.accept('steel corrosion').tap();
    else await tags.accept('steel corrosion').hover();
    await tags.passage.waitFor();
    await page.screenshot({ path: join(directory, `${name}.png`) });
    await context.close();
  }
  const page = await (await browser.newContext({ locale: 'en-GB', viewport: wide })).newPage();
  await page.goto(`${precis.url}/reader/all`);
  await page.getByRole('button', { name: 'More for this list' }).click();
  await page.getByRole('menuitem', { name: 'Tag these entries…' }).click();
  await page.getByTestId('tagging-estimate').waitFor();
  await page.getByRole('dialog').screenshot({ path: join(directory, 'tags-estimate.png') });
  model.always(({ prompt }) =>
    tagReply(Object.fromEntries(Object.entries(subjects).filter(([, quote]) => prompt.includes(quote)))),
  );
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByText('Done', { exact: true }).waitFor();
  await page.getByRole('dialog').screenshot({ path: join(directory, 'tags-review.png') });
}

/** Takes pictures of an article beside its translation, with a mark, and on a phone. */
async function takeTranslations(): Promise<void> {
  const known = new Map<string, string>();
  model.always((request) => {
    const asked = readAsked(request, known).map(({ id, markup }) => ({ id, text: translateBridge(markup) }));
    return { text: toJson(asked), firstTokenDelayMs: 2100 };
  });
  await precis.client.settings.patch({ translation: { defaultTargetLanguage: 'de' } });
  await takeTranslation({
    name: 'translation-wide',
    options: { viewport: { width: 1728, height: 900 }, colorScheme: 'light' },
    layout: 'Beside',
  });
  await takeTranslation({
    name: 'translation-tablet',
    options: { viewport: { width: 1024, height: 900 }, colorScheme: 'dark' },
    layout: 'Under',
  });
  await takeTranslation({
    name: 'translation-phone',
    options: { viewport: narrow, colorScheme: 'light', isMobile: true, hasTouch: true },
    layout: 'Under',
  });
}

async function takeTranslation({
  name,
  options,
  layout,
}: Picture & { layout: 'Beside' | 'Under' }): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const reader = readerPage(page, precis.url);
  const translation = translationPage(page);
  await reader.open('/reader/all');
  await reader.openEntry(bridge);
  if (options.hasTouch === true) {
    await page.getByRole('button', { name: 'Enlarge the summary' }).focus();
    await page.keyboard.press('ArrowDown');
  } else await page.getByRole('button', { name: 'Hide summary' }).click();
  await translation.button.click();
  await translation.made.waitFor();
  await translation.layout(layout).check({ force: true });
  await translation.notes.first().scrollIntoViewIfNeeded();
  if (layout === 'Under') {
    await translation.notes.first().click();
    await translation.tip.waitFor();
  }
  await page.screenshot({ path: join(directory, `${name}.png`) });
  await context.close();
}

async function takeDesk(): Promise<void> {
  const { items } = await precis.client.reader.entries.list({ view: 'all', limit: 200 });
  const entry = items.find(({ title }) => title === bridge);
  if (entry === undefined) throw new Error('the sample has no bridge');
  await takeDeskPictures({ browser, precis, model, entryId: entry.id, directory });
}

async function joinPictures(...pictures: Buffer[]): Promise<void> {
  const page = await (await browser.newContext({ viewport: { width: 747, height: 600 } })).newPage();
  const images = pictures.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`);
  await page.setContent(
    `<style>body{margin:0;background:#fff}img{display:block;width:100%}img+img{margin-top:12px}</style>${images.join('')}`,
  );
  await page.screenshot({ path: join(directory, 'check.png'), fullPage: true });
}

/** Feeds and folders as a typical user might have them. */
async function fill({ client }: RunningPrecis, feeds: FeedServer): Promise<void> {
  const { reader } = client;
  await reader.feeds.addSample();
  for (const [folder, desks] of Object.entries(subscriptions)) {
    const { id: folderId } = await reader.folders.create({ name: folder });
    for (const [title, entries] of Object.entries(desks)) {
      const path = `/${encodeURIComponent(title)}`;
      const items = entries.map(([name, hoursAgo, opening], index) => ({
        id: `${title} ${index}`,
        title: name,
        html: [opening, ...bridgeText.split('\n\n')].map((words) => `<p>${words}</p>`).join(''),
        date: new Date(Date.now() - hoursAgo * 3_600_000).toUTCString(),
      }));
      feeds.on(path, { body: rss(title, items) });
      await reader.feeds.subscribe({ url: feeds.url(path), folderId });
    }
  }
  const { items } = await reader.entries.list({ view: 'all' });
  for (const [index, { id, title }] of items.entries()) {
    if (index % 4 === 3) await reader.entries.patch(id, { read: true });
    if (index % 7 === 2) await reader.entries.patch(id, { starred: true });
    if (index % 5 === 1 && title !== bridge) await follow(await reader.summaries.start(id, { anyway: true }));
  }

  async function follow({ id }: { id: Parameters<typeof client.runs.get>[0] }): Promise<void> {
    for await (const event of client.runs.events(id)) if (event.type === 'run-end') return;
  }
}
