import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { writeOldSessions } from './tell-session.ts';
import { login, useSessionsBench } from './use-sessions-bench.ts';

const bench = useSessionsBench();

describe('sessions', () => {
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
      // Records that arrive as events are truncated. Once expanded, they are complete.
      await observations.filter({ hasText: 'grep' }).getByRole('button', { name: 'expiresIn' }).click();
      await observations.getByText('end of it').waitFor(soon);
    }
    await expect.poll(() => sessions.contextText.innerText(), soon).toContain('There are three more');
    expect(await elsewhere.turns.count()).toBe(0);
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
});

describe('a search in sessions', () => {
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
  test('keeps to the budget from Settings', async () => {
    await bench.client().sessions.importLines(writeOldSessions(60, 'archive'));
    const { sessions, page } = await bench.open('/settings/storage');
    const form = page.getByRole('form', { name: 'Coding sessions' });
    await form.getByRole('textbox', { name: 'Context tokens' }).fill('300');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await bench.client().settings.get()).sessions, soon)
      .toEqual({ contextTokens: 300, recallTokens: 400, retentionDays: null });
    await sessions.open('/sessions?project=archive');
    await expect.poll(() => sessions.contextTokens.innerText(), soon).toMatch(/^\d+ of 300 tokens$/);
    await bench.client().settings.patch({ sessions: { contextTokens: 2000 } });
  });
});
