import { describe, expect, test } from 'vitest';
import { defaultSettings } from '#schema/settings.ts';
import { soon } from './soon.ts';
import {
  checkPage,
  claimOf,
  correctCost,
  gate,
  lines,
  replyByTask,
  told,
  verdictsOn,
} from './use-check-bench.ts';
import { useRecoveryBench } from './use-recovery-bench.ts';

const allYes = '3 of 4 details found · 1 different · 1 quoted · 2 confirmed by scripted-1';

describe.each(['sqlite', 'postgres'] as const)('a check with a model (%s)', (dialect) => {
  const bench = useRecoveryBench(dialect);

  /** Opens an entry with its summary, and the page object of its check. */
  async function openSummarized() {
    const opened = await bench.openEntry();
    const check = checkPage(opened.page);
    await opened.panel.summaryButton.click();
    await opened.panel.shown.waitFor();
    return { ...opened, ...check };
  }

  /** Starts a check of four sentences. Three are decided, and the model is still asked about the last one. */
  async function openHalfChecked() {
    const answers = gate();
    bench.model().always(
      replyByTask({
        async claim(request) {
          await answers.pass();
          return { text: claimOf(request) === told.cost ? 'No' : 'Yes' };
        },
      }),
    );
    await bench.client().settings.patch({ check: { ...defaultSettings.check, answers: 'yes-no' } });
    const opened = await openSummarized();
    expect(await opened.line.innerText()).toBe(lines.rules);
    await opened.openDetails();
    await opened.button('Check with a model').click();
    for (let count = 0; count < 3; count += 1) answers.open();
    await expect.poll(() => opened.stateOf(told.wait), soon).toBe('confirmed');
    await opened.details.getByText('Checking 4 of 4…').waitFor();
    return { ...opened, answers };
  }

  test('starts over after kill -9 of the server, and ends with all verdicts', async () => {
    const { line, away, back, answers } = await openHalfChecked();
    await bench.restart('SIGKILL', { away, back });
    // One answer goes to the request that died, and four go to the new attempt.
    for (let count = 0; count < 5; count += 1) answers.open();
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

  test('goes the whole way: rules, model, correction with kill -9 in between, and back', async () => {
    const [checks, repairs] = [gate(), gate()];
    const supported = { verdict: 'supported' } as const;
    bench.model().always(
      replyByTask({
        async check(request) {
          await checks.pass();
          const sentences = [told.ferries, told.wait, told.worry, correctCost];
          const opinions = Object.fromEntries(sentences.map((text) => [text, supported]));
          return { chunks: verdictsOn(request, { ...opinions, [told.cost]: { verdict: 'not-found' } }) };
        },
        async repair() {
          await repairs.pass();
          return { text: JSON.stringify({ sentences: [{ number: 1, text: correctCost }] }) };
        },
      }),
    );
    await bench.client().settings.patch({ check: { ...defaultSettings.check, mode: 'all' } });
    const { page, panel, away, back, line, tip, note, sentence, stateOf, button, openDetails } =
      await openSummarized();
    const states = () => Promise.all(Object.values(told).map(stateOf));
    expect(await states()).toEqual(['quoted', 'not-checked', 'different', 'not-checked']);
    checks.open();
    await expect.poll(() => line.innerText(), soon).toBe(allYes);
    expect(await states()).toEqual(['quoted', 'confirmed', 'different', 'confirmed']);
    await sentence(told.cost).hover();
    await tip.getByText('Rules: different in the article. scripted-1: not in the article').waitFor();
    await page.mouse.move(5, 5);
    await tip.waitFor({ state: 'detached' });

    await openDetails();
    await button('Fix 1 sentence').click();
    await expect.poll(() => bench.model().requests.at(-1)?.system, soon).toContain('You correct sentences');
    await bench.restart('SIGKILL', { away, back });
    // One answer goes to the request that died and one to the new attempt. Then the model checks the corrected
    // sentence.
    for (let count = 0; count < 2; count += 1) repairs.open();
    checks.open();
    await note.waitFor(soon);
    await expect
      .poll(() => line.innerText(), soon)
      .toBe('4 of 4 details found · 2 quoted · 2 confirmed by scripted-1');
    await page.keyboard.press('Escape');
    await button('Show before').click();
    expect(await note.locator('del').allInnerTexts()).toEqual(['987 ']);
    expect(await note.locator('ins').allInnerTexts()).toEqual(['118 ']);
    await button('Bring back').click();
    await note.waitFor({ state: 'detached' });
    await expect.poll(() => line.innerText(), soon).toBe(allYes);
    for (const text of Object.values(told)) expect(await panel.shown.innerText()).toContain(text);
  });
});
