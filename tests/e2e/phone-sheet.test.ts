import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { fingerOn, middleOf } from './finger.ts';
import { settled } from './settled.ts';
import { soon } from './soon.ts';
import { bridge, usePanelBench } from './use-panel-bench.ts';

const { model, useModel, openEntry } = usePanelBench();

const closed = 'The Lindhaven harbour bridge will stay closed for twenty-six months.';
const crew = 'The fire brigade will station a crew on the northern bank.';

/** A summary that is longer than the sheet. */
const long = `- The contract includes a penalty of 40,000 crowns for each day of delay, and a bonus of the same size for each day gained.
- If the work stays on schedule, the bridge will open again in May of the year after next.
- The fire brigade will station a crew and one engine on the northern bank for the whole period.
- Councillor Pieter Aksel, who voted against the plan, said the city should have kept one lane open for buses and ambulances.
- Not everyone is convinced.
- Buses will end on either bank.
- Cars have to take the ring road, a detour of fourteen kilometres.
- For them the city will run two electric ferries, every eight minutes from five in the morning until midnight, free of charge.
- About 31,000 people cross the bridge on an ordinary weekday, a third of them on foot or by bicycle.
- The state pays 60 per cent, the city the rest.
- Repair instead of replacement will cost an estimated 118 million crowns.
- In the worst place the steel, once thirty-two millimetres thick, measured eleven.
- The reason is rust where nobody could see it.
- It is the longest closure since the bridge opened in 1931, and it comes three years earlier than planned.`;

const viewport = { width: 390, height: 844 };
const moving = { viewport, reducedMotion: 'no-preference' } as const;
const phone = { ...moving, isMobile: true, hasTouch: true };
const still = { ...phone, reducedMotion: 'reduce' } as const;

async function openSheet(options: BrowserContextOptions = phone) {
  const opened = await openEntry(bridge, options);
  const { page, panel } = opened;
  // The mouse moves away, so that no sentence slides under it and opens its popover.
  await page.mouse.move(0, 0);
  const sheet = panel.panel;
  const handle = sheet.getByRole('button', { name: /^(Show|Enlarge|Minimize) the summary/ });
  return {
    ...opened,
    sheet,
    handle,
    stop: () => sheet.getAttribute('data-stop'),
    /** Goes to this stop by keys, from any other stop. */
    async goTo(stop: 'handle' | 'half' | 'full'): Promise<void> {
      await handle.focus();
      for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
      const times = { handle: 0, half: 1, full: 2 }[stop];
      for (let time = 0; time < times; time += 1) await page.keyboard.press('ArrowUp');
      await expect.poll(() => sheet.getAttribute('data-stop'), soon).toBe(stop);
    },
  };
}

