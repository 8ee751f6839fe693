import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { defaultSettings } from '#schema/settings.ts';
import type { ReplyFunction } from '#tests/fixtures/scripted-model/reply.ts';
import { soon } from './soon.ts';
import { gate, verdictsOn } from './use-check-bench.ts';
import { useSpacesBench } from './use-spaces-bench.ts';

/** The sentences of a summary. The messages name another captain, and rules can decide neither `free` nor `topic`. */
const told = {
  leaves: 'The ferry leaves at 9:40.',
  captain: 'The captain is Ida Lorenz.',
  free: 'The user asked question after question, and each time the assistant said when the ferry leaves and who the captain is, and nothing else was mentioned so far.',
  topic: 'Each question was about the ferry, and each answer said when it leaves.',
};
const said = 'The ferry leaves at 9:40. The captain is Ida Brandt.';
const correctCaptain = 'The captain is Ida Brandt.';
const summary = Object.values(told).join(' ');
const folded = `${told.topic} ${told.leaves} ${told.free}`;
const rules = '1 of 2 details found · 1 different · 1 quoted · 2 not checked';
const checked = '1 of 2 details found · 1 different · 1 quoted · 2 confirmed by scripted-1';
const corrected = '2 of 2 details found · 2 quoted · 2 confirmed by scripted-1';

const bench = useSpacesBench();

beforeEach(async () => {
  await bench.client().settings.patch({ check: defaultSettings.check });
});

const correction = { text: JSON.stringify({ sentences: [{ number: 1, text: correctCaptain }] }) };
const agree: ReplyFunction = (request) =>
  request.system.includes('You correct')
    ? correction
    : {
        chunks: verdictsOn(request, {
          [told.free]: { verdict: 'supported' },
          [told.topic]: { verdict: 'not-found', reason: 'Nobody said so.' },
        }),
      };

function answer(check: ReplyFunction, fold = summary): void {
  bench.answerBy({ reply: { text: said }, fold: { text: fold }, check });
}

/** Opens a thread whose first turn is summarized. */
async function openFolded(check: ReplyFunction) {
  answer(check);
  const opened = await bench.openThread({ turns: 7 });
  const checked = checkOf(opened.page);
  await expect.poll(() => checked.line.innerText(), soon).toBe(rules);
  return { ...opened, ...checked };
}

