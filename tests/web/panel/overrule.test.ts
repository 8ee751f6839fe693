import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import type { SaveVerdictRequest } from '#schema/runs/check-wire.ts';
import { applySaid } from '#schema/runs/opinions.ts';
import { openSummarized, summaryText, told } from './checked-summary.ts';
import { parts, textOf } from './panel-parts.ts';
import { ground, keepSummaries } from './summary-answers.ts';

const { line, tip, sentence, details, stateOf } = parts;

/** Stores the verdicts of the user as a server does. */
function keepVerdicts() {
  const desk = keepSummaries({ text: summaryText });
  const saved: SaveVerdictRequest[] = [];
  const saveVerdict = (request: SaveVerdictRequest) => {
    saved.push(request);
    const { start, end } = request.sentence;
    const verdicts =
      request.verdict === null ? [] : [{ start, end, person: { verdict: request.verdict, at: 1 } }];
    const grounding = applySaid(ground(summaryText), { opinions: [], verdicts, check: null });
    desk.kept.items = desk.kept.items.map((item) => ({ ...item, summary: { ...item.summary, grounding } }));
  };
  return { desk, saved, saveVerdict };
}

describe('the verdict of the user', () => {
  test('takes the place of a doubt, is shown as theirs, and can be undone', async () => {
    const { desk, saved, saveVerdict } = keepVerdicts();
    const app = await openSummarized(desk);
    app.script({ checks: { saveVerdict } });
    expect(stateOf(told.cost)).toBe('different');
    await sentence(told.cost).hover();
    await tip.getByRole('button', { name: 'This is right' }).click();
    await expect.poll(() => textOf(tip)).toContain('You say it is right');
    expect(textOf(tip)).toContain('Checked by rules: different in the article');
    expect(stateOf(told.cost)).toBe('confirmed');
    await expect.poll(() => textOf(line)).toContain('1 marked right by you');
    expect(textOf(line)).not.toContain('different');
    const start = summaryText.indexOf(told.cost);
    expect(saved.at(-1)?.sentence.text).toContain(told.cost);
    expect(saved.at(-1)?.sentence.end).toBe(start + told.cost.length);

    await tip.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stateOf(told.cost)).toBe('different');
    expect(saved.at(-1)?.verdict).toBeNull();
    await expect.element(tip.getByRole('button', { name: 'This is wrong' })).toBeVisible();
  });

  test('calls a sentence wrong that rules found, and is listed apart', async () => {
    const { desk, saveVerdict } = keepVerdicts();
    const app = await openSummarized(desk);
    app.script({ checks: { saveVerdict } });
    await sentence(told.ferries).hover();
    await tip.getByRole('button', { name: 'This is wrong' }).click();
    await expect.poll(() => stateOf(told.ferries)).toBe('wrong');
    await expect.poll(() => textOf(tip)).toContain('You say it is wrong');
    await userEvent.keyboard('{Escape}');
    await parts.openDetails();
    await expect.element(details.getByText('1 sentence you say is wrong')).toBeVisible();
  });

  test('that was not saved says so, and can be tried again', async () => {
    const { desk, saveVerdict } = keepVerdicts();
    const app = await openSummarized(desk);
    app.script({
      checks: { saveVerdict: new AppError('conflict', 'The summary does not have this sentence.') },
    });
    await sentence(told.cost).hover();
    await tip.getByRole('button', { name: 'This is right' }).click();
    await expect.element(tip.getByText('Couldn’t save your verdict', { exact: false })).toBeVisible();
    expect(stateOf(told.cost)).toBe('different');
    app.script({ checks: { saveVerdict } });
    await tip.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => stateOf(told.cost)).toBe('confirmed');
  });
});
