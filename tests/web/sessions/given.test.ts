import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import { type ShownDelivery, sessionDeliveriesSchema } from '#schema/sessions/delivery.ts';
import { openApp } from '../open-app.ts';
import { makeLogin, sessionsOf } from './session-answers.ts';

const sessions = sessionsOf(makeLogin());
const section = page.getByRole('region', { name: 'Given from memory' });
const rows = section.getByRole('listitem');

const firstText = () => rows.first().element().textContent;

function give(ref: string, more: Partial<Record<keyof ShownDelivery, unknown>> = {}): ShownDelivery {
  return {
    ref,
    kind: 'prompt',
    recordId: 12,
    occasion: 'prompt',
    tokens: 40,
    at: Date.now() - 60_000,
    droppedAt: null,
    excerpt: 'The cache is Redis',
    sessionDbId: 7,
    usedWords: [],
    supersededBy: null,
    ...more,
  } as ShownDelivery;
}

const given = (...items: ShownDelivery[]) =>
  sessionDeliveriesSchema.parse({
    items,
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
    used: items.filter(({ usedWords }) => usedWords.length > 0).length,
  });

describe('what a session was given from memory', () => {
  test('is one line, which opens to each record', async () => {
    const deliveries = given(
      give('M3', { kind: 'memory', sessionDbId: null, excerpt: 'Use pnpm', occasion: 'start' }),
      give('P12', { usedWords: ['redis', 'cache'] }),
      give('S9', { excerpt: null, sessionDbId: null, droppedAt: Date.now() }),
    );
    await openApp('/sessions/1', { sessions: { ...sessions, deliveries } });
    const line = section.getByText('Given from memory: 3 records · 120 tokens · 1 used');
    await expect.element(line).toBeVisible();
    expect(rows.elements()).toEqual([]);
    await line.click();
    const texts = () => rows.elements().map((row) => row.textContent);
    await expect
      .poll(texts)
      .toEqual([
        expect.stringMatching(/^M3 Use pnpm.*at the start.*40 tokens.*not used$/),
        expect.stringMatching(/^P12 The cache is Redis.*with a prompt.*used: redis, cache$/),
        expect.stringMatching(/^S9 Deleted since\..*dropped by a compaction$/),
      ]);
    const link = rows.getByRole('link', { name: 'P12' });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('/sessions/7?'));
  });

  test('says so if it is nothing, and if it cannot be loaded', async () => {
    await openApp('/sessions/1', { sessions });
    await expect.element(section.getByText('Nothing was given from memory.')).toBeVisible();
    const deliveries = () => new AppError('database_unavailable', 'Away');
    await openApp('/sessions/1', { sessions: { ...sessions, deliveries } });
    await expect.element(section.getByRole('button', { name: 'Retry' })).toBeVisible();
  });

  test('can be said not to be replaced, and that can be taken back', async () => {
    let isSuperseded = true;
    const app = await openApp('/sessions/1', {
      sessions: {
        ...sessions,
        deliveries: () =>
          given(give('P12', { supersededBy: isSuperseded ? 'P41' : null }), give('P41', { recordId: 41 })),
        setSuperseded(request) {
          isSuperseded = request.isSuperseded;
        },
      },
    });
    await section.getByText(/^Given from memory:/).click();
    await expect.poll(firstText).toContain('May be replaced by P41.');
    await rows.getByRole('button', { name: 'P41 does not replace P12' }).click();
    await expect.element(section.getByText('P41 does not replace P12.')).toBeVisible();
    await expect.poll(firstText).not.toContain('May be replaced');
    await section.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(firstText).toContain('May be replaced by P41.');
    expect(app.asked('sessions.setSuperseded')).toEqual([
      [{ older: 'P12', newer: 'P41', isSuperseded: false }],
      [{ older: 'P12', newer: 'P41', isSuperseded: true }],
    ]);
  });

  test.each([390, 768])('fits a screen of %i pixels', async (width) => {
    const long = 'pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(4);
    const deliveries = given(give('P12', { excerpt: long, usedWords: [long], supersededBy: 'P41' }));
    await openApp('/sessions/1', { sessions: { ...sessions, deliveries } }, { width, height: 800 });
    await section.getByText(/^Given from memory:/).click();
    await expect.element(rows.first()).toBeVisible();
    const { documentElement } = document;
    expect(documentElement.scrollWidth - documentElement.clientWidth).toBe(0);
  });
});
