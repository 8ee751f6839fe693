import { describe, expect, test } from 'vitest';
import { leaveDialog } from './leave-dialog.ts';
import { sessionsPage } from './sessions-page.ts';
import { soon } from './soon.ts';
import { writeOldSessions } from './tell-session.ts';
import { login, useSessionsBench } from './use-sessions-bench.ts';

const bench = useSessionsBench();

describe('sessions', () => {
  test('start with three commands to copy, and the first prompt appears automatically', async () => {
    const { page, sessions, complaints } = await bench.open();
    await page.getByRole('heading', { name: 'Give OpenCode a memory' }).waitFor();
    await page.getByRole('button', { name: 'Copy precis opencode install' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'), soon)
      .toBe('precis opencode install');
    await page.getByRole('button', { name: 'Copy precis clients import' }).waitFor();
    await bench.tell().prompt({ ...login, prompt: 'Hello, memory' });
    await sessions.turn('Hello, memory').waitFor(soon);
    await sessions.project('harbour-api').waitFor();
    expect(complaints).toEqual([]);
  });

  test('show a turn as it happened: prompt, one line per observation, and the summary without empty fields', async () => {
    await bench.tellLogin();
    const { page, sessions } = await bench.open();
    await expect.poll(() => sessions.turns.count(), soon).toBe(3);
    expect(await sessions.days.allInnerTexts()).toEqual(['Today']);
    const turn = sessions.turn('Fix the login test');
    const lines = turn.getByRole('list', { name: 'Observations' }).getByRole('listitem');
    expect((await lines.allInnerTexts()).map((line) => line.split('\n').slice(0, 2))).toEqual([
      ['read', 'src/token.ts'],
      ['bash', 'npm test'],
    ]);
    expect(await sessions.summaries.locator('dt').allInnerTexts()).toEqual([
      'Request',
      'Learned',
      'Completed',
    ]);
    await lines.nth(1).getByRole('button', { name: 'npm test' }).click();
    await lines.nth(1).getByRole('group', { name: 'Output' }).getByText('1 passed').waitFor();
    await sessions.turns.nth(1).getByText('Private, not stored').waitFor();
    expect(await page.content()).not.toContain('swordfish');
  });

  test('update live, in every tab that shows them', async () => {
    const id = await bench.tellLogin();
    const { sessions } = await bench.open('/sessions?project=harbour-api');
    const { sessions: inside } = await bench.open(`/sessions/${id}`);
    const { sessions: elsewhere } = await bench.open('/sessions?project=other');
    await Promise.all([sessions.turns.nth(2).waitFor(), inside.turns.nth(2).waitFor()]);
    await bench.tell().observe({
      ...login,
      tool_name: 'grep',
      tool_input: { pattern: 'expiresIn' },
      tool_response: `${'long '.repeat(300)}end of it`,
    });
    await bench
      .tell()
      .summary({ ...login, summary: { request: 'Durations', learned: 'There are three more' } });
    for (const { summaries, observations } of [sessions, inside]) {
      await summaries.getByText('There are three more').waitFor(soon);
      // Records that arrive as events are truncated; expanded, they are complete.
      await observations.filter({ hasText: 'grep' }).getByRole('button', { name: 'expiresIn' }).click();
      await observations.getByText('end of it').waitFor(soon);
    }
    await expect.poll(() => sessions.contextText.innerText(), soon).toContain('There are three more');
    expect(await elsewhere.turns.count()).toBe(0);
  });

  test('are grouped by project, most recently used first, with counts', async () => {
    await bench.tellLogin();
    await bench.tell().prompt({
      contentSessionId: 'oc_other',
      project: 'reading-list',
      prompt: '把阅读列表按日期分组',
    });
    const { sessions, page } = await bench.open();
    await sessions.project('reading-list').waitFor();
    const names = await sessions.projects.getByRole('link').allInnerTexts();
    expect(names.map((name) => name.split('\n')[0])).toEqual(['All projects', 'reading-list', 'harbour-api']);
    await sessions.project('harbour-api').click();
    await expect.poll(() => sessions.turns.count(), soon).toBe(3);
    expect(new URL(page.url()).searchParams.get('project')).toBe('harbour-api');
    await sessions.project('All projects').click();
    await expect.poll(() => sessions.turns.count(), soon).toBe(4);
  });

  test('load older days as the reader scrolls, without a gap', async () => {
    await bench.client().sessions.importLines(writeOldSessions(130, 'archive'));
    const { sessions } = await bench.open();
    await sessions.turns.first().waitFor();
    await expect
      .poll(async () => {
        await sessions.scroller.evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
        return sessions.turns.count();
      }, soon)
      .toBe(130);
    const shown = await sessions.turns.locator('[data-ref^=P]').allTextContents();
    expect(shown).toEqual(Array.from({ length: 130 }, (_, index) => `Old question ${index + 1}`));
    expect(await sessions.days.count()).toBe(130);
  });

  test('say when they could not be loaded, and can be loaded again', async () => {
    await bench.tellLogin();
    const { page } = await bench.browser().open();
    let isBroken = true;
    let refused = 0;
    await page.route('**/api/projects', (route) => {
      if (!isBroken) return route.continue();
      refused += 1;
      return route.fulfill({ status: 404, json: { code: 'not_found' } });
    });
    const sessions = sessionsPage(page, bench.url());
    await sessions.open();
    // Once on load, and once more when the event stream is connected; after that nothing refetches it.
    await expect.poll(() => refused, soon).toBe(2);
    await page.getByRole('alert').waitFor(soon);
    isBroken = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => sessions.turns.count(), soon).toBe(3);
  });
});

describe('a search in sessions', () => {
  test('finds as you type, highlights the words, and links to the place', async () => {
    await bench.tellLogin();
    await bench.client().sessions.importLines(writeOldSessions(70, 'archive'));
    const { sessions, page } = await bench.open();
    await sessions.turns.first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('toke');
    await sessions.hits.first().waitFor(soon);
    await expect.poll(() => sessions.hits.locator('mark').first().innerText(), soon).toBe('token');
    await sessions.timeline.getByRole('combobox', { name: 'Type' }).selectOption('Summaries');
    await expect.poll(() => sessions.hits.count(), soon).toBe(1);
    await sessions.hits.first().click();
    await expect.poll(() => sessions.sought.innerText(), soon).toContain('The token expired at once');
    await sessions.session.getByRole('link', { name: 'Back to timeline' }).click();
    await expect.poll(() => sessions.search.inputValue(), soon).toBe('toke');
    await expect.poll(() => sessions.hits.count(), soon).toBe(1);
  });

  test('is narrowed by days in the reader’s time zone', async () => {
    await bench.client().sessions.importLines(writeOldSessions(5, 'archive'));
    const { sessions } = await bench.open('/sessions?q=question');
    await expect.poll(() => sessions.hits.count(), soon).toBe(5);
    const day = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    const written = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
    await sessions.timeline.getByLabel('From').fill(written);
    await expect.poll(() => sessions.hits.count(), soon).toBe(2);
    await sessions.timeline.getByLabel('To').fill(written);
    await expect
      .poll(() => sessions.hits.allInnerTexts(), soon)
      .toEqual([expect.stringContaining('Old question 2')]);
    await sessions.timeline.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => sessions.hits.count(), soon).toBe(5);
  });

  test('takes every query literally, and never fails', async () => {
    await bench.tellLogin();
    const { sessions, page, complaints } = await bench.open();
    await sessions.turns.first().waitFor();
    for (const hostile of [`"') OR 1=1 --`, '* AND NOT (', '\\%_', '<script>alert(1)</script>', 'NEAR/2']) {
      const answer = page.waitForResponse((response) => response.url().includes('/api/search'));
      await sessions.search.fill(hostile);
      await expect.poll(() => new URL(page.url()).searchParams.get('q'), soon).toBe(hostile);
      expect((await answer).status()).toBe(200);
      await page.getByText('No results.').or(sessions.hits.first()).waitFor(soon);
    }
    expect(complaints).toEqual([]);
  });
});

