import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import { lines, openSummarized, opinionOn, startCheck, summaryText, told } from './checked-summary.ts';
import { parts, textOf } from './panel-parts.ts';
import { keepSummaries } from './summary-answers.ts';

const { line, tip, details, failure, sentence, stateOf, button } = parts;
const both = '3 of 4 details found · 1 different · 1 quoted · 2 confirmed by qwen3-8b';

describe('a check that fails', () => {
  test('says why, in the line, the details and the tip, and tries again', async () => {
    const desk = keepSummaries({ text: summaryText });
    await openSummarized(desk);
    const refused = startCheck(desk);
    await parts.openDetails();
    await button('Check with a model').click();
    refused.fail('model_unauthorized', 'bad key');
    await expect.poll(() => textOf(details)).toContain('Check failed: The provider rejected the API key.');
    await expect.poll(() => textOf(line)).toBe(`${lines.rules} · Check failed`);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => details.query()).toBeNull();

    await sentence(told.worry).hover();
    await expect.poll(() => textOf(tip)).toContain('Check failed: The provider rejected the API key.');
    await expect
      .element(failure.getByRole('link', { name: 'Details' }))
      .toHaveAttribute('href', expect.stringMatching(/\/runs\?/));
    const check = startCheck(desk);
    await tip.getByRole('button', { name: 'Try again' }).click();
    succeed(check);
    await expect.poll(() => textOf(line)).toBe(both);
    await expect.poll(() => failure.query()).toBeNull();
  });

  test('earlier is said again when the article is opened', async () => {
    const desk = keepSummaries({ text: summaryText });
    startCheck(desk).fail('model_unauthorized', 'bad key');
    await openSummarized(desk);
    await expect.poll(() => textOf(line)).toBe(`${lines.rules} · Check failed`);
  });

  test('halfway takes back what had arrived', async () => {
    const desk = keepSummaries({ text: summaryText });
    await openSummarized(desk);
    const cut = startCheck(desk);
    await parts.openDetails();
    await button('Check with a model').click();
    cut.begin(2);
    cut.decide(opinionOn(told.wait, 'contradicted', { reason: 'No.' }), { done: 1, total: 2 });
    await expect.poll(() => stateOf(told.wait)).toBe('wrong');
    cut.fail('model_unavailable', 'The answer was cut off.');
    await expect.poll(() => textOf(details)).toContain('Check failed');
    await expect.poll(() => stateOf(told.wait)).toBe('not-checked');
    await expect.poll(() => textOf(line)).toBe(`${lines.rules} · Check failed`);
  });

  test('to start is told at once, and the popover of the sentence stays', async () => {
    const desk = keepSummaries({ text: summaryText });
    const { start } = desk.answers.checks;
    const app = await openSummarized(desk);
    app.script({ checks: { start: new AppError('model_not_configured', 'No model is configured.') } });
    await sentence(told.worry).hover();
    await tip.getByRole('button', { name: 'Check with a model' }).click();
    await expect.element(tip.getByRole('button', { name: 'Try again' })).toBeVisible();
    app.script({ checks: { start } });
    const check = startCheck(desk);
    await tip.getByRole('button', { name: 'Try again' }).click();
    succeed(check);
    await expect.poll(() => textOf(line)).toBe(both);
  });
});

function succeed(check: ReturnType<typeof startCheck>): void {
  check.begin(2);
  check.decide(opinionOn(told.wait, 'supported'), { done: 1, total: 2 });
  check.decide(opinionOn(told.worry, 'supported'), { done: 2, total: 2 });
  check.succeed();
}
