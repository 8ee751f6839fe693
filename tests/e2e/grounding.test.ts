import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { rss } from '#tests/fixtures/feed-server.ts';
import { soon } from './soon.ts';
import { bridge, usePanelBench } from './use-panel-bench.ts';

const { client, model, pages, useModel, openEntry } = usePanelBench();

const closed = 'The Lindhaven harbour bridge will stay closed for twenty-six months.';
const cost = 'Repair will cost an estimated 987 million crowns.';
const ferries = 'The city will run two electric ferries.';
const crew = 'The fire brigade will station a crew on the northern bank.';
const free = 'Commuters brace themselves for a long wait.';
const planner = 'The plan was drawn up by Hannah Brightwater.';
const noCrew = 'The fire brigade will not station a crew on the northern bank.';

/** The article says 118 million. */
const summary = `${closed} ${free}\n\n- ${cost}\n- ${ferries}\n- ${crew}`;

beforeEach(async () => {
  await useModel();
  model().always({ text: summary });
});

async function openSummarized(title = bridge, options: BrowserContextOptions = {}) {
  const opened = await openEntry(title, options);
  const { page, panel, reader } = opened;
  // Passages are found in an article that is there.
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
  test('shows the source of a sentence on hover', async () => {
    const { sentence, tip, page, complaints } = await openSummarized();
    expect(await tip.count()).toBe(0);
    await sentence(ferries).hover();
    await tip.waitFor();
    expect(await tip.innerText()).toContain('Supported by the article');
    expect(await tip.getByRole('button').first().innerText()).toContain('two electric ferries');

    // The pointer can enter the popover, which closes once the pointer leaves.
    await tip.hover();
    // Longer than the closing delay.
    await page.waitForTimeout(400);
    expect(await tip.count()).toBe(1);
    await page.mouse.move(5, 5);
    await tip.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('scrolls to the passage and highlights it, until the next click', async () => {
    const options = { reducedMotion: 'no-preference' } as const;
    const { sentence, tip, page, reader } = await openSummarized(bridge, options);
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

  test('jumps without animation for those who prefer reduced motion', async () => {
    const { sentence, page } = await openSummarized(bridge, { reducedMotion: 'reduce' });
    await sentence(crew).click();
    expect(await isInSight(page, 'station a crew')).toBe(true);
  });

  test('marks an invented number, shows what the article says, and links to it', async () => {
    const { panel, sentence, tip, page, complaints } = await openSummarized();
    const finding = 'Number “987 million”: the article says “118 million”';
    expect(await panel.shown.getByTestId('flag').allInnerTexts()).toEqual(['987 million']);
    const doubt = panel.shown.getByTestId('doubt');
    expect(await doubt.count()).toBe(1);
    expect(await doubt.getAttribute('aria-label')).toBe(finding);
    await sentence(cost).hover();
    await tip.waitFor();
    expect(await tip.innerText()).toContain('118 million crowns');
    await tip.getByRole('button', { name: finding }).click();
    await expect.poll(() => marked(page), soon).toBe('118 million');
    expect(await tip.count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await marked(page)).toBe('');

    expect(await panel.metadata('grounding').innerText()).toBe(
      '2 of 5 supported · 1 number wrong · 2 undecided',
    );
    await panel.panel.getByRole('button', { name: 'Check against the article' }).click();
    const details = page.getByRole('dialog', { name: 'Check against the article' });
    expect(await details.innerText()).toContain('2 sentences supported');
    expect(await details.innerText()).toContain('2 sentences undecided');
    expect(await details.innerText()).toContain(finding);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('marks a contradicted detail with a different shape and colour than one not found', async () => {
    model().always({ text: `${planner} ${noCrew}` });
    const { panel, sentence, tip } = await openSummarized();
    const flags = panel.shown.getByTestId('flag');
    expect(await flags.allInnerTexts()).toEqual(['Hannah Brightwater', 'not']);
    const [missing, wrong] = await Promise.all([lookOf(flags.nth(0)), lookOf(flags.nth(1))]);
    expect([missing.line, wrong.line]).toEqual(['dashed', 'wavy']);
    expect(wrong.colour).not.toBe(missing.colour);
    const tipWords = 'Meaning reversed: “not”; the article says the opposite';
    expect(await sentence(noCrew).getByTestId('doubt').getAttribute('aria-label')).toBe(tipWords);
    await sentence(noCrew).hover();
    await tip.waitFor();
    expect(await tip.innerText()).toContain(tipWords);
    expect(await panel.metadata('grounding').innerText()).toBe('1 contradicted · 1 not found');
  });

  test('shows an undecided sentence like plain text, and labels it neutrally', async () => {
    model().always({ text: `${ferries} ${free}` });
    const { sentence, tip, panel } = await openSummarized();
    expect(await sentence(free).locator('*').count()).toBe(0);
    expect((await lookOf(sentence(free))).line).toBe('none');
    await sentence(free).hover();
    await tip.waitFor();
    expect(await tip.innerText()).toContain('Undecided: read the passage');
    const line = panel.metadata('grounding');
    expect(await line.innerText()).toBe('1 of 2 supported · 1 undecided');
    const parts = [line, line.locator('[data-state=supported]'), line.locator('[data-state=undecided]')];
    expect(new Set((await Promise.all(parts.map(lookOf))).map(({ colour }) => colour)).size).toBe(1);
  });

  test('fits all four verdicts on a narrow screen without moving the text', async () => {
    model().always({ text: `${ferries} ${free}\n\n- ${cost}\n- ${planner}`, firstTokenDelayMs: 500 });
    const { page, panel } = await openEntry(bridge, { viewport: { width: 390, height: 844 } });
    const placeOfText = async () => (await panel.empty.or(panel.shown).first().boundingBox())?.y;
    const before = await placeOfText();
    await panel.summaryButton.click();
    await panel.complete.waitFor();
    const line = panel.metadata('grounding');
    expect(await line.innerText()).toBe('1 of 4 supported · 1 number wrong · 1 not found · 1 undecided');
    expect(await placeOfText()).toBe(before);
    for (const verdict of await line.locator('[data-state]').all()) {
      await verdict.click();
      await page.getByRole('dialog', { name: 'Check against the article' }).waitFor();
      await page.keyboard.press('Escape');
    }
    expect(await line.evaluate(isCutOff)).toBe(false);
    expect(await panel.metadata('language').evaluate(isCutOff)).toBe(false);
  });

  test('works by keyboard alone: one stop for the text, arrows, Enter, Escape', async () => {
    const { sentence, tip, page, panel } = await openSummarized();
    await panel.panel.getByRole('button', { name: 'Advanced' }).focus();
    // The scrolling pane, then the text.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await isFocused(sentence(closed))).toBe(true);
    await tip.waitFor();
    const described = await sentence(closed).getAttribute('aria-describedby');
    expect(described).toBe(await tip.getAttribute('id'));

    await page.keyboard.press('ArrowDown');
    expect(await isFocused(sentence(free))).toBe(true);
    await page.keyboard.press('End');
    expect(await isFocused(sentence(crew))).toBe(true);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => tip.innerText(), soon).toContain('electric ferries');
    await page.keyboard.press('Escape');
    expect(await tip.count()).toBe(0);
    expect(await isFocused(sentence(ferries))).toBe(true);

    await page.keyboard.press('Enter');
    await expect.poll(() => marked(page), soon).toContain('two electric ferries');
    expect(await isFocused(sentence(ferries))).toBe(true);
    expect(await panel.shown.getByRole('status').innerText()).toBe(
      'The passage is highlighted in the article.',
    );
    await page.keyboard.press('Escape');
    expect(await marked(page)).toBe('');

    // From the sentence, Tab moves to its passages; from there Escape moves back.
    await page.keyboard.press('Home');
    await tip.waitFor();
    await page.keyboard.press('Tab');
    expect(await isFocused(tip.getByRole('button').first())).toBe(true);
    await page.keyboard.press('Escape');
    expect(await tip.count()).toBe(0);
    expect(await isFocused(sentence(closed))).toBe(true);
  });

  test('appears without moving the text, and never before it is complete', async () => {
    // All of it arrives before its end is known.
    let letEnd = () => {};
    const until = new Promise<void>((resolve) => {
      letEnd = resolve;
    });
    model().always({ chunks: [summary], until });
    const { page, panel } = await openEntry();
    await panel.summaryButton.click();
    await panel.growing.waitFor();
    expect(await panel.growing.locator('[data-sentence]').count()).toBe(0);
    await expect.poll(() => panel.growing.innerText(), { ...soon, interval: 10 }).toContain(crew);
    const before = await linesOf(page, 'growing-summary');
    letEnd();
    await panel.shown.waitFor();
    await panel.growing.waitFor({ state: 'detached' });
    expect(before).toHaveLength(4);
    expect(await linesOf(page, 'shown-summary')).toEqual(before);
    expect(await panel.shown.getByTestId('flag').count()).toBe(1);
    expect(await panel.shown.locator('[data-sentence]').count()).toBe(5);
  });

  test('says that the article has changed since, and links nowhere', async () => {
    const paragraph = (text: string) => `<p>${text}</p>`.repeat(12);
    const first = 'The old library on the hill will be open on Sundays from June, the town decided.';
    pages().on('/changing', {
      body: rss('Changing', [{ id: '1', title: 'The library', html: paragraph(first) }]),
    });
    const feed = await client().reader.feeds.subscribe({ url: pages().url('/changing') });
    onTestFinished(() => client().reader.feeds.remove(feed.id));
    model().always({ text: 'The old library on the hill will be open on Sundays from June.' });
    const { sentence, tip, page, panel } = await openSummarized('The library');
    await sentence('The old library').click();
    await expect.poll(() => marked(page), soon).toContain('open on Sundays');

    const second = 'The old library on the hill will be closed for good, the town decided in the end.';
    pages().on('/changing', {
      body: rss('Changing', [{ id: '1', title: 'The library', html: paragraph(second) }]),
    });
    await client().reader.feeds.refresh(feed.id);
    await expect.poll(async () => (await client().reader.feeds.progress()).running, soon).toBe(false);
    await page.reload();
    await panel.shown.waitFor();
    await sentence('The old library').hover();
    await tip.waitFor();
    await expect.poll(() => tip.innerText(), soon).toContain('The article has changed since');
    expect(await tip.getByRole('button').count()).toBe(0);
    await sentence('The old library').click({ force: true });
    expect(await marked(page)).toBe('');
  });

  test('opens by a tap on a narrow screen, inside the window, and links to the passage', async () => {
    const size = { width: 375, height: 740 };
    const { sentence, tip, page } = await openSummarized(bridge, {
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

/** How text is underlined, and its colour or that of the line. */
function lookOf(locator: Locator): Promise<{ line: string; colour: string }> {
  return locator.evaluate((element) => {
    const page = globalThis as unknown as { getComputedStyle(of: unknown): Record<string, string> };
    const style = page.getComputedStyle(element);
    const line = style.textDecorationLine === 'none' ? 'none' : (style.textDecorationStyle ?? '');
    return { line, colour: style.textDecorationColor ?? '' };
  });
}

/** Whether an ancestor clips part of it. */
function isCutOff(element: unknown): boolean {
  interface Box {
    scrollWidth: number;
    clientWidth: number;
    parentElement: Box | null;
  }
  for (let box = element as Box | null; box !== null; box = box.parentElement)
    if (box.clientWidth > 0 && box.scrollWidth > box.clientWidth) return true;
  return false;
}

/** The highlighted text in the article. */
function marked(page: Page): Promise<string> {
  return page.evaluate("[...(CSS.highlights.get('passage') ?? [])].map(String).join('')");
}

function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) =>
    (element as unknown as { matches(selector: string): boolean }).matches(':focus'),
  );
}

/** The position of every line of a text, box by box. */
function linesOf(page: Page, testId: string): Promise<number[][]> {
  return page.evaluate(`[...document.querySelectorAll('[data-testid=${testId}] :is(p, li)')].flatMap((block) => {
    const { x, y, width, height } = block.getBoundingClientRect();
    return [[x, y, width, height]];
  })`);
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