describe('the context', () => {
  test('is the text a session receives, with its tokens, and can be copied', async () => {
    await bench.tellLogin();
    const { sessions, page } = await bench.open('/sessions?project=harbour-api');
    const injected = await (await fetch(`${bench.url()}/api/context/inject?project=harbour-api`)).text();
    await expect.poll(() => sessions.contextText.evaluate((pre) => pre.textContent), soon).toBe(injected);
    const { tokens, budgetTokens } = await bench.client().sessions.context({ project: 'harbour-api' });
    expect(await sessions.contextTokens.innerText()).toBe(
      `${tokens.toLocaleString('en-GB')} of ${budgetTokens.toLocaleString('en-GB')} tokens`,
    );
    await sessions.context.getByRole('button', { name: 'Copy' }).click();
    await sessions.context.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(injected);
  });

  test('keeps to the budget from Settings', async () => {
    await bench.client().sessions.importLines(writeOldSessions(60, 'archive'));
    const { sessions, page } = await bench.open('/settings/storage');
    const form = page.getByRole('form', { name: 'Coding sessions' });
    await form.getByRole('textbox', { name: 'Context tokens' }).fill('300');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await bench.client().settings.get()).sessions, soon)
      .toEqual({ contextTokens: 300, retentionDays: null });
    await sessions.open('/sessions?project=archive');
    await expect.poll(() => sessions.contextTokens.innerText(), soon).toMatch(/^\d+ of 300 tokens$/);
    await bench.client().settings.patch({ sessions: { contextTokens: 2000 } });
  });
});

