import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findViolations } from './find-violations.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { panelPage } from './panel-page.ts';
import { readerPage } from './reader-page.ts';
import { runsPage } from './runs-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { bridgeText, bridgeTitle, shortText } from './texts.ts';

let precis: RunningPrecis;
let browser: TestBrowser;

const shortTitle = 'A short text';

beforeAll(async () => {
  [precis, browser] = await Promise.all([startPrecis(), openBrowser()]);
  await precis.client.reader.feeds.addSample();
  const { entries } = precis.client.reader;
  await entries.add({
    kind: 'text',
    title: `${bridgeTitle} ${'long'.repeat(60)}`,
    text: `${bridgeText} ${'unbreakable'.repeat(40)}`,
  });
  await entries.add({ kind: 'text', title: shortTitle, text: shortText });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await precis?.stop();
});

/** Visits every screen and state that needs no model, and inspects each. */
async function walk(page: Page, look: (place: string) => Promise<void>): Promise<void> {
  const reader = readerPage(page, precis.url);
  const panel = panelPage(page);
  const runs = runsPage(page, precis.url);
  await reader.open('/reader/all');
  await reader.rows.first().waitFor();
  await look('reader, nothing open');
  await reader.open('/reader/saved');
  await reader.row(bridgeTitle).click();
  await reader.body.waitFor();
  await panel.summaryButton.click();
  await panel.shown.waitFor();
  await look('reader, summarized');
  await panel.panel.getByRole('button', { name: 'Advanced' }).click();
  await panel.panel.getByText('summary.default, version').waitFor();
  await look('reader, advanced');
  await reader.open('/reader/saved');
  await reader.row(shortTitle).click();
  await panel.summaryButton.click();
  await panel.alert.waitFor();
  await look('reader, refused');
  await page.keyboard.press('a');
  await reader.dialog.waitFor();
  await look('add');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await reader.dialog.waitFor();
  await look('help');
  await page.keyboard.press('Escape');
  await reader.open('/reader/starred');
  await page.getByText('No starred entries.').waitFor();
  await look('nothing starred');
  await runs.open('?tab=runs');
  await runs.rows.first().getByRole('link').click();
  await runs.runPanel.getByText('Offline extract').first().waitFor();
  await look('a run');
  await page.keyboard.press('Escape');
  await runs.rows.first().waitFor();
  await look('runs');
  await runs.tab('Issues').click();
  await page.getByText('No issues.').waitFor();
  await look('issues');
  // On a phone, the tabs have no room for this button, so it is part of More.
  const appearance = (await page.getByRole('button', { name: 'Appearance' }).isVisible())
    ? 'Appearance'
    : 'More';
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: appearance }).click();
  await page.getByRole('dialog', { name: appearance }).waitFor();
  await look('appearance');
  await page.goto(`${precis.url}/no-such-page`);
  await page.getByText('Page not found.').waitFor();
  await look('no such page');
}

