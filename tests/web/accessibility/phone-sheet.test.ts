import { describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { findFaint, findViolations } from '../find-violations.ts';
import { openBridge, parts } from '../panel/panel-parts.ts';
import { keepSummaries } from '../panel/summary-answers.ts';

const { panel: sheet } = parts;
const handle = sheet.getByRole('button', { name: /^(Show|Enlarge|Minimize) the summary/ });
const phone = { width: 390, height: 844 };
const text =
  'The Lindhaven harbour bridge will stay closed for twenty-six months. ' +
  'The fire brigade will station a crew on the northern bank.';

/** Goes to this stop by keys, from any other stop. */
async function goTo(stop: 'handle' | 'half' | 'full'): Promise<void> {
  handle.element().focus();
  const ups = { handle: 0, half: 1, full: 2 }[stop];
  await userEvent.keyboard('{ArrowDown}{ArrowDown}' + '{ArrowUp}'.repeat(ups));
  await expect.element(sheet).toHaveAttribute('data-stop', stop);
  await expect.poll(() => sheet.element().getAnimations()).toEqual([]);
}

describe('the sheet on a phone', () => {
  test.each(['handle', 'half', 'full'] as const)(
    'has nothing that axe finds wrong at its stop “%s”, in light and dark',
    async (stop) => {
      await openBridge(keepSummaries({ text }).answers, phone);
      await expect.element(sheet).toHaveAttribute('data-stop', 'half');
      await expect.element(parts.shown).toBeVisible();
      await goTo(stop);
      expect(await findViolations()).toEqual([]);
      expect(await findFaint(['dark'], {})).toEqual([]);
    },
  );

  test('has Summary, Abort, Copy and Clear in sight at half and full', async () => {
    const desk = keepSummaries();
    const run = desk.addRun();
    await openBridge(desk.answers, phone);
    await parts.summaryButton.click();
    run.write('word '.repeat(200));
    await expect.element(parts.growing).toBeVisible();
    const copyButton = sheet.getByRole('button', { name: 'Copy', exact: true });
    for (const stop of ['half', 'full'] as const) {
      await goTo(stop);
      const frame = boxOf(sheet);
      for (const button of [parts.summaryButton, parts.abortButton, copyButton, parts.clearButton]) {
        const box = boxOf(button.first());
        expect(box.height).toBeGreaterThan(0);
        expect(box.top).toBeGreaterThanOrEqual(frame.top);
        expect(box.bottom).toBeLessThanOrEqual(frame.bottom);
      }
    }
    await parts.abortButton.click();
    await expect.element(page.getByText('Nothing was saved', { exact: false })).toBeVisible();
  });

  test('jumps where motion is reduced', async () => {
    await openBridge(keepSummaries().answers, phone);
    const { transitionDuration } = getComputedStyle(sheet.element());
    expect(Number.parseFloat(transitionDuration)).toBeLessThan(0.001);
  });
});

function boxOf(locator: Locator): DOMRect {
  return locator.element().getBoundingClientRect();
}
