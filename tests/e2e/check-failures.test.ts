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
  test('because the model answers in prose decides nothing', async () => {
    replyBy({ check: { text: 'All of these sentences look fine to me.' } });
    const { line, details, button, failure, openDetails, stateOf } = await openSummarized();
    await openDetails();
    await button('Check with a model').click();
    await details.getByText('Check failed').waitFor();
    expect(await failure.innerText()).toContain('Try again');
    await expect.poll(() => line.innerText(), soon).toContain(lines.rules);
    await expect.poll(() => stateOf(told.wait), soon).toBe('not-checked');
  });
});

test('a summary is checked automatically if the settings say so', async () => {
  replyBy(good);
  await client().settings.patch({ check: { mode: 'all' } });
  const { line, details, openDetails } = await openSummarized();
  await expect
    .poll(() => line.innerText(), soon)
    .toBe('1 of 2 details found · 1 different · 1 quoted · 2 confirmed by qwen3-8b');
  await openDetails();
  await details.getByText('Checked by rules and qwen3-8b').waitFor();
});
