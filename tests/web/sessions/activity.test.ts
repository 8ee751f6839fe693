import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findFaint, findViolations } from '../find-violations.ts';
import { openApp } from '../open-app.ts';
import { dayAgo, makeLogin, makeOld, screen, sessionsOf } from './session-answers.ts';

const bars = screen.activity.getByRole('link');

describe('the activity of sessions', () => {
  test('is a bar for each day, which leads to that day and back', async () => {
    const app = await openApp('/sessions', { sessions: sessionsOf(makeOld(5)) });
    await expect.element(screen.activity.getByText('15 records in the last 8 weeks')).toBeVisible();
    await expect.poll(() => bars.elements()).toHaveLength(5);
    await screen.activity.css(`[data-day="${dayAgo(3)}"] a`).click();
    await expect.poll(screen.turnTexts).toEqual([expect.stringContaining('Old question 3')]);
    expect(app.place()).toBe(`/sessions?from=${dayAgo(3)}&to=${dayAgo(3)}`);
    await screen.activity.css('[aria-current=page]').click();
    await expect.poll(screen.turnTexts).toHaveLength(5);
  });

  test('shows the day that the address names', async () => {
    await openApp(`/sessions?from=${dayAgo(3)}&to=${dayAgo(3)}`, { sessions: sessionsOf(makeOld(5)) });
    await expect.poll(screen.turnTexts).toEqual([expect.stringContaining('Old question 3')]);
  });

  test('is one Tab stop, with arrow keys between the days', async () => {
    await openApp('/sessions', { sessions: sessionsOf(makeOld(3)) });
    await expect.poll(() => bars.elements()).toHaveLength(3);
    const names = bars.elements().map((bar) => bar.ariaLabel);
    expect(names.every((name) => name?.endsWith(': 1 prompt, 1 observation, 1 summary'))).toBe(true);
    const focused = () => document.activeElement?.ariaLabel;
    (bars.last().element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(focused).toBe(names[1]);
    await userEvent.keyboard('{Home}');
    await expect.poll(focused).toBe(names[0]);
    await userEvent.keyboard('{Tab}');
    expect(names).not.toContain(focused());
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.poll(focused).toBe(names[0]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(screen.turnTexts).toEqual([expect.stringContaining('Old question 3')]);
  });

  test('is a bar for each week on a phone, wide enough for a finger', async () => {
    await openApp('/sessions', { sessions: sessionsOf(makeOld(10)) }, { width: 390, height: 844 });
    await expect.poll(() => bars.elements()).toHaveLength(2);
    const { width, height } = bars.last().element().getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await bars.first().click();
    await expect.poll(screen.turnTexts).toHaveLength(4);
  });

  test('counts one project and one kind if asked to', async () => {
    await openApp('/sessions', { sessions: sessionsOf([...makeLogin(), ...makeOld(2)]) });
    await expect.element(screen.activity.getByText(/^12 records/)).toBeVisible();
    await screen.projects.getByRole('link', { name: /^archive/ }).click();
    await expect.element(screen.activity.getByText(/^6 records/)).toBeVisible();
    await screen.type.selectOptions('Prompts');
    await expect.element(screen.activity.getByText('2 records in the last 8 weeks')).toBeVisible();
  });
});

describe('the timeline', () => {
  test('is filtered by kind and day, kept in the address, and says how to go on when nothing is left', async () => {
    const login = makeLogin();
    const app = await openApp('/sessions?project=harbour-api', { sessions: sessionsOf(login) });
    await expect.poll(screen.turnTexts).toHaveLength(3);
    await screen.type.selectOptions('Summaries');
    await expect.poll(screen.turnTexts).toHaveLength(1);
    await expect.poll(() => screen.summaries.elements()).toHaveLength(1);
    expect(app.place()).toBe('/sessions?project=harbour-api&type=sessions');
  });

  test('says how to go on when no record matches', async () => {
    const app = await openApp('/sessions?type=prompts&from=2020-01-01&to=2020-01-31', {
      sessions: sessionsOf(makeLogin()),
    });
    await expect.element(page.getByText('No records match these filters.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect.poll(screen.turnTexts).toHaveLength(3);
    expect(app.place()).toBe('/sessions');
  });

  test('names a session once for its turns of a day', async () => {
    await openApp('/sessions', { sessions: sessionsOf([...makeLogin(), ...makeOld(2)]) });
    await expect.poll(screen.turnTexts).toHaveLength(5);
    expect(screen.timeline.getByRole('link', { name: 'Open session', exact: false }).elements()).toHaveLength(
      3,
    );
    const heads = screen.timeline.getByRole('heading', { level: 3, name: /turn/ }).elements();
    expect(heads.map((head) => head.textContent.split(' · ').filter((_, at) => at !== 1))).toEqual([
      ['harbour-api', '3 turns'],
      ['archive', '1 turn'],
      ['archive', '1 turn'],
    ]);
  });

  test('shows a skeleton while it loads, and a text for screen readers', async () => {
    const answers = sessionsOf(makeLogin());
    const released = Promise.withResolvers<ReturnType<typeof answers.projects>>();
    await openApp('/sessions', { sessions: { ...answers, projects: () => released.promise } });
    const skeleton = page.getByTestId('skeleton');
    await expect.poll(() => getComputedStyle(skeleton.element()).opacity).toBe('1');
    expect(skeleton.element().textContent).toBe('Loading…');
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(innerHeight);
    released.resolve(answers.projects());
    await expect.element(screen.turns.first()).toBeVisible();
    await expect.poll(() => skeleton.query()).toBeNull();
  });

  test.each(['/sessions', `/sessions?from=${dayAgo(2)}&to=${dayAgo(2)}`])(
    'has no accessibility violations in either theme at %s',
    async (path) => {
      await openApp(path, { sessions: sessionsOf([...makeLogin(), ...makeOld(5)]) });
      await expect.element(screen.turns.first()).toBeVisible();
      await expect.element(bars.first()).toBeVisible();
      await expect.poll(() => page.getByText('Loading…').query()).toBeNull();
      expect(await findViolations()).toEqual([]);
      expect(await findFaint(['dark'], {})).toEqual([]);
    },
  );
});
