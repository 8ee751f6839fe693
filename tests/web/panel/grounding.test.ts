import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import {
  isInSight,
  linesOf,
  lookOf,
  marked,
  movePointerAway,
  openBridge,
  parts,
  textOf,
  textsOf,
} from './panel-parts.ts';
import { keepSummaries } from './summary-answers.ts';

const closed = 'The Lindhaven harbour bridge will stay closed for twenty-six months.';
const cost = 'Repair instead of replacement will cost an estimated 987 million crowns.';
const ferries =
  'For them the city will run two electric ferries, every eight minutes from five in the morning until midnight, free of charge.';
const crew = 'The fire brigade will station a crew and one engine on the northern bank for the whole period.';
const free = 'Commuters brace themselves for a long wait.';
const planner = 'The plan was drawn up by Hannah Brightwater.';
const noCrew = 'The fire brigade will not station a crew on the northern bank.';

/** The summary has a wrong number: the article says 118 million. */
const summary = `${closed} ${free}\n\n- ${cost}\n- ${ferries}\n- ${crew}`;

const { sentence, tip, shown, details, line } = parts;

async function openSummarized(text = summary, options: Parameters<typeof openBridge>[1] = {}) {
  await openBridge(keepSummaries({ text }).answers, options);
  await expect.element(shown).toBeVisible();
}

describe('the grounding of a summary', () => {
  test('shows the source of a sentence on hover', async () => {
    await openSummarized();
    expect(tip.query()).toBeNull();
    await sentence(ferries).hover();
    await expect.poll(() => textOf(tip)).toContain('Quoted from the article');
    await expect.poll(() => textOf(tip.getByRole('button').first())).toContain('two electric ferries');

    // The pointer can enter the popover, which closes once the pointer leaves.
    await tip.hover();
    await sleepLongerThanTheClosingDelay();
    expect(tip.query()).not.toBeNull();
    await movePointerAway();
    await expect.poll(() => tip.query()).toBeNull();
  });

  test('jumps without animation for those who prefer reduced motion', async () => {
    await openSummarized();
    expect(isInSight('station a crew')).toBe(false);
    await sentence(crew).click();
    expect(isInSight('station a crew')).toBe(true);
  });

  test('marks an invented number, shows what the article says, and links to it', async () => {
    await openSummarized();
    const finding = 'Number “987 million”: the article says “118 million”';
    expect(textsOf(shown.getByTestId('flag'))).toEqual(['987 million']);
    await expect.element(shown.getByTestId('doubt')).toHaveAttribute('aria-label', finding);
    await sentence(cost).hover();
    await expect.poll(() => textOf(tip)).toContain('118 million crowns');
    await tip.getByRole('button', { name: finding, exact: false }).click();
    await expect.poll(() => marked()).toBe('118 million');
    expect(tip.query()).toBeNull();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => marked()).toBe('');

    expect(textOf(line)).toBe('6 of 7 details found · 1 different · 2 quoted · 2 not checked');
    await parts.openDetails();
    await expect.poll(() => textOf(details)).toContain('2 sentences quoted');
    await expect.poll(() => textOf(details)).toContain('2 sentences not checked');
    await expect.poll(() => textOf(details)).toContain(finding);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => details.query()).toBeNull();
  });

  test('marks a detail that differs with another shape and colour than one not in the source', async () => {
    await openSummarized(`${planner} ${noCrew}`);
    const flags = shown.getByTestId('flag');
    expect(textsOf(flags)).toEqual(['Hannah Brightwater', 'not']);
    const [missing, wrong] = [lookOf(flags.nth(0)), lookOf(flags.nth(1))];
    expect([missing.line, wrong.line]).toEqual(['dashed', 'wavy']);
    expect(wrong.colour).not.toBe(missing.colour);
    const words = 'Meaning reversed: “not”; the article says the opposite';
    await expect.element(sentence(noCrew).getByTestId('doubt')).toHaveAttribute('aria-label', words);
    await sentence(noCrew).hover();
    await expect.poll(() => textOf(tip)).toContain(words);
    expect(textOf(line)).toBe('0 of 1 detail found · 1 different · 1 not in the source');
  });

  test('shows a sentence that is not checked like plain text, and labels it neutrally', async () => {
    await openSummarized(`${ferries} ${free}`);
    expect(sentence(free).element().childElementCount).toBe(0);
    expect(lookOf(sentence(free)).line).toBe('none');
    await sentence(free).hover();
    await expect.poll(() => textOf(tip)).toContain('Not checked: read the passage');
    expect(textOf(line)).toBe('3 of 3 details found · 1 quoted · 1 not checked');
    const looks = [line, line.css('[data-state=quoted]'), line.css('[data-state=not-checked]')].map(lookOf);
    expect(new Set(looks.map(({ colour }) => colour)).size).toBe(1);
  });

  test('fits all verdicts on a narrow screen without moving the text', async () => {
    const desk = keepSummaries();
    const started = desk.addRun();
    await openBridge(desk.answers, { width: 390, height: 844 });
    await expect.element(parts.empty).toBeVisible();
    const before = parts.empty.element().getBoundingClientRect().y;
    await parts.summaryButton.click();
    await expect.element(parts.abortButton).toBeEnabled();
    started.succeed({ text: `${ferries} ${free}\n\n- ${cost}\n- ${planner}` });
    await expect.element(shown).toBeVisible();
    await expect.element(shown).not.toHaveAttribute('inert');
    expect(textOf(line)).toBe(
      '3 of 5 details found · 1 different · 1 not in the source · 1 quoted · 1 not checked',
    );
    expect(shown.element().getBoundingClientRect().y).toBe(before);
    for (const verdict of line.css('[data-state]').all()) {
      await verdict.click();
      await expect.element(details).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await expect.poll(() => details.query()).toBeNull();
    }
    expect(isCutOff(line.element())).toBe(false);
    expect(isCutOff(parts.metadata('language').element())).toBe(false);
  });

  test('appears without moving the text, and never before it is complete', async () => {
    const desk = keepSummaries();
    const started = desk.addRun();
    await openBridge(desk.answers);
    await parts.summaryButton.click();
    started.write(summary);
    await expect.poll(() => textOf(parts.growing)).toContain(crew);
    expect(parts.growing.css('[data-sentence]').elements()).toEqual([]);
    const before = linesOf(parts.growing);
    started.succeed({ text: summary });
    await expect.element(shown).toBeVisible();
    await expect.poll(() => parts.growing.query()).toBeNull();
    expect(before).toHaveLength(4);
    expect(linesOf(shown)).toEqual(before);
    expect(shown.getByTestId('flag').elements()).toHaveLength(1);
    expect(shown.css('[data-sentence]').elements()).toHaveLength(5);
  });

  test('says that the article has changed since, and links nowhere', async () => {
    const contentHash = '0'.repeat(64);
    await openBridge(keepSummaries({ text: ferries, contentHash, stale: ['article'] }).answers);
    await sentence(ferries).hover();
    await expect.poll(() => textOf(tip)).toContain('The article has changed since');
    expect(textsOf(tip.getByRole('button'))).toEqual(['This is right', 'This is wrong']);
    await sentence(ferries).click({ force: true });
    expect(marked()).toBe('');
  });
});

