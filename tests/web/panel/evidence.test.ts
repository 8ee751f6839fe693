import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isInSight, marked, movePointerAway, openBridge, parts, textOf, textsOf } from './panel-parts.ts';
import { keepSummaries } from './summary-answers.ts';

const closed =
  'The Lindhaven harbour bridge will close to all traffic on the first Monday of March and stay closed for twenty-six months, the city council decided on Tuesday night by nine votes to four.';
const cost = 'Repair will cost an estimated 987 million crowns.';
const crew = 'The fire brigade will station a crew on the northern bank.';
/** The summary has a wrong number: the article says 118 million. */
const summary = `${closed}\n\n- ${cost}\n- ${crew}`;

const { sentence, shown, strip, panel, beside, below, article } = parts;

async function openSummarized({ text = summary, width = 1280 } = {}): Promise<void> {
  await openBridge(keepSummaries({ text }).answers, { width });
  await expect.element(shown).toBeVisible();
}

describe('the evidence of a summary', () => {
  test('lights up in the article with the sentence, and the sentence with its passage', async () => {
    await openSummarized();
    await sentence(closed).hover();
    await expect.poll(() => marked('evidence')).toContain('will close to all traffic');
    expect(strip.css('[data-lit]').element().getAttribute('aria-label')).toContain('Quoted from the article');
    await movePointerAway();
    await expect.poll(() => marked('evidence')).toBe('');

    const passage = article.getByText('will close to all traffic', { exact: false });
    await passage.hover({ position: { x: 40, y: 10 } });
    await expect.poll(() => textsOf(shown.css('[data-lit]'))).toEqual([closed]);
    await movePointerAway();
    await expect.poll(() => shown.css('[data-lit]').elements()).toEqual([]);
  });

  test('lights up from the keyboard too', async () => {
    await openSummarized();
    focus(sentence(closed).element());
    await expect.poll(() => marked('evidence')).toContain('will close to all traffic');
    focus(strip.getByRole('button').last().element());
    await userEvent.keyboard('{Home}');
    await expect.poll(() => textsOf(page.css('.grounded[data-lit]'))).toEqual([closed]);
    await userEvent.keyboard('{End}');
    await expect.poll(() => isInSight('station a crew')).toBe(true);
    await expect.poll(() => textsOf(page.css('.grounded[data-lit]'))).toEqual([crew]);
  });

  test('shows at the edge where the summary comes from, with a shape for each verdict', async () => {
    await openSummarized();
    const states = () =>
      strip
        .getByRole('button')
        .elements()
        .map((mark) => mark.getAttribute('data-state'));
    await expect.poll(states).toEqual(['quoted', 'different', 'not-checked']);
    await expect
      .element(strip)
      .toHaveAttribute('aria-label', expect.stringMatching(/draws on \d+% of the article$/));
    await expect.poll(() => marked('evidence-wrong')).toContain('118 million crowns');
    expect(isInSight('station a crew')).toBe(false);
    await strip.getByRole('button').last().click();
    await expect.poll(() => isInSight('station a crew')).toBe(true);
    const { violations } = await axe.run('[data-testid="evidence"]', { resultTypes: ['violations'] });
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  });

  test('leaves with the summary, and takes no room from the article', async () => {
    await openSummarized();
    await expect.element(strip).toBeVisible();
    const before = boxOf(article.element());
    await parts.clearButton.click();
    await page.getByRole('menuitem', { name: 'Clear this summary' }).click();
    await expect.poll(() => strip.query()).toBeNull();
    await expect.poll(() => boxOf(article.element())).toEqual(before);
    await expect.poll(() => marked('evidence-wrong')).toBe('');
  });
});

describe('the panel', () => {
  const pane = page.getByRole('region', { name: 'Article' });

  test('can be beside the article, in place of the feeds, which are one click away', async () => {
    await openSummarized();
    await beside.click();
    await expect.element(below).toBeVisible();
    await expect
      .poll(() => {
        const [left, right] = [boxOf(pane.element()), boxOf(panel.element())];
        return { isBeside: right.x >= left.x + left.width, isAsHigh: right.height === left.height };
      })
      .toEqual({ isBeside: true, isAsHigh: true });
    const feeds = page.getByRole('navigation', { name: 'Feeds' });
    expect(feeds.query()).toBeNull();
    await page.getByRole('button', { name: 'Feeds', exact: true }).click();
    await expect.element(feeds).toBeVisible();
    await feeds.getByText('All entries').click();
    await parts.row('The Harbour Bridge').click();
    await below.click();
    await expect.element(beside).toBeVisible();
  });

  test('is below where the screen is narrow', async () => {
    await openSummarized();
    await beside.click();
    await expect.element(below).toBeVisible();
    await page.viewport(1024, 768);
    await expect.poll(() => below.query()).toBeNull();
    expect(beside.query()).toBeNull();
    await expect
      .poll(() => {
        const [above, under] = [boxOf(pane.element()), boxOf(panel.element())];
        return under.y >= above.y + above.height;
      })
      .toBe(true);
  });

  test('collapses to a row from both places', async () => {
    await openSummarized();
    await beside.click();
    await expect.element(below).toBeVisible();
    await panel.getByRole('button', { name: 'Hide summary' }).click();
    await expect.poll(() => boxOf(panel.element()).width).toBeGreaterThan(500);
    await panel.getByRole('button', { expanded: false, name: 'Summary', exact: false }).click();
    await expect.element(below).toBeVisible();
  });

  test.each([1920, 1440, 1024, 390])('scrolls alone with a tall summary at %i pixels', async (width) => {
    const text = Array.from({ length: 60 }, (_, index) => `- ${closed} (${index})`).join('\n');
    await openSummarized({ text, width });
    await expect.poll(() => textOf(shown)).toContain('(59)');
    await expect.poll(overflow).toEqual([0, 0, 0]);
    if (width < 1280) return;
    await beside.click();
    await expect.element(below).toBeVisible();
    await expect.poll(overflow).toEqual([0, 0, 0]);
  });
});

function focus(element: Element): void {
  if (element instanceof HTMLElement) element.focus();
}

function boxOf(element: Element): { x: number; y: number; width: number; height: number } {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

/** How far the screen and the page can be scrolled, which should not be at all. */
function overflow(): number[] {
  const main = document.querySelector('main');
  const root = document.documentElement;
  return [
    (main?.scrollHeight ?? Number.NaN) - (main?.clientHeight ?? 0),
    root.scrollHeight - innerHeight,
    root.scrollWidth - innerWidth,
  ];
}
