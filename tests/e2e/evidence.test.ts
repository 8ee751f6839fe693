import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { findViolations } from './find-violations.ts';
import { soon } from './soon.ts';
import { bridge, usePanelBench } from './use-panel-bench.ts';

const { model, useModel, openEntry } = usePanelBench();

const closed = 'The Lindhaven harbour bridge will stay closed for twenty-six months.';
const cost = 'Repair will cost an estimated 987 million crowns.';
const crew = 'The fire brigade will station a crew on the northern bank.';
/** The article says 118 million. */
const summary = `${closed}\n\n- ${cost}\n- ${crew}`;

beforeEach(async () => {
  await useModel();
  model().always({ text: summary });
});

async function openSummarized(options: BrowserContextOptions = {}) {
  const opened = await openEntry(bridge, options);
  const { page, panel, reader } = opened;
  // Passages are found in an article that is there.
  await reader.body.waitFor();
  await panel.summaryButton.click();
  await panel.complete.waitFor();
  return {
    ...opened,
    sentence: (text: string) => panel.shown.getByRole('link', { name: text }),
    strip: page.getByTestId('evidence'),
    beside: panel.panel.getByRole('button', { name: 'Move beside the article' }),
    below: panel.panel.getByRole('button', { name: 'Move below the article' }),
  };
}

describe('the evidence of a summary', () => {
  test('lights up in the article with the sentence, and the sentence with its passage', async () => {
    const { page, panel, sentence, strip, complaints } = await openSummarized();
    await sentence(closed).hover();
    await expect.poll(() => marked(page, 'evidence'), soon).toContain('will close to all traffic');
    expect(await strip.locator('[data-lit]').getAttribute('aria-label')).toContain(
      'Supported by the article',
    );
    await page.mouse.move(5, 5);
    await expect.poll(() => marked(page, 'evidence'), soon).toBe('');

    await page
      .getByTestId('article')
      .getByText('will close to all traffic')
      .hover({ position: { x: 40, y: 10 } });
    await expect.poll(() => panel.shown.locator('[data-lit]').allInnerTexts(), soon).toEqual([closed]);
    await page.mouse.move(5, 5);
    await expect.poll(() => panel.shown.locator('[data-lit]').count(), soon).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('lights up from the keyboard too', async () => {
    const { page, sentence, strip } = await openSummarized();
    await sentence(closed).focus();
    await expect.poll(() => marked(page, 'evidence'), soon).toContain('will close to all traffic');
    await strip.getByRole('button').last().focus();
    await page.keyboard.press('Home');
    await expect.poll(() => page.locator('.grounded[data-lit]').allInnerTexts(), soon).toEqual([closed]);
    await page.keyboard.press('End');
    await expect.poll(() => isInSight(page, 'station a crew'), soon).toBe(true);
    await expect.poll(() => page.locator('.grounded[data-lit]').allInnerTexts(), soon).toEqual([crew]);
  });

  test('shows at the edge where the summary comes from, with a shape for each verdict', async () => {
    const { page, strip } = await openSummarized();
    await expect.poll(() => statesOf(strip), soon).toEqual(['supported', 'contradicted', 'undecided']);
    expect(await strip.getAttribute('aria-label')).toMatch(/draws on \d+% of the article$/);
    await expect.poll(() => marked(page, 'evidence-wrong'), soon).toContain('118 million crowns');
    expect(await isInSight(page, 'station a crew')).toBe(false);
    await strip.getByRole('button').last().click();
    await expect.poll(() => isInSight(page, 'station a crew'), soon).toBe(true);
    expect(await findViolations(page, { part: '[data-testid="evidence"]' })).toEqual([]);
  });

  test('leaves with the summary, and takes no room from the article', async () => {
    const { page, panel, strip } = await openSummarized();
    await strip.waitFor();
    const article = page.getByTestId('article');
    const before = await article.boundingBox();
    await panel.clear('Clear this summary');
    await strip.waitFor({ state: 'detached' });
    await expect.poll(() => article.boundingBox(), soon).toEqual(before);
    await expect.poll(() => marked(page, 'evidence-wrong'), soon).toBe('');
  });
});

describe('the panel', () => {
  test('can be beside the article, and stays there', async () => {
    const { page, reader, panel, beside, below } = await openSummarized();
    await beside.click();
    await below.waitFor();
    const places = async () => {
      const article = await page.getByRole('region', { name: 'Article' }).boundingBox();
      const box = await panel.panel.boundingBox();
      const end = (article?.x ?? 0) + (article?.width ?? 0);
      return { isBeside: (box?.x ?? 0) >= end, isAsHigh: box?.height === article?.height };
    };
    await expect.poll(places, soon).toEqual({ isBeside: true, isAsHigh: true });
    await page.reload();
    await below.waitFor();
    await panel.shown.waitFor();
    expect(await findViolations(page)).toEqual([]);

    // It takes the place of the feeds, which are one click away.
    const feeds = page.getByRole('navigation', { name: 'Feeds' });
    expect(await feeds.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Feeds', exact: true }).click();
    await feeds.waitFor();
    await feeds.getByText('All entries').click();
    await reader.openEntry(bridge);
    await below.click();
    await beside.waitFor();
  });

  test('is below where the screen is narrow', async () => {
    const { page, panel, beside, below } = await openSummarized();
    await beside.click();
    await below.waitFor();
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect.poll(() => below.count(), soon).toBe(0);
    expect(await beside.count()).toBe(0);
    const isBelow = async () => {
      const article = await page.getByRole('region', { name: 'Article' }).boundingBox();
      const box = await panel.panel.boundingBox();
      return (box?.y ?? 0) >= (article?.y ?? 0) + (article?.height ?? 0);
    };
    await expect.poll(isBelow, soon).toBe(true);
  });

  test('collapses to a row from both places', async () => {
    const { panel, beside, below } = await openSummarized();
    await beside.click();
    await panel.collapseButton.click();
    await expect.poll(async () => (await panel.panel.boundingBox())?.width ?? 0, soon).toBeGreaterThan(500);
    await panel.expandButton.click();
    await below.waitFor();
  });

  test.each([1920, 1440, 1024, 390])('scrolls alone with a tall summary at %i pixels', async (width) => {
    const tall = Array.from({ length: 60 }, (_, index) => `- ${closed} (${index})`).join('\n');
    model().always({ text: tall });
    const { page, beside, below } = await openSummarized({ viewport: { width, height: 800 } });
    await expect.poll(() => overflow(page), soon).toEqual([0, 0, 0]);
    if (width < 1280) return;
    await beside.click();
    await below.waitFor();
    await expect.poll(() => overflow(page), soon).toEqual([0, 0, 0]);
  });
});

function statesOf(strip: Locator): Promise<(string | null)[]> {
  return strip
    .getByRole('button')
    .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-state')));
}

/** How far the screen and the page can be scrolled, which should not be at all. */
function overflow(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`(() => {
    const main = document.querySelector('main');
    const root = document.documentElement;
    return [main.scrollHeight - main.clientHeight, root.scrollHeight - innerHeight, root.scrollWidth - innerWidth];
  })()`);
}

/** The text under a highlight. */
function marked(page: Page, name: string): Promise<string> {
  return page.evaluate<string>(
    `[...(CSS.highlights.get(${JSON.stringify(name)}) ?? [])].map(String).join(' | ')`,
  );
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