describe('the shell', () => {
  test('has no console error, no policy violation and no inline script on any screen', async () => {
    const { page, complaints } = await browser.open();
    await walk(page, async (place) => {
      const inline = await page.evaluate('document.querySelectorAll("script:not([src])").length');
      expect({ place, inline }).toEqual({ place, inline: 0 });
    });
    expect(complaints).toEqual([]);
  });

  test('does not overflow sideways on a screen of 390 pixels', async () => {
    const { page } = await browser.open({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await walk(page, async (place) => {
      const wide = await page.evaluate(`[...document.querySelectorAll('html, body, main, main *')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .filter((element) => ['visible', 'auto', 'scroll'].includes(getComputedStyle(element).overflowX))
        .filter((element) => element.getBoundingClientRect().right > 391 || element.matches('html, body, main'))
        .map((element) => element.outerHTML.slice(0, 120))`);
      expect({ place, wide }).toEqual({ place, wide: [] });
    });
  });

  test('has four tabs with names on a phone, and the rest under More', async () => {
    const { page, complaints } = await browser.open({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await page.goto(precis.url);
    const tabs = page.getByRole('navigation', { name: 'Main' });
    await tabs.getByRole('button', { name: 'More' }).waitFor();
    const names = await tabs.getByRole('link').or(tabs.getByRole('button')).allInnerTexts();
    expect(names).toEqual(['Read', 'Spaces', 'Sessions', 'More']);
    for (const tab of await tabs.getByRole('link').all())
      expect((await tab.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    const more = page.getByRole('dialog', { name: 'More' });
    for (const [name, path] of [
      ['Conversations', '/conversations'],
      ['Runs & Issues', '/runs'],
      ['Settings', '/settings'],
    ] as const) {
      await tabs.getByRole('button', { name: 'More' }).tap();
      await more.waitFor();
      expect(await findViolations(page, { part: '[role=dialog]' })).toEqual([]);
      await more.getByRole('link', { name }).tap();
      await page.waitForURL(`**${path}**`);
      await more.waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate('document.activeElement.id'), soon).toBe('main');
    }
    expect(complaints).toEqual([]);
  });

  test('makes every control reachable by keyboard', async () => {
    const { page } = await browser.open();
    await walk(page, async (place) => {
      const unreached = await unreachedByTab(page);
      expect({ place, unreached }).toEqual({ place, unreached: [] });
    });
  });

  test('shows where the focus is', async () => {
    const { page } = await browser.open();
    const reader = readerPage(page, precis.url);
    await reader.open();
    await reader.rows.first().waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id'), soon).toBe('main');
    await page.keyboard.press('Tab');
    // A link that fills its row shows the focus ring around the row.
    const outlines = await page.evaluate(
      `[undefined, '::after'].map((part) => getComputedStyle(document.activeElement, part).outlineStyle)`,
    );
    expect(outlines).toContain('solid');
  });

  test('supports Chinese when selected, and remembers it', async () => {
    const { page } = await browser.open();
    await page.goto(`${precis.url}/`);
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('zh-Hans');
    await page.getByRole('link', { name: '运行与问题' }).waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.lang'), soon).toBe('zh-Hans');
    await page.reload();
    await page.getByRole('link', { name: '已保存', exact: true }).click();
    await page.getByRole('link', { name: shortTitle }).click();
    await page.getByRole('button', { name: '摘要', exact: true }).click();
    await page.getByText('文本比它的摘要还短。').waitFor();
    await page.getByRole('button', { name: '仍然摘要' }).waitFor();
  });

  test('uses the browser’s language if nothing was selected', async () => {
    const { page } = await browser.open({ locale: 'zh-CN' });
    await page.goto(`${precis.url}/runs`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => heading.innerText(), soon).toBe('运行与问题');
  });

  test('is dark if the system is, or if the reader selects it, from the first paint on', async () => {
    const bySystem = await browser.open({ colorScheme: 'dark' });
    await bySystem.page.goto(`${precis.url}/`);
    await bySystem.page.getByRole('main').waitFor();
    expect(await brightness(bySystem.page)).toBeLessThan(60);

    const { page } = await browser.open({ colorScheme: 'light' });
    await page.goto(`${precis.url}/`);
    await page.getByRole('main').waitFor();
    expect(await brightness(page)).toBeGreaterThan(200);
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect.poll(() => brightness(page), soon).toBeLessThan(60);
    await page.reload();
    await page.getByRole('main').waitFor();
    expect(await brightness(page)).toBeLessThan(60);
  });

  test('shows when the server is away and when it is back, and refetches', async () => {
    await precis.resume();
    const { page } = await browser.open();
    const runs = runsPage(page, precis.url);
    await runs.open('?tab=runs');
    await page.getByRole('tab', { name: 'Runs' }).waitFor();
    await precis.halt();
    await page.getByText('Precis isn’t responding.').waitFor();
    // This text is shown for a few seconds only.
    const isBack = page.getByText('Reconnected.').waitFor();
    await Promise.all([isBack, precis.resume()]);
    await precis.client.summarize({ text: bridgeText, title: 'Made while away' });
    await runs.row('Made while away').waitFor();
    await expect.poll(() => page.getByText('Reconnected.').count(), soon).toBe(0);
  });
});

/** The brightness of the page background, from 0 to 255. */
async function brightness(page: Page): Promise<number> {
  const colour: string = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  return (red + green + blue) / 3;
}

/** The visible controls that the Tab key never reaches. One control of a radio group is enough. */
async function unreachedByTab(page: Page): Promise<string[]> {
  const total: number = await page.evaluate(`(() => {
    for (const marked of document.querySelectorAll('[data-stop]')) delete marked.dataset.stop;
    const isOpen = document.querySelector('[role=dialog]');
    const controls = [...(isOpen ?? document).querySelectorAll('a[href], button, input, select, textarea, [role=tab]')]
      .filter((element) => !element.disabled && element.checkVisibility())
      // The rows of a list are one stop, and so are the marks of the evidence; arrow keys continue from there.
      .filter((element) => !('entry' in element.dataset || 'mark' in element.dataset) || element.tabIndex === 0)
      .filter((element) => element.type !== 'radio' || element.checked)
      .filter((element) => element.role !== 'tab' || element.ariaSelected === 'true');
    for (const [index, element] of controls.entries()) element.dataset.stop = String(index);
    if (isOpen === null) document.activeElement.blur();
    return controls.length;
  })()`);
  const reached = new Set<string>();
  // The focus goes around twice, since it may start in the middle.
  for (let presses = 0; presses < total * 2 + 8 && reached.size < total; presses++) {
    await page.keyboard.press('Tab');
    const stop: string | null = await page.evaluate('document.activeElement?.dataset?.stop ?? null');
    if (stop !== null) reached.add(stop);
  }
  return page.evaluate(`(() => {
    const reached = new Set(${JSON.stringify([...reached])});
    return [...document.querySelectorAll('[data-stop]')]
      .filter((element) => !reached.has(element.dataset.stop))
      // Such as Abort, if the run ended during the walk.
      .filter((element) => !element.disabled && element.checkVisibility())
      .map((element) => element.outerHTML.slice(0, 160));
  })()`);
}
