import { describe, expect, test } from 'vitest';
import { darken, findViolations, untilLoaded } from './find-violations.ts';
import { soon } from './soon.ts';
import { writeOldSessions } from './tell-session.ts';
import { login, useSessionsBench } from './use-sessions-bench.ts';

const bench = useSessionsBench();

/** The day some days ago, as the page names it in its URL. */
function dayAgo(days: number): string {
  const now = new Date();
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

describe('the activity of sessions', () => {
  test('is a bar for each day, which leads to that day and back', async () => {
    await bench.client().sessions.importLines(writeOldSessions(5, 'archive'));
    const { sessions, page, complaints } = await bench.open();
    await sessions.activity.getByText('15 records in the last 8 weeks').waitFor(soon);
    const bars = sessions.activity.getByRole('link');
    await expect.poll(() => bars.count(), soon).toBe(5);
    await sessions.activity.locator(`[data-day="${dayAgo(3)}"] a`).click();
    await expect
      .poll(() => sessions.turns.allInnerTexts(), soon)
      .toEqual([expect.stringContaining('Old question 3')]);
    const address = new URL(page.url()).searchParams;
    expect([address.get('from'), address.get('to')]).toEqual([dayAgo(3), dayAgo(3)]);
    await page.reload();
    await expect.poll(() => sessions.turns.count(), soon).toBe(1);
    await sessions.activity.locator('[aria-current=page]').click();
    await expect.poll(() => sessions.turns.count(), soon).toBe(5);
    expect(complaints).toEqual([]);
  });

  test('is one Tab stop, with arrow keys between the days', async () => {
    await bench.client().sessions.importLines(writeOldSessions(3, 'archive'));
    const { sessions, page } = await bench.open();
    const bars = sessions.activity.getByRole('link');
    await expect.poll(() => bars.count(), soon).toBe(3);
    const focused = () => page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")');
    const names = await bars.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));
    expect(names.every((name) => name?.endsWith(': 1 prompt, 1 observation, 1 summary'))).toBe(true);
    await bars.last().focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(focused).toBe(names[1]);
    await page.keyboard.press('Home');
    await expect.poll(focused).toBe(names[0]);
    await page.keyboard.press('Tab');
    expect(names).not.toContain(await focused());
    await page.keyboard.press('Shift+Tab');
    await expect.poll(focused).toBe(names[0]);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => sessions.turns.allInnerTexts(), soon)
      .toEqual([expect.stringContaining('Old question 3')]);
  });

  test('is a bar for each week on a phone, wide enough for a finger', async () => {
    await bench.client().sessions.importLines(writeOldSessions(10, 'archive'));
    const narrow = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const { sessions } = await bench.open('/sessions', narrow);
    const bars = sessions.activity.getByRole('link');
    await expect.poll(() => bars.count(), soon).toBe(2);
    const box = await bars.last().boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await bars.first().tap();
    await expect.poll(() => sessions.turns.count(), soon).toBe(4);
  });

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
    // A new prompt is not a summary.
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

  test('names a session once for its turns of a day', async () => {
    await bench.tellLogin();
    await bench.client().sessions.importLines(writeOldSessions(2, 'archive'));
    const { sessions } = await bench.open();
    await expect.poll(() => sessions.turns.count(), soon).toBe(5);
    expect(await sessions.openSession.count()).toBe(3);
    const heads = await sessions.timeline.getByRole('heading', { level: 3, name: 'turn' }).allInnerTexts();
    expect(heads.map((head) => head.split(' · ').filter((_, at) => at !== 1))).toEqual([
      ['harbour-api', '3 turns'],
      ['archive', '1 turn'],
      ['archive', '1 turn'],
    ]);
  });

  test('shows a skeleton while it loads, and a text for screen readers', async () => {
    await bench.tellLogin();
    const { page } = await bench.browser().open();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/projects', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${bench.url()}/sessions`);
    const skeleton = page.getByTestId('skeleton');
    await skeleton.waitFor(soon);
    const opacity = 'getComputedStyle(document.querySelector("[data-testid=skeleton]")).opacity';
    await expect.poll(() => page.evaluate(opacity), soon).toBe('1');
    expect(await skeleton.textContent()).toBe('Loading…');
    expect(await page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
    release();
    await page.locator('article[data-turn]').first().waitFor(soon);
    // The context beside it loads on its own.
    await expect.poll(() => skeleton.count(), soon).toBe(0);
  });

  test('has no accessibility violations in either theme, filtered or not', async () => {
    await bench.tellLogin();
    await bench.client().sessions.importLines(writeOldSessions(5, 'archive'));
    for (const path of ['/sessions', `/sessions?from=${dayAgo(2)}&to=${dayAgo(2)}`]) {
      const { sessions, page } = await bench.open(path);
      await sessions.turns.first().waitFor(soon);
      await sessions.activity.getByRole('link').first().waitFor(soon);
      await untilLoaded(page);
      expect(await findViolations(page)).toEqual([]);
      await darken(page);
      expect(await findViolations(page)).toEqual([]);
    }
  });
});
