import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import { correctCost, lines, openSummarized, startRepair, summaryText, told } from './checked-summary.ts';
import { parts, textOf } from './panel-parts.ts';
import { keepSummaries, makeRun } from './summary-answers.ts';

const { shown, line, note, details, failure, tip, sentence, button } = parts;

describe('the correction of a sentence', () => {
  test('starts from the popover of the sentence', async () => {
    const desk = keepSummaries({ text: summaryText });
    const app = await openSummarized(desk);
    const corrected = startRepair(desk);
    await sentence(told.cost).hover();
    await tip.getByRole('button', { name: 'Fix 1 sentence' }).click();
    corrected.succeed();
    await expect.element(note).toBeVisible();
    await expect.poll(() => textOf(line)).toBe(lines.corrected);
    expect(textOf(shown)).toContain(correctCost);
    expect(app.asked('checks.repair')).toEqual([[{ target: { kind: 'summary', id: corrected.summaryId } }]]);
  });

  test('scrolls nothing but the pane of the summary on a narrow screen', async () => {
    const desk = keepSummaries({ text: summaryText });
    await openSummarized(desk, { width: 390, height: 844 });
    const corrected = startRepair(desk);
    await parts.openDetails();
    await button('Fix 1 sentence').click();
    corrected.succeed();
    await expect.element(note).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => details.query()).toBeNull();
    await button('Show before').click();
    await expect.element(note.getByRole('region', { name: 'What the correction changed' })).toBeVisible();
    const over: number[] = [];
    for (let box: Element | null = parts.panel.element(); box !== null; box = box.parentElement)
      over.push(box.scrollHeight - box.clientHeight);
    expect(over.filter((pixels) => pixels > 0)).toEqual([]);
  });

  test('that is no better is refused with a reason, and the text stays', async () => {
    const desk = keepSummaries({ text: summaryText });
    await openSummarized(desk);
    const refused = startRepair(desk);
    const before = textOf(shown);
    await parts.openDetails();
    await button('Fix 1 sentence').click();
    refused.fail(
      'summary_refused',
      'Scripted corrected no sentence in a way that agrees with the source. The summary is unchanged.',
    );
    await expect.element(details.getByText(/^Correction failed: .*The summary is unchanged\./)).toBeVisible();
    await expect.poll(() => textOf(line)).toBe(`${lines.rules} · Correction failed`);
    expect(textOf(shown)).toBe(before);
    expect(note.query()).toBeNull();
    const corrected = startRepair(desk);
    await failure.getByRole('button', { name: 'Try again' }).click();
    corrected.succeed();
    await expect.poll(() => textOf(line)).toBe(lines.corrected);
  });

  test('that can no longer be undone says so', async () => {
    const desk = keepSummaries({ text: summaryText.replace(told.cost, correctCost) });
    const { id: runId, createdAt: at } = makeRun();
    desk.kept.check = {
      before: { runId, text: summaryText, provider: 'openai-compatible', model: 'qwen3-8b', at },
    };
    const app = await openSummarized(desk);
    const undo = new AppError('conflict', 'The summary has changed since this correction.');
    app.script({ checks: { undo } });
    await button('Bring back').click();
    await expect.element(note.getByText('Couldn’t bring back the text', { exact: false })).toBeVisible();
    expect(textOf(shown)).toContain(correctCost);
    expect(app.asked('checks.undo')).toEqual([[runId]]);
    expect(page.getByRole('alert').query()).toBeNull();
  });
});
