import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { lines, told, useCheckBench, verdictsOn } from './use-check-bench.ts';

const { client, replyBy, openSummarized } = useCheckBench();

const good = {
  check: (request: Parameters<typeof verdictsOn>[0]) => ({
    chunks: verdictsOn(request, {
      [told.wait]: { verdict: 'supported' as const },
      [told.worry]: { verdict: 'supported' as const },
    }),
  }),
};

describe('a check that fails', () => {
  test('says why, in the line, the details and the tip, and tries again', async () => {
    replyBy({ check: { fault: { kind: 'status', status: 401, message: 'bad key' } } });
    const { page, line, tip, failure, details, button, sentence, openDetails } = await openSummarized();
    await openDetails();
    await button('Check with a model').click();
    await details.getByText('Check failed: The provider rejected the API key.').waitFor();
    await expect.poll(() => line.innerText(), soon).toBe(`${lines.rules} · Check failed`);
    await page.keyboard.press('Escape');
    await page.reload();
    await expect.poll(() => line.innerText(), soon).toBe(`${lines.rules} · Check failed`);

    await sentence(told.worry).hover();
    await tip.getByText('Check failed: The provider rejected the API key.').waitFor();
    expect(await failure.getByRole('link', { name: 'Details' }).getAttribute('href')).toMatch(/\/runs\?/);
    replyBy(good);
    await tip.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => line.innerText(), soon).toBe('3 of 4 supported · 1 number wrong');
    await expect.poll(() => failure.count(), soon).toBe(0);
  });

  test('because the model answers in prose decides nothing', async () => {
    replyBy({ check: { text: 'All of these sentences look fine to me.' } });
    const { line, details, button, failure, openDetails, stateOf } = await openSummarized();
    await openDetails();
    await button('Check with a model').click();
    await details.getByText('Check failed').waitFor();
    expect(await failure.innerText()).toContain('Try again');
    await expect.poll(() => line.innerText(), soon).toContain(lines.rules);
    await expect.poll(() => stateOf(told.wait), soon).toBe('undecided');
  });

  test('halfway takes back what had arrived', async () => {
    replyBy({
      check: (request) => ({
        chunks: verdictsOn(request, {
          [told.wait]: { verdict: 'contradicted', reason: 'No.' },
          [told.worry]: { verdict: 'contradicted' },
        }),
        delayMs: 1500,
        fault: { kind: 'cut', afterChunks: 1 },
      }),
    });
    const { line, button, details, openDetails, stateOf } = await openSummarized();
    await openDetails();
    await button('Check with a model').click();
    await details.getByText('Check failed').waitFor();
    await expect.poll(() => stateOf(told.wait), soon).toBe('undecided');
    await expect.poll(() => line.innerText(), soon).toBe(`${lines.rules} · Check failed`);
  });

  test('to start is told at once, and the popover of the sentence stays', async () => {
    replyBy(good);
    const { page, tip, sentence, line } = await openSummarized();
    await page.route('**/api/checks', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionrefused') : route.continue(),
    );
    await sentence(told.worry).hover();
    await tip.getByRole('button', { name: 'Check with a model' }).click();
    await tip.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/api/checks');
    await tip.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => line.innerText(), soon).toBe('3 of 4 supported · 1 number wrong');
  });
});

test('a summary is checked automatically if the settings say so', async () => {
  replyBy(good);
  await client().settings.patch({ check: { mode: 'undecided' } });
  const { line, details, openDetails } = await openSummarized();
  await expect.poll(() => line.innerText(), soon).toBe('3 of 4 supported · 1 number wrong');
  await openDetails();
  await details.getByText('Checked by rules and qwen3-8b').waitFor();
});
