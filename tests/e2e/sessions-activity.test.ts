import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { writeOldSessions } from './tell-session.ts';
import { login, useSessionsBench } from './use-sessions-bench.ts';

const bench = useSessionsBench();

describe('the activity of sessions', () => {
  test('grows while a session is running, and counts one project and one kind if asked to', async () => {
    await bench.tellLogin();
    await bench.client().sessions.importLines(writeOldSessions(2, 'archive'));
    const { sessions } = await bench.open();
    await sessions.activity.getByText('12 records').waitFor(soon);
    await bench.tell().prompt({ ...login, prompt: 'One more' });
    await sessions.activity.getByText('13 records').waitFor(soon);
    await sessions.project('archive').click();
    await sessions.activity.getByText('6 records').waitFor(soon);
    await sessions.timeline.getByRole('combobox', { name: 'Type' }).selectOption('Prompts');
    const total = sessions.activity.locator('figcaption');
    await expect.poll(() => total.innerText(), soon).toBe('2 records in the last 8 weeks');
  });
});

describe('the timeline', () => {
  test('is filtered by kind and day, kept in the address, and says how to go on when nothing is left', async () => {
    await bench.tellLogin();
    const { sessions, page } = await bench.open('/sessions?project=harbour-api');
    await expect.poll(() => sessions.turns.count(), soon).toBe(3);
    await sessions.timeline.getByRole('combobox', { name: 'Type' }).selectOption('Summaries');
    await expect.poll(() => sessions.turns.count(), soon).toBe(1);
    await expect.poll(() => sessions.summaries.count(), soon).toBe(1);
    expect(new URL(page.url()).searchParams.get('type')).toBe('sessions');
    // A new prompt is not listed, because it is not a summary.
    await bench.tell().prompt({ ...login, prompt: 'Not a summary' });
    await bench.tell().summary({ ...login, summary: { request: 'Another', learned: 'A second fact' } });
    await sessions.summaries.getByText('A second fact').waitFor(soon);
    expect(await page.getByText('Not a summary').count()).toBe(0);
    await sessions.open('/sessions?type=prompts&from=2020-01-01&to=2020-01-31');
    await page.getByText('No records match these filters.').waitFor(soon);
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect.poll(() => sessions.turns.count(), soon).toBe(4);
    expect(new URL(page.url()).search).toBe('');
  });
});
