import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { checkPage, claimOf, gate, lines, told, useCheckBench } from './use-check-bench.ts';

const { client, model, replyBy, openSummarized } = useCheckBench();

describe('a check with a model', () => {
  test('survives a reload in the middle, and is seen in another tab', async () => {
    const answers = gate();
    replyBy({
      async claim(request) {
        await answers.pass();
        return { text: claimOf(request) === told.cost ? 'No' : 'Yes' };
      },
    });
    await client().settings.patch({ check: { answers: 'yes-no' } });
    const { page, button, line, stateOf, openDetails } = await openSummarized();
    await openDetails();
    await button('Check with a model').click();
    for (let count = 0; count < 3; count += 1) answers.open();
    await expect.poll(() => stateOf(told.wait), soon).toBe('confirmed');
    await page.reload();
    await expect.poll(() => line.innerText(), soon).toContain('Checking 4 of 4…');
    await expect.poll(() => stateOf(told.wait), soon).toBe('confirmed');
    expect(await stateOf(told.worry)).toBe('not-checked');

    const other = await page.context().newPage();
    await other.goto(page.url());
    const there = checkPage(other);
    await expect.poll(() => there.line.innerText(), soon).toContain('Checking 4 of 4…');
    answers.open();
    for (const { line: shown } of [there, { line }])
      await expect
        .poll(() => shown.innerText(), soon)
        .toBe('3 of 4 details found · 1 different · 1 quoted · 2 confirmed by qwen3-8b');
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
});
