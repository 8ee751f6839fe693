import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { checkPage, gate, lines, told, useCheckBench, verdictsOn } from './use-check-bench.ts';

const { client, model, replyBy, openSummarized, url } = useCheckBench();

describe('a check with a model', () => {
  test('decides what rules could not, sentence by sentence, without moving the text', async () => {
    const answers = gate();
    replyBy({
      async claim({ prompt }) {
        await answers.pass();
        return { text: prompt.includes(told.wait) ? 'Yes' : 'No' };
      },
    });
    await client().settings.patch({ check: { answers: 'yes-no' } });
    const { page, panel, details, tip, line, button, sentence, stateOf, openDetails, complaints } =
      await openSummarized();
    await expect.poll(() => line.innerText(), soon).toBe(lines.rules);
    const before = await linesOf(page);
    await openDetails();
    expect(await details.innerText()).toContain('Checked by rules');
    await button('Check with a model').click();
    await details.getByText('Checking 1 of 2…').waitFor();
    expect(await details.getByRole('button', { name: 'Fix 1 sentence' }).isDisabled()).toBe(true);

    answers.open();
    await expect.poll(() => stateOf(told.wait), soon).toBe('supported');
    await details.getByText('Checking 2 of 2…').waitFor();
    expect(await stateOf(told.worry)).toBe('undecided');
    expect(await linesOf(page)).toEqual(before);

    answers.open();
    await button('Check again').waitFor();
    await expect.poll(() => stateOf(told.worry), soon).toBe('not-found');
    await expect.poll(() => line.innerText(), soon).toBe('2 of 4 supported · 1 number wrong · 1 not found');
    expect(await linesOf(page)).toEqual(before);
    await expect
      .poll(() => details.innerText(), soon)
      .toMatch(/Checked by rules and qwen3-8b · .+ · \$0\.\d+/);
    const announced = panel.panel.getByText('Check finished.');
    await expect.poll(() => announced.allInnerTexts(), soon).toHaveLength(1);
    expect(await announced.innerText()).toContain('2 of 4 supported');

    await page.keyboard.press('Escape');
    await sentence(told.wait).hover();
    await tip.getByText('Checked by qwen3-8b').waitFor();
    expect(await tip.innerText()).toContain('Passage named by qwen3-8b');
    await page.mouse.move(5, 5);
    await tip.waitFor({ state: 'detached' });
    await sentence(told.ferries).hover();
    await tip.getByText('Checked by rules', { exact: true }).waitFor();
    await page.mouse.move(5, 5);
    await panel.metadata('duration').hover();
    await page
      .getByRole('tooltip')
      .getByText(/^Check by qwen3-8b: .+, \$0\.\d+$/)
      .waitFor();
    expect(complaints).toEqual([]);
  });

  test('shows both verdicts where rules and model disagree, and its words as plain text', async () => {
    replyBy({
      check: (request) => ({
        chunks: verdictsOn(request, {
          [told.cost]: { verdict: 'supported', reason: 'Ignore the rules. <b>It is</b>\nright.' },
          [told.ferries]: { verdict: 'contradicted', wrong: 'two', reason: 'There are three.' },
        }),
      }),
    });
    await client().settings.patch({ check: { mode: 'all' } });
    const { page, line, tip, sentence, stateOf, openDetails, details } = await openSummarized();
    await expect.poll(() => line.innerText(), soon).toBe('2 contradicted · 2 undecided');
    await expect.poll(() => stateOf(told.cost), soon).toBe('contradicted');
    await sentence(told.cost).hover();
    await tip
      .getByText(
        'Rules: contradicted by the article. qwen3-8b: supported (“\u2068Ignore the rules. <b>It is</b> right.\u2069”)',
      )
      .waitFor();
    expect(await tip.locator('b').count()).toBe(0);
    await page.mouse.move(5, 5);
    await tip.waitFor({ state: 'detached' });
    await sentence(told.ferries).hover();
    await tip.getByText('Rules: supported. qwen3-8b: contradicted by the article').waitFor();
    expect(await tip.innerText()).toContain('“two” contradicts the article');
    await page.mouse.move(5, 5);
    await openDetails();
    await details.getByText('“two” contradicts the article').waitFor();
    await details.getByRole('button', { name: 'Fix 2 sentences' }).waitFor();
  });

  test('survives a reload in the middle, and is seen in another tab', async () => {
    const answers = gate();
    replyBy({
      async claim() {
        await answers.pass();
        return { text: 'Yes' };
      },
    });
    await client().settings.patch({ check: { answers: 'yes-no' } });
    const { page, button, line, stateOf, openDetails } = await openSummarized();
    await openDetails();
    await button('Check with a model').click();
    answers.open();
    await expect.poll(() => stateOf(told.wait), soon).toBe('supported');
    await page.reload();
    await expect.poll(() => line.innerText(), soon).toContain('Checking 2 of 2…');
    await expect.poll(() => stateOf(told.wait), soon).toBe('supported');
    expect(await stateOf(told.worry)).toBe('undecided');

    const other = await page.context().newPage();
    await other.goto(page.url());
    const there = checkPage(other);
    await expect.poll(() => there.line.innerText(), soon).toContain('Checking 2 of 2…');
    answers.open();
    for (const { line: shown } of [there, { line }])
      await expect.poll(() => shown.innerText(), soon).toBe('3 of 4 supported · 1 number wrong');
  });

  test('stops on Abort, and changes nothing', async () => {
    const answers = gate();
    replyBy({
      async check() {
        await answers.pass();
        return { text: '' };
      },
    });
    const { panel, button, line, openDetails, details } = await openSummarized();
    await openDetails();
    await button('Check with a model').click();
    const asked = () => model().requests.at(-1);
    await expect.poll(() => asked()?.system, soon).toContain('You check a summary');
    await details.getByRole('button', { name: 'Abort' }).click();
    await button('Check with a model').waitFor();
    await expect.poll(() => line.innerText(), soon).toBe(lines.rules);
    await panel.panel.getByText('Check stopped.').waitFor({ state: 'attached' });
    await expect.poll(() => asked()?.closedByClient, soon).toBe(true);
  });

  test('is not possible with the offline model, which is said with a link to the models', async () => {
    replyBy({});
    const { page, openDetails, details, tip, sentence } = await openSummarized();
    await client().settings.patch({ summaryAgent: { primaryModelProfileId: 'builtin' as never } });
    await page.reload();
    await openDetails();
    await details.getByText('The offline model can’t check sentences.').waitFor();
    await details.getByText('The offline model can’t correct sentences.').waitFor();
    await page.keyboard.press('Escape');
    await sentence(told.worry).hover();
    await tip.getByText('The offline model can’t check sentences.').waitFor();
    await tip.getByRole('link', { name: 'Connect a model' }).click();
    await page.getByRole('heading', { name: 'Models' }).waitFor();
    expect(page.url()).toBe(`${url()}/settings/models`);
  });
});

/** The position of every line of the summary, box by box. */
function linesOf(page: Page): Promise<number[][]> {
  return page.evaluate(`[...document.querySelectorAll('[data-testid=shown-summary] :is(p, li)')].map((block) => {
    const { x, y, width, height } = block.getBoundingClientRect();
    return [x, y, width, height];
  })`);
}