describe('the sheet', () => {
  test('has three stops: Enter cycles through them, arrow keys step, and the tab remembers', async () => {
    const { page, sheet, handle, stop, complaints } = await openSheet(still);
    expect(await stop()).toBe('half');
    expect(await handle.getAttribute('aria-label')).toBe('Enlarge the summary');
    const room = await roomOf(sheet);
    await expect.poll(() => heightOf(sheet), soon).toBe(Math.round(room / 2));
    await handle.focus();
    await page.keyboard.press('Enter');
    await expect.poll(stop, soon).toBe('full');
    await expect.poll(() => heightOf(sheet), soon).toBe(room - 56);
    expect(await handle.getAttribute('aria-label')).toBe('Minimize the summary');
    await page.keyboard.press('Enter');
    await expect.poll(stop, soon).toBe('handle');
    await expect.poll(() => heightOf(sheet), soon).toBe(56);
    expect(await handle.getAttribute('aria-label')).toBe('Show the summary: No summary yet');
    expect(await handle.getAttribute('aria-expanded')).toBe('false');
    for (const [key, next] of [
      ['ArrowUp', 'half'],
      ['ArrowUp', 'full'],
      ['ArrowUp', 'full'],
      ['ArrowDown', 'half'],
      ['Enter', 'full'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(stop, soon).toBe(next);
    }
    expect(await handle.getAttribute('aria-expanded')).toBe('true');
    await page.reload();
    await sheet.waitFor();
    expect(await stop()).toBe('full');
    expect(complaints).toEqual([]);
  });

  test('follows a finger, rests at the nearest stop, and goes to the next one after a flick', async () => {
    const { page, sheet, handle, stop } = await openSheet();
    const finger = await fingerOn(page);
    const grip = async () => middleOf(handle);
    const from = await grip();
    const before = await heightOf(sheet);
    finger.press(from);
    await finger.moveTo({ x: from.x, y: from.y - 100 });
    await expect.poll(() => heightOf(sheet), soon).toBe(before + 100);
    await finger.moveTo({ x: from.x, y: from.y - 30 });
    await expect.poll(() => heightOf(sheet), soon).toBe(before + 30);
    await finger.lift();
    await expect.poll(() => heightOf(sheet), soon).toBe(before);
    expect(await stop()).toBe('half');
    // A tap does not count as a drag.
    await handle.tap();
    await expect.poll(stop, soon).toBe('full');
    await restingAt(sheet);
    await finger.drag(await grip(), { to: from });
    await expect.poll(stop, soon).toBe('half');
    await restingAt(sheet);
    await finger.drag(from, { to: { x: from.x, y: 90 } });
    await expect.poll(stop, soon).toBe('full');
    for (const next of ['half', 'handle'] as const) {
      await restingAt(sheet);
      const at = await grip();
      await finger.drag(at, { to: { x: at.x, y: at.y + 90 }, isFlick: true });
      await expect.poll(stop, soon).toBe(next);
    }
    await restingAt(sheet);
    const low = await grip();
    await finger.drag(low, { to: { x: low.x, y: low.y - 90 }, isFlick: true });
    await expect.poll(stop, soon).toBe('half');
  });

  test('is dragged by a mouse too, and the click at the end of a drag does nothing', async () => {
    const { page, handle, stop } = await openSheet(moving);
    const { x, y } = await middleOf(handle);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 200, { steps: 6 });
    await page.mouse.move(x, y - 330, { steps: 3 });
    await page.mouse.up();
    await expect.poll(stop, soon).toBe('full');
    await handle.click();
    await expect.poll(stop, soon).toBe('handle');
  });

  test('leaves the article where it was, readable and scrollable; nothing else scrolls', async () => {
    await useModel();
    model().always({ text: long });
    const { page, reader, panel, goTo } = await openSheet(still);
    await panel.summaryButton.tap();
    await panel.shown.waitFor();
    const scrolled = () => reader.article.evaluate((pane) => pane.scrollTop);
    const finger = await fingerOn(page);
    for (const stop of ['half', 'handle'] as const) {
      await goTo(stop);
      const before = await settled(scrolled);
      const { x, y } = await middleOf(reader.article);
      await finger.drag({ x, y: y + 80 }, { to: { x, y: y - 80 } });
      await expect.poll(scrolled, soon).toBeGreaterThan(before);
    }
    const at = await settled(scrolled);
    for (const stop of ['half', 'full', 'handle'] as const) {
      await goTo(stop);
      expect([stop, await scrolled(), await overflow(page)]).toEqual([stop, at, [0, 0, 0]]);
    }
  });

  test('shows the ring and first sentence in one line, and opens when a summary is started', async () => {
    await useModel();
    model().always({ text: `${closed} ${crew}` });
    const { sheet, panel, handle, stop, goTo } = await openSheet(still);
    await goTo('handle');
    expect(await panel.shown.count()).toBe(0);
    await panel.summaryButton.tap();
    await expect.poll(stop, soon).toBe('half');
    await panel.shown.waitFor();
    await goTo('handle');
    await expect.poll(() => sheet.getByTestId('handle-text').innerText(), soon).toBe(closed);
    expect(await handle.getAttribute('aria-label')).toBe(`Show the summary: ${closed}`);
    expect(await sheet.getByTestId('ring').isVisible()).toBe(true);
  });

  test('makes room for a passage that it leads to, and for what the keyboard reaches', async () => {
    await useModel();
    model().always({ text: `${closed} ${crew}` });
    const { page, reader, panel, stop, goTo } = await openSheet(still);
    await panel.summaryButton.tap();
    await panel.shown.waitFor();
    await goTo('full');
    await panel.shown.getByRole('link', { name: crew }).tap();
    await page.getByTestId('sentence-tip').getByRole('button').first().tap();
    await expect.poll(stop, soon).toBe('half');
    await expect.poll(() => isInSight(page, 'station a crew'), soon).toBe(true);
    await goTo('full');
    await reader.article.getByRole('button', { name: 'Back' }).focus();
    expect(await stop()).toBe('full');
    await reader.article.focus();
    await expect.poll(stop, soon).toBe('half');
  });

  test('keeps the focus when it closes around it', async () => {
    const { page, panel, handle, stop } = await openSheet();
    await panel.language.focus();
    const finger = await fingerOn(page);
    const { x, y } = await middleOf(handle);
    await finger.drag({ x, y }, { to: { x, y: y + 90 }, isFlick: true });
    await expect.poll(stop, soon).toBe('handle');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel'), soon).toMatch(/^Show the/);
  });
});

async function boxOf(locator: Locator): Promise<{ top: number; bottom: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not on the page');
  return { top: box.y, bottom: box.y + box.height };
}

async function heightOf(locator: Locator): Promise<number> {
  const { top, bottom } = await boxOf(locator);
  return Math.round(bottom - top);
}

/** The height that the sheet and the article share. */
function roomOf(sheet: Locator): Promise<number> {
  return sheet.evaluate((element) => element.parentElement?.clientHeight ?? 0);
}

/** Waits until the height of the sheet no longer changes. */
async function restingAt(sheet: Locator): Promise<void> {
  await expect.poll(() => sheet.evaluate((element) => element.getAnimations().length), soon).toBe(0);
}

/** How far the screen and the page can be scrolled, which should not be at all. */
function overflow(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`(() => {
    const main = document.querySelector('main');
    const root = document.documentElement;
    return [main.scrollHeight - main.clientHeight, root.scrollHeight - innerHeight, root.scrollWidth - innerWidth];
  })()`);
}

function isInSight(page: Page, text: string): Promise<boolean> {
  return page
    .getByTestId('article')
    .getByText(text)
    .evaluate((element) => {
      const pane = element.closest('section')?.getBoundingClientRect();
      const { top, bottom } = element.getBoundingClientRect();
      return pane !== undefined && bottom > pane.top && top < pane.bottom;
    });
}