test('the grounding of a summary works by keyboard alone: one stop for the text, arrows, Enter, Escape', async () => {
  await openSummarized();
  await expect.element(parts.summaryButton).toBeEnabled();
  const advanced = parts.panel.getByRole('button', { name: 'Advanced' }).element();
  if (advanced instanceof HTMLElement) advanced.focus();
  // The first Tab leads to the scrolling pane, and the second one to the text.
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(sentence(closed)).toHaveFocus();
  await expect.element(tip).toBeVisible();
  await expect.element(sentence(closed)).toHaveAttribute('aria-describedby', tip.element().id);

  await userEvent.keyboard('{ArrowDown}');
  await expect.element(sentence(free)).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(sentence(crew)).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(() => textOf(tip)).toContain('electric ferries');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => tip.query()).toBeNull();
  await expect.element(sentence(ferries)).toHaveFocus();

  await userEvent.keyboard('{Enter}');
  await expect.poll(() => marked()).toContain('two electric ferries');
  await expect.element(sentence(ferries)).toHaveFocus();
  await expect
    .poll(() => textOf(shown.getByRole('status')))
    .toContain('The passage is highlighted in the article.');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => marked()).toBe('');

  // Tab leads from the sentence to its passages, and Escape leads back.
  await userEvent.keyboard('{Home}');
  await expect.element(tip).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(tip.getByRole('button').first()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => tip.query()).toBeNull();
  await expect.element(sentence(closed)).toHaveFocus();
});

/** Whether an ancestor clips a part of the element. */
function isCutOff(element: Element): boolean {
  for (let box: Element | null = element; box !== null; box = box.parentElement)
    if (box.clientWidth > 0 && box.scrollWidth > box.clientWidth) return true;
  return false;
}

function sleepLongerThanTheClosingDelay(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 400);
  });
}
