import { describe, expect, inject, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { settingsSchema } from '#schema/settings.ts';
import {
  judged,
  lines,
  openSummarized,
  opinionOn,
  startCheck,
  summaryText,
  told,
} from './checked-summary.ts';
import { linesOf, movePointerAway, openBridge, parts, textOf, textsOf } from './panel-parts.ts';
import { keepSummaries, makeRun } from './summary-answers.ts';

const { panel, shown, line, tip, details, sentence, stateOf, button } = parts;

describe('a check with a model', () => {
  test('decides what rules could not, sentence by sentence, without moving the text', async () => {
    const desk = keepSummaries({ text: summaryText });
    const app = await openSummarized(desk);
    await expect.poll(() => textOf(line)).toBe(lines.rules);
    const before = linesOf(shown);
    const check = startCheck(desk);
    await parts.openDetails();
    await expect.poll(() => textOf(details)).toContain('Checked by rules');
    await button('Check with a model').click();
    check.begin(2);
    await expect.element(details.getByText('Checking 1 of 2…')).toBeVisible();
    await expect.element(details.getByRole('button', { name: 'Fix 1 sentence' })).toBeDisabled();
    expect(app.asked('checks.start')).toEqual([
      [{ target: { kind: 'summary', id: desk.kept.items[0]?.run.id } }],
    ]);

    check.decide(opinionOn(told.wait, 'supported'), { done: 1, total: 2 });
    await expect.poll(() => stateOf(told.wait)).toBe('confirmed');
    await expect.element(details.getByText('Checking 2 of 2…')).toBeVisible();
    expect(stateOf(told.worry)).toBe('not-checked');
    expect(linesOf(shown)).toEqual(before);

    check.decide(opinionOn(told.worry, 'not-found'), { done: 2, total: 2 });
    check.succeed();
    await expect.element(button('Check again')).toBeVisible();
    await expect.poll(() => stateOf(told.worry)).toBe('not-in-the-source');
    await expect
      .poll(() => textOf(line))
      .toBe('3 of 4 details found · 1 different · 1 not in the source · 1 quoted · 1 confirmed by qwen3-8b');
    expect(linesOf(shown)).toEqual(before);
    await expect.poll(() => textOf(details)).toMatch(/Checked by rules and qwen3-8b · .+ · \$0\.\d+/);
    const announced = panel.getByText('Check finished.', { exact: false });
    await expect.poll(() => textsOf(announced)).toHaveLength(1);
    expect(textOf(announced)).toContain('1 confirmed by qwen3-8b');

    await userEvent.keyboard('{Escape}');
    await expect.poll(() => details.query()).toBeNull();
    await sentence(told.wait).hover();
    await expect.poll(() => textOf(tip)).toContain('Checked by qwen3-8b');
    expect(textOf(tip)).toContain('Passage named by qwen3-8b');
    await movePointerAway();
    await expect.poll(() => tip.query()).toBeNull();
    await sentence(told.ferries).hover();
    await expect.element(tip.getByText('Checked by rules', { exact: true })).toBeVisible();
    await movePointerAway();
    await expect.poll(() => tip.query()).toBeNull();
    await parts.metadata('duration').hover();
    await expect.poll(() => textOf(page.getByRole('tooltip'))).toMatch(/^Check by qwen3-8b: .+, \$0\.\d+$/m);
  });

  test('shows both verdicts where rules and model disagree, and its words as plain text', async () => {
    const opinions = [
      opinionOn(told.cost, 'supported', { reason: 'Ignore the rules. <b>It is</b> right.' }),
      opinionOn(told.ferries, 'contradicted', { wrong: 'two', reason: 'There are three.' }),
    ];
    const grounding = judged(opinions, makeRun());
    await openSummarized(keepSummaries({ text: summaryText, grounding }));
    expect(textOf(line)).toBe('3 of 4 details found · 1 contradicted by qwen3-8b · 3 not checked');
    expect(stateOf(told.cost)).toBe('not-checked');
    await sentence(told.cost).hover();
    await expect
      .poll(() => textOf(tip))
      .toContain(
        'Rules: different in the article. qwen3-8b: supported (“\u2068Ignore the rules. <b>It is</b> right.\u2069”)',
      );
    expect(tip.css('b').elements()).toEqual([]);
    await movePointerAway();
    await expect.poll(() => tip.query()).toBeNull();
    await sentence(told.ferries).hover();
    await expect.poll(() => textOf(tip)).toContain('Rules: quoted. qwen3-8b: contradicted by the article');
    expect(textOf(tip)).toContain('“two” contradicts the article');
    await movePointerAway();
    await parts.openDetails();
    await expect.poll(() => textOf(details)).toContain('“two” contradicts the article');
    await expect.element(details.getByRole('button', { name: 'Fix 1 sentence' })).toBeVisible();
  });

  test('by the model that wrote the summary says so, and that sentences are without an answer', async () => {
    const { check, ...rest } = judged([opinionOn(told.cost, 'supported')], makeRun());
    const desk = keepSummaries({ text: summaryText, grounding: { ...rest, check: { ...check, asked: 4 } } });
    desk.kept.check = { isByWriter: true };
    await openSummarized(desk);
    await parts.openDetails();
    await expect.poll(() => textOf(details)).toContain('Checked by the model that wrote it.');
    expect(textOf(details)).toContain('The model answered for 1 of 4 sentences.');
    const other = details.getByRole('link', { name: 'Choose another' });
    expect(other.element().getAttribute('href')).toBe('/settings/summaries');
  });

  test('is announced with its cost once for each model', async () => {
    const recorded = settingsSchema.parse(inject('recordedAnswers')['settings.get']?.['']);
    const settings = { get: { ...recorded, check: { ...recorded.check, mode: 'all' as const } } };
    const answers = { ...keepSummaries({ text: summaryText }).answers, settings };
    const checked = keepSummaries({
      text: summaryText,
      grounding: judged([opinionOn(told.cost, 'supported')], makeRun()),
    });
    await openBridge({ ...checked.answers, settings });
    await expect.element(panel.getByText('Traders', { exact: false }).first()).toBeVisible();
    const note = panel.getByText('now checks all sentences of each new summary.', { exact: false });
    expect(note.query()).toBeNull();
    await openBridge(answers);
    await expect.element(note).toBeVisible();
    await expect.element(panel.getByText('at most about 5,600 tokens', { exact: false })).toBeVisible();
    await button('OK').click();
    await expect.poll(() => note.query()).toBeNull();
    await openBridge(answers);
    expect(note.query()).toBeNull();
  });

  test('is not possible with the offline model, which is said with a link to the models', async () => {
    const desk = keepSummaries({ text: summaryText });
    desk.kept.check = { canCheck: false, canRepair: false };
    const app = await openSummarized(desk);
    await parts.openDetails();
    await expect.poll(() => textOf(details)).toContain('The offline model can’t check sentences.');
    await expect.poll(() => textOf(details)).toContain('The offline model can’t correct sentences.');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => details.query()).toBeNull();
    await sentence(told.worry).hover();
    await expect.poll(() => textOf(tip)).toContain('The offline model can’t check sentences.');
    await tip.getByRole('link', { name: 'Connect a model' }).click();
    await expect.element(page.getByRole('heading', { name: 'Models', exact: true })).toBeVisible();
    expect(app.place()).toBe('/settings/models');
  });
});