/** Page object for the check that the drawer of a thread shows. */
function checkOf(page: Page) {
  const shown = page.getByTestId('thread-summary');
  const sentence = (text: string) => shown.getByRole('link', { name: text });
  return {
    shown,
    sentence,
    line: page.locator('[data-part=grounding]'),
    details: page.getByRole('dialog', { name: 'Check against the messages' }),
    tip: page.getByTestId('sentence-tip'),
    note: page.getByTestId('repair-note'),
    failure: page.getByTestId('check-failure'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    stateOf: (text: string) => sentence(text).getAttribute('data-state'),
    openDetails: () => page.getByRole('button', { name: 'Check against the messages' }).click(),
    /** The words that are highlighted in the messages. */
    marked: (): Promise<string[]> => page.evaluate(`[...(CSS.highlights.get('passage') ?? [])].map(String)`),
  };
}

describe('the summary of a thread', () => {
  test('is checked sentence by sentence in both tabs, corrected, and brought back', async () => {
    const answers = gate();
    const { page, complaints, id, ...here } = await openFolded(async ({ system, prompt }) => {
      if (system.includes('You correct')) return correction;
      await answers.pass();
      return { text: prompt.includes(told.captain) ? 'No' : 'Yes' };
    });
    await bench.client().settings.patch({ check: { mode: 'all', answers: 'yes-no' } });
    const second = await bench.open(`/spaces/thread/${id}`);
    const there = checkOf(second.page);
    await expect.poll(() => there.line.innerText(), soon).toBe(rules);

    await here.openDetails();
    expect(await here.details.innerText()).toContain('Checked by rules');
    await here.button('Check with a model').click();
    for (const { line } of [here, there])
      await expect.poll(() => line.innerText(), soon).toContain('Checking 1 of 4…');
    for (let count = 0; count < 3; count += 1) answers.open();
    for (const { stateOf } of [here, there])
      await expect.poll(() => stateOf(told.free), soon).toBe('confirmed');
    expect(await here.stateOf(told.topic)).toBe('not-checked');
    await here.details.getByText('Checking 4 of 4…').waitFor();
    // The passage joins the question and its answer, which are two messages.
    await there.sentence(told.free).click();
    await expect.poll(there.marked, soon).toEqual(['Question 1', said]);

    answers.open();
    await here.button('Check again').waitFor();
    for (const { line } of [here, there]) await expect.poll(() => line.innerText(), soon).toBe(checked);
    await here.details.getByText(/Checked by rules and scripted-1 · .+ · \$0\.\d+/).waitFor();
    await page.keyboard.press('Escape');
    await here.sentence(told.captain).hover();
    await here.tip.getByText('Rules: different in the messages. scripted-1: not in the messages').waitFor();
    await page.mouse.move(5, 5);
    await here.tip.waitFor({ state: 'detached' });
    await here.sentence(told.free).hover();
    await here.tip.getByText('Checked by scripted-1').waitFor();
    await here.tip.getByText('Passage named by scripted-1').waitFor();
    await here.sentence(told.free).click();
    await expect.poll(here.marked, soon).toEqual(['Question 1', said]);

    await here.openDetails();
    await here.button('Fix 1 sentence').click();
    for (const { note } of [here, there])
      await expect
        .poll(() => note.innerText(), soon)
        .toBe('Corrected by scripted-1 · Show before · Bring back');
    // The corrected sentence is checked too.
    answers.open();
    for (const { line } of [here, there]) await expect.poll(() => line.innerText(), soon).toBe(corrected);
    expect(await here.shown.innerText()).toContain(correctCaptain);
    await page.keyboard.press('Escape');
    await page.getByTestId('summary-made').getByRole('button').hover();
    const costs = page.getByRole('tooltip').getByText(/^(?:Check|Correction) by scripted-1: .+, \$0\.\d+$/);
    await expect.poll(() => costs.count(), soon).toBe(2);

    await here.button('Show before').click();
    const changes = here.note.getByRole('region', { name: 'What the correction changed' });
    expect(await changes.locator('del').allInnerTexts()).toEqual(['Lorenz. ']);
    expect(await changes.locator('ins').allInnerTexts()).toEqual(['Brandt.']);
    await page.reload();
    await here.button('Bring back').click();
    for (const { line, note, shown } of [here, there]) {
      await note.waitFor({ state: 'detached' });
      await expect.poll(() => line.innerText(), soon).toBe(checked);
      expect(await shown.innerText()).toContain(told.captain);
    }
    expect([...complaints, ...second.complaints]).toEqual([]);
  });

  test('says why a check failed and tries again, and a fold leaves nothing of the text before', async () => {
    const refuse: ReplyFunction = () => ({ fault: { kind: 'status', status: 401, message: 'bad key' } });
    const { page, id, line, details, failure, note, shown, button, openDetails, stateOf } =
      await openFolded(refuse);
    await openDetails();
    await button('Check with a model').click();
    await details.getByText('Check failed: The provider rejected the API key.').waitFor();
    // Where there is little room, the line omits the sentences that raise no doubt.
    await expect.poll(() => line.innerText(), soon).toBe('1 different · 2 not checked · Check failed');
    answer(agree);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect
      .poll(() => line.innerText(), soon)
      .toBe(
        '1 of 2 details found · 1 different · 1 not in the source · 1 quoted · 1 confirmed by scripted-1',
      );
    await button('Fix 1 sentence').click();
    await note.waitFor();
    await page.keyboard.press('Escape');

    const held = gate();
    answer(async (request) => {
      await held.pass();
      return agree(request);
    }, folded);
    await openDetails();
    await button('Check again').click();
    await details.getByText('Checking 1 of 4…').waitFor();
    await bench.client().threads.rebuildSummary(id);
    await expect.poll(() => shown.innerText(), soon).toBe(folded);
    await expect.poll(() => line.innerText(), soon).toContain('1 of 1 detail found');
    await expect.poll(() => line.innerText(), soon).not.toContain('Checking');
    await expect.poll(() => note.count(), soon).toBe(0);
    const after = await line.innerText();
    held.open();
    const ended = async () => (await bench.client().runs.list({ taskType: 'check' })).items[0]?.status;
    await expect.poll(ended, soon).toBe('failed');
    await page.reload();
    await expect.poll(() => line.innerText(), soon).toBe(after);
    expect(await failure.count()).toBe(0);

    await bench.client().settings.patch({ check: { mode: 'all' } });
    answer(async (request) => {
      await held.pass();
      return agree(request);
    });
    await bench.client().threads.rebuildSummary(id);
    await expect.poll(() => line.innerText(), soon).toContain('Checking');
    expect(await shown.innerText()).toBe(summary);
    held.open();
    await expect.poll(() => stateOf(told.free), soon).toBe('confirmed');
  });
});
