import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bridgeText } from '#tests/e2e/texts.ts';
import { findViolations } from '../find-violations.ts';
import { openApp } from '../open-app.ts';
import { idOf, makeHeads, openLibrary, withReader } from './library.ts';
import { reader } from './reader-parts.ts';

const html = `<p>${bridgeText.replaceAll('\n\n', '</p><p>').repeat(5)}</p>`;
const menu = page.getByRole('dialog', { name: 'Text and theme' });
const kept = { font: 'easy', size: 'large', leading: 'loose', measure: 'narrow', align: 'justify' };

async function openText(keep: Record<string, string> = {}) {
  const { answers } = openLibrary(makeHeads(1), { html, readingMinutes: 9 });
  const settings = { get: withReader({ markReadAfterMs: null }) };
  await openApp(`/reader/all/${idOf(0)}`, { ...answers, settings }, { kept: keep });
  await expect.element(reader.body).toBeVisible();
}

const openMenu = () => page.getByRole('button', { name: 'Text and theme' }).click();
const choose = (group: string, name: string) =>
  menu.getByRole('group', { name: group }).getByRole('radio', { name }).click();

function look() {
  const { fontFamily, fontSize, textAlign } = getComputedStyle(reader.body.element());
  const { width } = reader.body.element().getBoundingClientRect();
  return { fontFamily, size: Number.parseFloat(fontSize), textAlign, width };
}

describe('the text of an article', () => {
  test('is set as the reader likes it', async () => {
    await openText();
    const usual = look();
    expect(usual.fontFamily).toContain('Precis Serif');
    await openMenu();
    await choose('Font', 'Easy-read');
    await choose('Text size', 'Large');
    await choose('Line height', 'Loose');
    await choose('Line length', 'Narrow');
    await choose('Alignment', 'Justified');
    await expect.poll(() => look().textAlign).toBe('justify');
    expect(look().fontFamily).toContain('Precis Easy');
    expect(look().size).toBeGreaterThan(usual.size);
    expect(look().width).toBeLessThan(usual.width);
    for (const [part, value] of Object.entries(kept))
      expect(localStorage.getItem(`precis.${part}`)).toBe(value);
  });

  test('is set as it was kept', async () => {
    await openText(
      Object.fromEntries(Object.entries(kept).map(([part, value]) => [`precis.${part}`, value])),
    );
    const chosen = look();
    expect(chosen.fontFamily).toContain('Precis Easy');
    expect(chosen.textAlign).toBe('justify');
    await openMenu();
    await choose('Text size', 'Medium');
    await expect.poll(() => look().size).toBeLessThan(chosen.size);
    const { width } = look();
    await choose('Line length', 'Normal');
    await expect.poll(() => look().width).toBeGreaterThan(width);
  });

  test.each(['Light', 'Sepia', 'Dark', 'Black'])('is readable in the theme %s', async (theme) => {
    await openText();
    await openMenu();
    await choose('Theme', theme);
    await expect.poll(() => document.documentElement.dataset.theme).toBe(theme.toLowerCase());
    expect(await findViolations({ part: '[role="dialog"]' })).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => menu.query()).toBeNull();
    expect(await findViolations({ part: 'main', rules: ['color-contrast'] })).toEqual([]);
  });

  test('shows how far it has been read, and how long the rest takes', async () => {
    await openText();
    const left = page.getByText('min left', { exact: false });
    expect(left.query()).toBeNull();
    const pane = reader.article.element();
    const scroll = (share: number) => pane.scrollTo(0, (pane.scrollHeight - pane.clientHeight) * share);
    const widthOf = (element: Element) => element.getBoundingClientRect().width;
    scroll(0.5);
    await expect.element(left).toBeVisible();
    const progress = () => widthOf(page.getByTestId('progress').element()) / widthOf(pane);
    await expect.poll(() => Math.round(progress() * 10) / 10).toBe(0.5);
    scroll(1);
    await expect.poll(() => left.query()).toBeNull();
  });
});
