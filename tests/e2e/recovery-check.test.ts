import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { checkPage, gate, lines, replyByTask, told } from './use-check-bench.ts';
import { useRecoveryBench } from './use-recovery-bench.ts';

const bench = useRecoveryBench();
const allYes = '3 of 4 supported · 1 contradicted';

/** A check of two sentences, of which the first is decided and the second is asked. */
async function openHalfChecked() {
  const answers = gate();
  bench.model().always(
    replyByTask({
      async claim() {
        await answers.pass();
        return { text: 'Yes' };
      },
    }),
  );
  await bench.client().settings.patch({ check: { answers: 'yes-no' } });
  const opened = await bench.openEntry();
  const check = checkPage(opened.page);
  await opened.panel.summaryButton.click();
  await opened.panel.shown.waitFor();
  expect(await check.line.innerText()).toBe(lines.rules);
  await check.openDetails();
  await check.button('Check with a model').click();
  answers.open();
  await expect.poll(() => check.stateOf(told.wait), soon).toBe('supported');
  await check.details.getByText('Checking 2 of 2…').waitFor();
  return { ...opened, ...check, answers };
}

describe('a check with a model', () => {
  test('starts over after kill -9 of the server, and ends with all verdicts', async () => {
    const { line, back, answers } = await openHalfChecked();
    await bench.restart('SIGKILL');
    await back.waitFor(soon);
    // One for the request that died, two for the new attempt.
    for (let count = 0; count < 3; count += 1) answers.open();
    await expect.poll(() => line.innerText(), soon).toBe(allYes);
  });

  test('that ends while the connection is lost shows its verdicts once it is back', async () => {
    const { page, line, back, answers } = await openHalfChecked();
    await bench.goOffline(page);
    answers.open();
    await expect
      .poll(async () => (await bench.client().runs.list({ limit: 1 })).items[0]?.status, soon)
      .toBe('succeeded');
    await bench.goOnline(page);
    await back.waitFor(soon);
    await expect.poll(() => line.innerText(), soon).toBe(allYes);
  });
});