describe('on a narrow screen sessions', () => {
  test('have the projects in a picker and the context in a sheet, and nothing overflows', async () => {
    await bench.tellLogin();
    await bench.tell().prompt({
      contentSessionId: 'oc_wide',
      project: 'a-project-with-a-very-long-name-'.repeat(5),
      prompt: 'unbreakable'.repeat(60),
    });
    const narrow = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const { sessions, page, complaints } = await bench.open('/sessions', narrow);
    await sessions.turns.nth(3).waitFor();
    const overflow = () =>
      page.evaluate(`[...document.querySelectorAll('html, body, main, main *')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .filter((element) => ['visible', 'auto', 'scroll'].includes(getComputedStyle(element).overflowX))
        .filter((element) => element.getBoundingClientRect().right > 391 || element.matches('html, body, main'))
        .map((element) => element.outerHTML.slice(0, 120))`);
    expect(await overflow()).toEqual([]);
    await sessions.timeline.getByRole('combobox', { name: 'Projects' }).selectOption('harbour-api');
    await expect.poll(() => sessions.turns.count(), soon).toBe(3);
    await sessions.timeline.getByRole('button', { name: 'Show context' }).click();
    await sessions.dialog.getByTestId('context-text').waitFor();
    await leaveDialog(page);
    await sessions.openSession.first().click();
    await sessions.session.getByRole('button', { name: 'Summarize now' }).waitFor();
    expect(await overflow()).toEqual([]);
    await sessions.open('/sessions?q=unbreakable');
    await sessions.hits.first().waitFor();
    expect(await overflow()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('support Chinese too', async () => {
    await bench.tellLogin();
    const { page } = await bench.open('/sessions', { locale: 'zh-CN' });
    await page.getByRole('link', { name: '打开会话' }).first().waitFor();
    await page.getByText('私密内容，未保存').waitFor();
    await expect.poll(() => page.title(), soon).toBe('编程会话 – Precis');
  });
});
