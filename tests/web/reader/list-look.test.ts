import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { findViolations } from '../find-violations.ts';
import { openApp } from '../open-app.ts';
import { idOf, makeHeads, openLibrary, recordedEntry } from './library.ts';
import { reader } from './reader-parts.ts';

const days = page.getByTestId('day');
const dayMs = 86_400_000;

async function openList(kept: Record<string, string> = {}) {
  const library = openLibrary(makeHeads(60));
  const app = await openApp('/reader/all', library.answers, { kept });
  await expect.element(reader.row('Entry 0.')).toBeVisible();
  return { app, library };
}

const heightOf = (title: string) => reader.row(title).element().getBoundingClientRect().height;
const topOf = (title: string) => reader.row(title).query()?.getBoundingClientRect().top ?? Number.NaN;
const listTop = () => reader.list.element().getBoundingClientRect().top;

describe('the layout of the list', () => {
  test('is compact, comfortable or cards, and is kept', async () => {
    await openList();
    const usual = heightOf('Entry 0.');
    await reader.chooseLayout('Compact');
    await expect.poll(() => heightOf('Entry 0.')).toBeLessThan(usual / 2);
    expect(localStorage.getItem('precis.density')).toBe('compact');
    await reader.chooseLayout('Cards');
    await expect.poll(() => heightOf('Entry 0.')).toBeGreaterThan(usual);
    expect(localStorage.getItem('precis.density')).toBe('cards');
    await expect.poll(() => findViolations()).toEqual([]);
  });

  test('is as it was kept', async () => {
    await openList({ 'precis.density': 'cards' });
    const cards = heightOf('Entry 0.');
    await reader.chooseLayout('Comfortable');
    await expect.poll(() => heightOf('Entry 0.')).toBeLessThan(cards);
  });

  test('keeps the entry at the top in its place when it changes', async () => {
    await openList();
    reader.list.element().scrollTop = 4000;
    const isNearTop = () => Math.abs(topOf('Entry 34.') - listTop()) < 160;
    await expect.poll(isNearTop).toBe(true);
    await reader.chooseLayout('Compact');
    await expect.poll(() => heightOf('Entry 34.')).toBeLessThan(50);
    await expect.poll(isNearTop).toBe(true);
  });
});

describe('the day headings', () => {
  test('name the days, stay in sight, and have no violations', async () => {
    await openList();
    await expect.element(days.first()).toMatchTextContent(/^Yesterday/);
    const dayBefore = new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }).format(Date.now() - 2 * dayMs);
    reader.list.element().scrollTop = 1600;
    const top = () =>
      Math.round(days.getByText(dayBefore, { exact: false }).query()?.getBoundingClientRect().top ?? 0);
    await expect.poll(top).toBe(Math.round(listTop()));
    expect(await findViolations()).toEqual([]);
  });

  test('are in the language of the interface', async () => {
    const kept = { 'precis.language': 'zh-Hans' };
    await openApp('/reader/all', openLibrary(makeHeads(3)).answers, { kept });
    await expect.element(days.first()).toMatchTextContent(/^昨天/);
  });

  test('are left out of search results, which are in order of rank', async () => {
    const { app } = await openList();
    expect(days.elements().length).toBeGreaterThan(0);
    await reader.search.fill('bridge');
    await expect.poll(() => days.elements().length).toBe(0);
    await expect.element(reader.row('Entry 0.')).toBeVisible();
    await expect.poll(() => app.asked('reader.entries.list').at(-1)).toMatchObject([{ query: 'bridge' }]);
  });
});

test('the second line is the beginning of the text, and the first sentence of the summary once there is one', async () => {
  const { app, library } = await openList();
  const second = reader.row('Entry 1.').getByTestId('second-line');
  await expect.element(second).toMatchTextContent(new RegExp(`^${recordedEntry().excerpt.slice(0, 40)}`));
  library.patch([idOf(1)], { hasSummary: true, summaryStart: 'Ferries run\nfor two years. It costs money.' });
  app.announce('runs', 'entries');
  await expect.poll(() => second.element().textContent).toBe('Ferries run for two years.');
  await reader.chooseLayout('Compact');
  await expect.poll(() => second.query()).toBeNull();
});
