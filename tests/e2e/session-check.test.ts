import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultSettings } from '#schema/settings.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { checkedPart } from './checked-part.ts';
import { soon } from './soon.ts';
import { claimOf, gate, replyByTask } from './use-check-bench.ts';
import { useScriptedModel } from './use-model.ts';
import { login, useSessionsBench } from './use-sessions-bench.ts';

const bench = useSessionsBench();
let model: ScriptedModel;

beforeAll(async () => {
  model = await startScriptedModel();
});
afterAll(() => model.close());
beforeEach(async () => {
  await bench.client().settings.patch({ check: defaultSettings.check });
  await useScriptedModel(bench.client(), model.baseUrl('openai'), { model: 'qwen3-8b' });
});

const wrong = 'The login token expires after 99 minutes.';
const right = 'The login token expires after 60 minutes.';
const away = 'Folk get thrown off the login page.';
const deploy = 'Ship the patch to everyone.';
const fields = {
  request: 'Find out when the login token expires.',
  investigated: '',
  learned: `${wrong} ${away}`,
  completed: '',
  next_steps: deploy,
  notes: null,
};

/** Records a session whose summary has a wrong number and two sentences that rules cannot decide. */
async function tellSummarized(): Promise<number> {
  const prompt = 'Find out when the login token expires. The login token expires after 60 minutes.';
  const { sessionDbId } = await bench.tell().prompt({ ...login, prompt });
  await bench.client().sessions.summarize(login.contentSessionId);
  const summaries = async () => (await bench.client().sessions.summaries({})).items.length;
  await expect.poll(summaries, soon).toBe(1);
  return sessionDbId;
}

const cardOf = (page: Page) =>
  checkedPart(page, page.getByRole('group', { name: 'Session summary' }), 'session');

test('a session’s summary is checked, fixed and brought back in its fields, in every tab', async () => {
  const answers = gate();
  const reply = replyByTask({
    summary: { text: JSON.stringify(fields) },
    async claim(request) {
      await answers.pass();
      return { text: [away, fields.request, right].includes(claimOf(request)) ? 'Yes' : 'No' };
    },
    repair: { text: JSON.stringify({ sentences: [{ number: 1, text: right }] }) },
  });
  model.always(reply);
  await bench.client().settings.patch({ check: { answers: 'yes-no' } });
  const id = await tellSummarized();
  const { page, complaints } = await bench.open('/sessions');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/checks') asked.push(request.method());
  });
  await page.reload();
  const first = cardOf(page);
  await expect
    .poll(() => first.line.innerText(), soon)
    .toBe('0 of 1 detail found · 1 different · 1 quoted · 2 not checked');
  const other = await bench.open(`/sessions/${id}`);
  const second = cardOf(other.page);
  await second.line.waitFor();
  expect(asked).toEqual([]);

  await first.openDetails();
  await first.button('Check with a model').click();
  await first.details.getByText('Checking 1 of 4…').waitFor();
  await expect.poll(() => second.line.innerText(), soon).toContain('Checking 1 of 4…');
  for (let count = 0; count < 3; count += 1) answers.open();
  for (const tab of [first, second]) {
    await expect.poll(() => tab.stateOf(away), soon).toBe('confirmed');
    await expect.poll(() => tab.line.innerText(), soon).toContain('Checking 4 of 4…');
    expect(await tab.arrived.allInnerTexts()).toEqual([fields.request, wrong, away]);
    expect(await tab.stateOf(deploy)).toBe('not-checked');
  }
  answers.open();
  await first.button('Check again').waitFor();
  for (const tab of [first, second]) {
    await expect.poll(() => tab.stateOf(deploy), soon).toBe('not-in-the-source');
    await expect
      .poll(() => tab.line.innerText(), soon)
      .toBe('0 of 1 detail found · 1 different · 1 not in the source · 1 quoted · 1 confirmed by qwen3-8b');
  }
  await first.details.getByText(/Checked by rules and qwen3-8b · .+ · \$0\.\d+/).waitFor();
  await page.keyboard.press('Escape');

  await second.sentence(away).hover();
  await second.tip.getByText('Checked by qwen3-8b').waitFor();
  expect(await second.tip.innerText()).toContain('Passage named by qwen3-8b');
  await other.page.mouse.move(5, 5);
  await second.tip.waitFor({ state: 'detached' });
  await second.sentence(wrong).hover();
  await second.tip.getByRole('button', { name: 'Fix 1 sentence' }).click();
  // The corrected sentence is checked too.
  answers.open();
  for (const tab of [first, second]) {
    await tab.note.waitFor();
    await expect.poll(() => tab.part.innerText(), soon).toContain(`${right} ${away}`);
    await expect
      .poll(() => tab.line.innerText(), soon)
      .toBe('1 of 1 detail found · 1 not in the source · 2 quoted · 1 confirmed by qwen3-8b');
    expect(await tab.note.innerText()).toBe('Corrected by qwen3-8b · Show before · Bring back');
  }

  asked.length = 0;
  await page.reload();
  await first.button('Show before').click();
  const changes = first.note.getByRole('region', { name: 'What the correction changed' });
  expect(await changes.locator('del').allInnerTexts()).toEqual(['99 ']);
  expect(await changes.locator('ins').allInnerTexts()).toEqual(['60 ']);
  await first.button('Bring back').click();
  for (const tab of [first, second]) {
    await tab.note.waitFor({ state: 'detached' });
    await expect.poll(() => tab.part.innerText(), soon).toContain(wrong);
    await expect
      .poll(() => tab.line.innerText(), soon)
      .toBe('0 of 1 detail found · 1 different · 1 not in the source · 1 quoted · 1 confirmed by qwen3-8b');
  }
  expect(asked).toEqual([]);
  expect([...complaints, ...other.complaints]).toEqual([]);
});
