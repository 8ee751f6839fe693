import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import type { EntryId } from '#schema/entry.ts';
import type { ScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { panelPage } from './panel-page.ts';
import { searchPage } from './search-page.ts';
import { spacesPage } from './spaces-page.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { tellSession, writeOldSessions } from './tell-session.ts';

interface Place {
  browser: Browser;
  precis: RunningPrecis;
  model: ScriptedModel;
  entryId: EntryId;
  directory: string;
}

/** One picture: the same screen at four widths, light and dark. */
interface Sheet {
  name: string;
  open(page: Page, width: number): Promise<unknown>;
}

const sizes = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
/** The height at which a screen is shown in its picture. */
const shownHeight = 420;

const summary = `The Lindhaven harbour bridge closes to all traffic in March for twenty-six months, three years earlier than planned.

- The repair costs an estimated 987 million crowns: the state pays 60 per cent, the city the rest.
- Two electric ferries and rerouted buses take over; the council decided by nine votes to four.
- Commuters brace themselves for a long wait.`;

/** The rules that a project remembers. The last rule replaces the first. */
const rules = [
  'Always use npm.',
  'We chose SQLite because nobody has to install it.',
  'I prefer short answers.',
  'Never commit to main without a review.',
  'Always use pnpm.',
];

const answer = 'For twenty-six months [2], because the eastern pier is rusting from within [3].';
/** A summary of a thread that is long enough to be accepted. */
const folded = `The reader asked about the harbour bridge of Lindhaven: how long it is closed, who pays, what replaces it and who was against it. The answers were taken from the article. The bridge is closed for twenty-six months, because the eastern pier is rusting from within.`;

/** Takes pictures of every part of the reading desk, at four widths, in light and dark. */
export async function takeDeskPictures(place: Place): Promise<void> {
  const { browser, precis, model, entryId, directory } = place;
  const { client, url } = precis;
  model.always(({ system }) => {
    if (system.includes('You name conversations')) return { text: 'The harbour bridge' };
    if (system.includes('running summary')) return { text: folded };
    if (system.includes('Its passages are numbered')) return { text: answer };
    return { text: summary };
  });
  await client.settings.patch({ check: { mode: 'off' } });
  await ended(precis, (await client.reader.summaries.start(entryId)).id);
  const threadId = await fillThread(precis, entryId);
  const sessionId = await fillSessions(precis);
  const fresh = await startPrecis();
  const article = (page: Page) => openArticle(page, `${url}/reader/all/${entryId}`);

  const sheets: Sheet[] = [
    {
      name: 'evidence',
      async open(page, width) {
        await article(page);
        const sentence = page.locator('[data-sentence]', { hasText: '987' });
        if (width > 500) await sentence.hover();
      },
    },
    {
      name: 'list',
      async open(page) {
        await page.goto(`${url}/reader/all`);
        await page.locator('a[href*="/reader/all/"]').first().waitFor();
      },
    },
    {
      name: 'reading',
      async open(page) {
        await article(page);
        await page.getByText('Aa', { exact: true }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'palette',
      async open(page) {
        await article(page);
        await page.keyboard.press('Control+k');
        await searchPage(page).field.fill('summ');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'first-run',
      async open(page) {
        await page.goto(fresh.url);
        await page.getByRole('heading', { name: 'What do you want to read?' }).waitFor();
      },
    },
    {
      name: 'settings',
      async open(page) {
        await page.goto(`${url}/settings/storage`);
        await page.getByText('On this device').first().waitFor();
      },
    },
    {
      name: 'thread',
      async open(page) {
        await page.goto(`${url}/spaces/thread/${threadId}`);
        await spacesPage(page, url).answers.last().waitFor();
        await page.getByTestId('folded-card').scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'issues',
      async open(page) {
        await page.goto(`${url}/runs?tab=issues`);
        await page.locator('main h1, main h2').first().waitFor();
      },
    },
    {
      name: 'sessions',
      async open(page) {
        await page.goto(`${url}/sessions`);
        await page.getByText('Fix the login').first().waitFor();
      },
    },
    {
      name: 'session',
      async open(page) {
        await page.goto(`${url}/sessions/${sessionId}`);
        await page.getByText('Fix the login').first().waitFor();
      },
    },
    {
      name: 'memory',
      async open(page) {
        await page.goto(`${url}/sessions?project=harbour&view=memory`);
        await page.getByText('Always use pnpm').first().waitFor();
      },
    },
  ];
  try {
    for (const sheet of sheets) await takeSheet(browser, sheet, directory);
  } finally {
    await fresh.stop();
  }
}

async function takeSheet(browser: Browser, { name, open }: Sheet, directory: string): Promise<void> {
  const rows: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const images: string[] = [];
    for (const viewport of sizes) {
      const isPhone = viewport.width < 500;
      const context = await browser.newContext({
        locale: 'en-GB',
        reducedMotion: 'reduce',
        viewport,
        colorScheme,
        isMobile: isPhone,
        hasTouch: isPhone,
        ...(isPhone && { deviceScaleFactor: 2 }),
      });
      const page = await context.newPage();
      await open(page, viewport.width);
      // Pictures, verdicts and counts appear after the first text.
      await page.waitForTimeout(800);
      const png = await page.screenshot();
      images.push(`<img src="data:image/png;base64,${png.toString('base64')}">`);
      await context.close();
    }
    rows.push(`<div>${images.join('')}</div>`);
  }
  const context = await browser.newContext({ viewport: { width: 2800, height: 900 } });
  const page = await context.newPage();
  await page.setContent(
    `<style>body{margin:0;padding:12px;background:#888;width:max-content}div{display:flex;gap:12px}
      div+div{margin-top:12px}img{height:${shownHeight}px}</style>${rows.join('')}`,
  );
  await page
    .locator('body')
    .screenshot({ path: join(directory, `desk-${name}.jpg`), type: 'jpeg', quality: 78 });
  await context.close();
}

async function openArticle(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await panelPage(page).shown.waitFor({ state: 'attached' });
}

/** A thread about the article, with a summary of its older turns. */
async function fillThread({ client }: RunningPrecis, entryId: EntryId): Promise<string> {
  const space = await client.spaces.create({ name: 'Harbour' });
  const { id } = await client.threads.create({ spaceId: space.id, entryId });
  const questions = [
    'How long is the bridge closed?',
    'Who pays?',
    'What replaces it?',
    'Who was against it?',
  ];
  for (let turn = 0; turn < 12; turn += 1) {
    const { replyRun } = await client.threads.send(id, { text: questions[turn % questions.length] ?? '' });
    for await (const event of client.runs.events(replyRun.id)) if (event.type === 'run-end') break;
  }
  return id;
}

async function fillSessions({ client, url }: RunningPrecis): Promise<number> {
  const session = tellSession(url);
  const other = { contentSessionId: 'memory', project: 'harbour' };
  for (const prompt of rules) await session.prompt({ ...other, prompt });
  const told = { contentSessionId: 'login' };
  const { sessionDbId } = await session.prompt({ ...told, project: 'harbour', prompt: 'Fix the login' });
  await session.observe({
    ...told,
    tool_name: 'edit',
    tool_input: {
      filePath: 'src/login/session.ts',
      oldString: 'const days = 1;\nexport const secret = read();',
      newString: 'const days = 30;\nexport const secret = read();',
    },
    tool_response: 'ok',
  });
  await session.observe({
    ...told,
    tool_name: 'bash',
    tool_input: { command: 'npm test -- login' },
    tool_response: '12 passed',
  });
  await session.summary({
    ...told,
    summary: {
      request: 'Fix the login',
      investigated: 'Why people had to log in every day.',
      learned: 'Sessions ended after one day.',
      completed: 'They end after thirty days, and the tests pass.',
      next_steps: 'Say in the settings how long a login lasts.',
    },
  });
  await client.sessions.importLines(writeOldSessions(40, 'harbour'));
  return sessionDbId;
}

async function ended(
  { client }: RunningPrecis,
  id: Parameters<RunningPrecis['client']['runs']['events']>[0],
): Promise<void> {
  for await (const event of client.runs.events(id)) if (event.type === 'run-end') return;
}
