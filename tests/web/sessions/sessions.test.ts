import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import { sessionContextSchema, sessionHitPageSchema } from '#schema/sessions/sessions-wire.ts';
import { findWide } from '../find-wide.ts';
import { openApp } from '../open-app.ts';
import { dayAgo, dayMs, makeLogin, makeSession, screen, sessionsOf } from './session-answers.ts';

const recorded = inject('recordedAnswers');
const context = sessionContextSchema.parse(recorded['sessions.context']?.['']);

afterEach(() => vi.restoreAllMocks());

const watchCopied = () => vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();

describe('sessions', () => {
  test('start with three commands to copy', async () => {
    const copied = watchCopied();
    await openApp('/sessions', { sessions: sessionsOf([]) });
    await expect.element(page.getByRole('heading', { name: 'Give OpenCode a memory' })).toBeVisible();
    for (const command of ['precis serve', 'opencode', 'precis clients import'])
      await expect.element(page.getByRole('button', { name: `Copy ${command}`, exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Copy precis opencode install' }).click();
    await expect.poll(() => copied.mock.calls).toEqual([['precis opencode install']]);
  });

  test('show a turn as it happened: prompt, one line per observation, and the summary without empty fields', async () => {
    await openApp('/sessions', { sessions: sessionsOf(makeLogin()) });
    await expect.poll(screen.turnTexts).toHaveLength(3);
    const days = screen.timeline.getByRole('heading', { level: 2 }).elements();
    expect(days.map(({ textContent }) => textContent)).toEqual(['Today']);
    const lines = screen.turns
      .filter({ hasText: 'Fix the login test' })
      .getByRole('list', { name: 'Observations' })
      .getByRole('listitem');
    // A line has no text to read until it is scrolled into view.
    await expect
      .poll(() => lines.elements().map((line) => (line as HTMLElement).innerText.split('\n').slice(0, 2)))
      .toEqual([
        ['read', 'src/token.ts'],
        ['bash', 'npm test'],
      ]);
    expect(
      screen.summaries
        .css('dt')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Request', 'Learned', 'Completed']);
    await lines
      .nth(1)
      .getByRole('button', { name: /npm test/ })
      .click();
    await expect
      .element(lines.nth(1).getByRole('group', { name: 'Output' }).getByText('1 passed'))
      .toBeVisible();
    await expect.element(screen.turns.nth(1).getByText('Private, not stored')).toBeVisible();
  });

  test('are grouped by project, most recently used first, with counts', async () => {
    const other = makeSession(2, 'reading-list', { at: Date.now() - 500 }).prompt(
      '把阅读列表按日期分组',
    ).records;
    const app = await openApp('/sessions', { sessions: sessionsOf([...makeLogin(), ...other]) });
    const links = screen.projects.getByRole('link');
    await expect
      .poll(() => links.elements().map((link) => (link as HTMLElement).innerText.split('\n')[0]))
      .toEqual(['All projects', 'reading-list', 'harbour-api']);
    await screen.projects.getByRole('link', { name: /^harbour-api/ }).click();
    await expect.poll(screen.turnTexts).toHaveLength(3);
    expect(app.place()).toBe('/sessions?project=harbour-api');
    await screen.projects.getByRole('link', { name: /^All projects/ }).click();
    await expect.poll(screen.turnTexts).toHaveLength(4);
  });

  test('say when they could not be loaded, and can be loaded again', async () => {
    const sessions = sessionsOf(makeLogin());
    const app = await openApp('/sessions', {
      sessions: { ...sessions, projects: new AppError('not_found', 'There are none.') },
    });
    await expect.element(page.getByRole('alert')).toBeVisible();
    app.script({ sessions: { projects: sessions.projects } });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(screen.turnTexts).toHaveLength(3);
  });
});

test('a search in sessions is narrowed by days in the reader’s time zone', async () => {
  const app = await openApp('/sessions?q=login', {
    sessions: { search: sessionHitPageSchema.parse(recorded['sessions.search']?.['']) },
  });
  const hits = screen.timeline.getByRole('list', { name: 'Matching records' }).getByRole('link');
  await expect.poll(() => hits.elements()).toHaveLength(3);
  const [year = 0, month = 0, day = 0] = dayAgo(2).split('-').map(Number);
  const start = new Date(year, month - 1, day).getTime();
  const asked = () => app.asked('sessions.search').at(-1);
  await screen.timeline.getByLabelText('From').fill(dayAgo(2));
  await expect.poll(asked).toEqual([expect.objectContaining({ query: 'login', dateStart: String(start) })]);
  await screen.timeline.getByLabelText('To').fill(dayAgo(2));
  const end = String(start + dayMs - 1);
  await expect.poll(asked).toEqual([expect.objectContaining({ dateEnd: end })]);
  await screen.timeline.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(app.place).toBe('/sessions?q=login');
});

test('the context is the text a session receives, with its tokens, and can be copied', async () => {
  const copied = watchCopied();
  await openApp('/sessions?project=harbour');
  await expect.poll(() => page.getByTestId('context-text').query()?.textContent).toBe(context.text);
  await expect
    .element(page.getByTestId('context-tokens'))
    .toHaveTextContent(`${context.tokens} of ${context.budgetTokens.toLocaleString('en-GB')} tokens`);
  await screen.context.getByRole('button', { name: 'Copy' }).click();
  await expect.element(screen.context.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(copied.mock.calls).toEqual([[context.text]]);
});

describe('on a narrow screen sessions', () => {
  const phone = { width: 390, height: 844 };
  const wide = makeSession(2, 'a-project-with-a-very-long-name-'.repeat(5)).prompt('unbreakable'.repeat(60));
  const sessions = sessionsOf([...makeLogin(), ...wide.records]);

  test('have the projects in a picker and the context in a sheet, and nothing overflows', async () => {
    await openApp('/sessions', { sessions }, phone);
    await expect.element(screen.turns.nth(3)).toBeVisible();
    expect(findWide()).toEqual([]);
    await screen.timeline.getByRole('combobox', { name: 'Projects' }).selectOptions('harbour-api');
    await expect.poll(screen.turnTexts).toHaveLength(3);
    await screen.timeline.getByRole('button', { name: 'Show context' }).click();
    const sheet = page.getByRole('dialog');
    await expect.element(sheet.getByTestId('context-text')).toBeVisible();
    await expect.poll(() => sheet.query()?.contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await screen.timeline.getByRole('link', { name: 'Open session', exact: false }).first().click();
    await expect.element(screen.session.getByRole('button', { name: 'Summarize now' })).toBeVisible();
    expect(findWide()).toEqual([]);
  });

  test('show hits of any width', async () => {
    const found = sessionHitPageSchema.parse(recorded['sessions.search']?.['']);
    const items = found.items.map((hit) => ({
      ...hit,
      title: 'unbreakable'.repeat(60),
      excerpt: 'unbreakable'.repeat(60),
    }));
    await openApp(
      '/sessions?q=unbreakable',
      { sessions: { ...sessions, search: { ...found, items } } },
      phone,
    );
    await expect.element(page.getByRole('list', { name: 'Matching records' })).toBeVisible();
    expect(findWide()).toEqual([]);
  });
});

test('sessions support Chinese', async () => {
  const language = { kept: { 'precis.language': 'zh-Hans' } };
  await openApp('/sessions', { sessions: sessionsOf(makeLogin()) }, language);
  await expect.element(page.getByRole('link', { name: '打开会话', exact: false }).first()).toBeVisible();
  await expect.element(page.getByText('私密内容，未保存')).toBeVisible();
  expect(document.title).toBe('编程会话 – Precis');
});
