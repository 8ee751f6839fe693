import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import type { EntryId } from '#schema/entry.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { untilLoaded } from './find-violations.ts';
import { goInside } from './go-inside.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { smallTargets } from './small-targets.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { tellSession } from './tell-session.ts';
import { useScriptedModel } from './use-model.ts';

let precis: RunningPrecis;
let model: ScriptedModel;
let browser: TestBrowser;
let entryId: EntryId;
let threadId: string;
let sessionId: number;

beforeAll(async () => {
  [precis, model, browser] = await Promise.all([startPrecis(), startScriptedModel(), openBrowser()]);
  const { client } = precis;
  await useScriptedModel(client, model.baseUrl('openai'));
  model.always({ text: 'The harbour bridge closes for 26 months. It costs 181 million crowns.' });
  await client.reader.feeds.addSample();
  const { id: folderId } = await client.reader.folders.create({ name: 'News' });
  const [feed] = (await client.reader.subscriptions()).feeds;
  if (feed !== undefined) await client.reader.feeds.patch(feed.id, { folderId });
  const { items } = await client.reader.entries.list({ view: 'all' });
  entryId = items.find(({ title }) => title.startsWith('The Harbour Bridge'))?.id ?? entryId;
  await ended((await client.reader.summaries.start(entryId)).id);
  await client.tags.ofEntry.add(entryId, ['infrastructure']);
  const space = await client.spaces.create({ name: 'Research' });
  threadId = (await client.threads.create({ spaceId: space.id })).id;
  await ended((await client.threads.send(threadId as never, { text: 'When does it close?' })).replyRun.id);
  await client.conversations.addTurn(conversationIdSchema.parse('trip'), {
    user_message: 'Plan the first day.',
    final_response: 'I saved the plan. The ferry leaves early.',
  });
  const session = tellSession(precis.url);
  const told = { contentSessionId: 'one' };
  sessionId = (await session.prompt({ ...told, project: 'harbour', prompt: 'Fix the login' })).sessionDbId;
  await session.observe({ ...told, tool_name: 'read', tool_input: { path: 'a.ts' }, tool_response: 'text' });
  await session.summary({ ...told, summary: { request: 'Fix the login', completed: 'It is fixed.' } });
  model.script({ fault: { kind: 'status', status: 401 } });
  await ended((await client.reader.summaries.start(entryId, { detailLevel: 'short' })).id);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), model?.close()]);
});

async function ended(id: Parameters<RunningPrecis['client']['runs']['events']>[0]): Promise<void> {
  for await (const event of precis.client.runs.events(id)) if (event.type === 'run-end') return;
}

interface Screen {
  path: string;
  /** Opens the screen to measure, and waits for it. */
  ready(page: Page): Promise<unknown>;
}

const main = (page: Page) =>
  page.locator('main h1, main h2, main nav').first().waitFor({ state: 'attached' });

const screens: (() => Screen)[] = [
  () => ({ path: '/reader/all', ready: (page) => page.locator('[data-entry]').first().waitFor() }),
  () => ({
    path: '/reader/all',
    async ready(page) {
      await page
        .locator('[data-entry]')
        .first()
        .click({ modifiers: ['Control'] });
      await page.getByRole('toolbar', { name: 'Selected entries' }).waitFor();
    },
  }),
  () => ({ path: '/reader/all?q=bridge', ready: (page) => page.locator('[data-entry]').first().waitFor() }),
  () => ({
    path: '/reader/all',
    async ready(page) {
      await page.getByRole('button', { name: 'Feeds' }).tap();
      await page.getByRole('navigation', { name: 'Feeds' }).waitFor();
    },
  }),
  () => ({
    path: '/reader/all',
    async ready(page) {
      await page.getByRole('button', { name: 'More for this list' }).tap();
      await page.getByRole('menuitem').first().waitFor();
    },
  }),
  () => ({ path: `/reader/all/${entryId}`, ready: (page) => page.getByTestId('shown-summary').waitFor() }),
  () => ({ path: '/spaces', ready: main }),
  () => ({
    path: `/spaces/thread/${threadId}`,
    ready: (page) => page.locator('article[data-seq]').first().waitFor(),
  }),
  () => ({ path: '/conversations', ready: main }),
  () => ({
    path: '/conversations/trip',
    ready: (page) => page.locator('main').getByText('Plan the first day.').last().waitFor(),
  }),
  () => ({ path: '/sessions', ready: main }),
  () => ({
    path: `/sessions/${sessionId}`,
    ready: (page) => page.getByText('Fix the login').first().waitFor(),
  }),
  () => ({ path: '/runs?tab=runs', ready: (page) => page.locator('tbody tr').first().waitFor() }),
  () => ({ path: '/runs?tab=issues', ready: (page) => page.locator('tbody tr').first().waitFor() }),
  ...[
    'models',
    'agents',
    'summaries',
    'translation',
    'tags',
    'templates',
    'spending',
    'storage',
    'appearance',
    'about',
    'templates?open=summary.default',
  ].map((section) => () => ({ path: `/settings/${section}`, ready: main })),
  () => ({
    path: '/settings/about',
    async ready(page) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).tap();
      await page.getByRole('dialog', { name: 'More' }).waitFor();
    },
  }),
];

test('a finger hits every control of every screen on a phone', async () => {
  const { page } = await browser.open({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  expect(await page.evaluate('matchMedia("(pointer: coarse)").matches')).toBe(true);
  const found: Record<string, string[]> = {};
  for (const [index, screen] of screens.entries()) {
    const { path, ready } = screen();
    await goInside(page, precis.url, path);
    await untilLoaded(page);
    await ready(page);
    const small = await smallTargets(page);
    if (small.length > 0) found[`${index} ${path}`] = small;
  }
  expect(found).toEqual({});
}, 300_000);
