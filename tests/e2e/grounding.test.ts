import type { BrowserContextOptions, Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { bridge, usePanelBench } from './use-panel-bench.ts';

const { model, useModel, openEntry } = usePanelBench();

const closed = 'The Lindhaven harbour bridge will stay closed for twenty-six months.';
const crew = 'The fire brigade will station a crew on the northern bank.';

const summary = `${closed}\n\n- ${crew}`;

beforeEach(async () => {
  await useModel();
  model().always({ text: summary });
});

async function openSummarized(options: BrowserContextOptions) {
  const opened = await openEntry(bridge, options);
  const { page, panel, reader } = opened;
  // Passages are found only once the article is shown.
  await reader.body.waitFor();
  await panel.summaryButton.click();
  await panel.complete.waitFor();
  return {
    ...opened,
    sentence: (text: string) => panel.shown.getByRole('link', { name: text }),
    tip: page.getByTestId('sentence-tip'),
  };
}

describe('the grounding of a summary', () => {
  test('scrolls to the passage and highlights it, until the next click', async () => {
    const { sentence, tip, page, reader } = await openSummarized({ reducedMotion: 'no-preference' });
    expect(await isInSight(page, 'station a crew')).toBe(false);
    await sentence(crew).click();
    await expect
      .poll(() => marked(page), soon)
      .toContain('The fire brigade will station a crew and one engine');
    expect(await marked(page)).toMatch(/for the whole period\.$/);
    await expect.poll(() => isInSight(page, 'station a crew'), soon).toBe(true);
    expect(await tip.count()).toBe(0);

    await sentence(closed).click();
    await expect.poll(() => marked(page), soon).toContain('will close to all traffic');
    await reader.title.click();
    expect(await marked(page)).toBe('');
  });

  test('opens by a tap on a narrow screen, inside the window, and links to the passage', async () => {
    const size = { width: 375, height: 740 };
    const { sentence, tip, page } = await openSummarized({
      viewport: size,
      hasTouch: true,
      isMobile: true,
    });
    await sentence(crew).tap();
    await tip.waitFor();
    const box = await tip.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width);
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
    expect(await marked(page)).toBe('');
    // A tap outside closes it.
    await page.getByRole('heading', { level: 1, name: bridge }).tap();
    expect(await tip.count()).toBe(0);
    await sentence(crew).tap();
    await tip.getByRole('button').first().tap();
    await expect.poll(() => marked(page), soon).toContain('The fire brigade');
    expect(await tip.count()).toBe(0);
    // Escape clears the highlight before it returns to the list.
    await page.keyboard.press('Escape');
    expect(await marked(page)).toBe('');
    expect(page.url()).toMatch(/\/reader\/all\/\d+/);
  });
});

/** The highlighted text in the article. */
function marked(page: Page): Promise<string> {
  return page.evaluate("[...(CSS.highlights.get('passage') ?? [])].map(String).join('')");
}

/** Whether a paragraph with these words is visible in the article's pane. */
function isInSight(page: Page, words: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const article = document.querySelector('.article');
    const block = [...article.children].find((each) => each.textContent.includes(${JSON.stringify(words)}));
    const { top, bottom } = block.getBoundingClientRect();
    const pane = article.closest('section').getBoundingClientRect();
    return top < pane.bottom && bottom > pane.top;
  })()`);
}
