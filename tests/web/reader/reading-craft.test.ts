import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findViolations } from '../find-violations.ts';
import { openApp } from '../open-app.ts';
import { craftedArticle } from './craft-answers.ts';
import { idOf, makeHeads, openLibrary, withReader } from './library.ts';
import { focus, reader } from './reader-parts.ts';

const { keyboard } = userEvent;

async function openArticle(width = 1280) {
  const { answers } = openLibrary(makeHeads(1), { html: craftedArticle });
  const settings = { get: withReader({ markReadAfterMs: null }) };
  await openApp(`/reader/all/${idOf(0)}`, { ...answers, settings }, { width, height: 900 });
  await expect.element(reader.body).toBeVisible();
}

const focused = () => document.activeElement?.outerHTML;
const overflowOf = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;

describe('an article', () => {
  test('shows its footnotes where they are referred to, by click and by keyboard', async () => {
    await openArticle();
    const note = page.getByRole('dialog', { name: 'Footnote' });
    const reference = (name: string) => reader.body.getByRole('link', { name });
    await reference('1').click();
    await expect.element(note).toHaveTextContent('Built in 1931 of steel.');
    expect(await findViolations({ part: '[role="dialog"]' })).toEqual([]);
    await keyboard('{Escape}');
    await expect.poll(() => note.query()).toBeNull();
    await expect.poll(focused).toContain('#fn1');
    focus(reference('2').element());
    await keyboard('{Enter}');
    await expect.element(note.getByRole('link', { name: 'more' })).toBeVisible();
    // This note has several references, as in Wikipedia.
    for (const mark of reference('[3]').all()) {
      await keyboard('{Escape}');
      await expect.poll(() => note.query()).toBeNull();
      await mark.click();
      await expect.element(note).toHaveTextContent('The harbour board.');
    }
  });

  test('enlarges a picture by click and by keyboard, and gives the focus back', async () => {
    await openArticle();
    const zoom = page.getByRole('dialog', { name: 'Picture' });
    await reader.body.getByRole('button', { name: 'Enlarge picture: A teal field' }).click();
    await expect.element(zoom.getByRole('img', { name: 'A teal field' })).toBeVisible();
    expect(await findViolations({ part: '[role="dialog"]' })).toEqual([]);
    await keyboard('{Escape}');
    await expect.poll(() => zoom.query()).toBeNull();
    await expect.poll(focused).toContain('A teal field');
    for (const key of ['{Enter}', ' ']) {
      await keyboard(key);
      await zoom.getByRole('button', { name: 'Close picture' }).click();
      await expect.poll(() => zoom.query()).toBeNull();
      await expect.poll(focused).toContain('A teal field');
    }
  });

  test.each([1440, 390])('scrolls a wide table alone, at %d pixels', async (width) => {
    await openArticle(width);
    const table = reader.body.element().querySelector('table');
    if (table === null) throw new Error('no table');
    await expect.poll(() => table.getAttribute('tabindex')).toBe('0');
    expect(overflowOf(table)).toBeGreaterThan(0);
    expect(overflowOf(reader.article.element())).toBe(0);
  });
});
