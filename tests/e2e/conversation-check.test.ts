import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { checkedPart } from './checked-part.ts';
import { conversationsPage } from './conversations-page.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { gate, replyByTask, verdictsOn } from './use-check-bench.ts';
import { useScriptedModel } from './use-model.ts';

let precis: RunningPrecis;
let model: ScriptedModel;
let browser: TestBrowser;

beforeAll(async () => {
  [precis, model, browser] = await Promise.all([startPrecis(), startScriptedModel(), openBrowser()]);
  await useScriptedModel(precis.client, model.baseUrl('openai'), { model: 'qwen3-8b' });
});
afterEach(async () => {
  await browser.closePages();
  await precis.client.conversations.remove(id);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), model?.close()]);
});

const id = conversationIdSchema.parse('ferry');
const said = 'The ferry leaves at 9:40. The ferry costs 12 euros.';
const told = {
  cost: 'The ferry costs 15 euros.',
  free: 'The user asked when the ferry leaves, and the assistant said it.',
};
const correctCost = 'The ferry costs 12 euros.';
/** These are more turns than one page holds, so the first turn is not loaded at once. */
const turns = 24;

/** Adds the turns. The first reply is too long to be shown in full. */
async function talk(): Promise<void> {
  const filler = 'It is a calm crossing with a view of the harbour. '.repeat(12);
  for (let n = 1; n <= turns; n += 1) {
    await precis.client.conversations.addTurn(id, {
      user_message: n === 1 ? 'When does the ferry leave?' : `Is day ${n} fine too?`,
      final_response: n === 1 ? `${filler}${said} ${filler}` : `Day ${n} is fine too.`,
    });
  }
}

async function open() {
  const opened = await browser.open({ viewport: { width: 1400, height: 800 } });
  const { page } = opened;
  await page.goto(`${precis.url}/conversations/${id}`);
  return { ...opened, ...conversationsPage(page, precis.url), ...storyOf(page) };
}

function storyOf(page: Page) {
  return checkedPart(page, page.getByRole('region', { name: 'Story so far' }), 'conversation');
}

test('the story of a conversation is checked, fixed and brought back, and leads to its turns', async () => {
  const answers = gate();
  const narrate = replyByTask({
    summary: ({ system }) => ({
      text: system.includes('historian') ? `${told.cost} ${told.free}` : 'Said when the ferry leaves.',
    }),
    async check(request) {
      await answers.pass();
      return { chunks: verdictsOn(request, { [told.free]: { verdict: 'supported' } }) };
    },
    repair: { text: JSON.stringify({ sentences: [{ number: 1, text: correctCost }] }) },
  });
  model.always(narrate);
  await talk();
  const first = await open();
  const second = await open();
  for (const tab of [first, second])
    await expect
      .poll(() => tab.line.innerText(), soon)
      .toBe('0 of 1 detail found · 1 different · 1 not checked');

  await first.openDetails();
  await first.button('Check with a model').click();
  for (const tab of [first, second])
    await expect.poll(() => tab.line.innerText(), soon).toContain('Checking');
  answers.open();
  await first.button('Check again').waitFor();
  for (const tab of [first, second]) {
    await expect.poll(() => tab.stateOf(told.free), soon).toBe('confirmed');
    await expect
      .poll(() => tab.line.innerText(), soon)
      .toBe('0 of 1 detail found · 1 different · 1 confirmed by qwen3-8b');
  }
  await first.details.getByText(/Checked by rules and qwen3-8b · .+ · \$0\.\d+/).waitFor();
  await first.page.keyboard.press('Escape');

  // The first turn is not loaded, and its reply is too long to be shown in full.
  expect(await second.turn(1).count()).toBe(0);
  await second.sentence(told.cost).click();
  await expect.poll(() => second.turn(1).getByText(said).isVisible(), soon).toBe(true);
  const marked = () =>
    second.page.evaluate(
      '[...(CSS.highlights.get("passage") ?? [])].map((range) => range.toString()).join()',
    );
  await expect.poll(marked, soon).toContain('costs 12 euros');

  await second.page.mouse.move(5, 5);
  await second.sentence(told.cost).hover();
  await second.tip.getByRole('button', { name: 'Fix 1 sentence' }).click();
  // The corrected sentence is checked too.
  answers.open();
  for (const tab of [first, second]) {
    await tab.note.waitFor();
    await expect
      .poll(() => tab.line.innerText(), soon)
      .toBe('1 of 1 detail found · 1 quoted · 1 confirmed by qwen3-8b');
    await expect.poll(() => tab.narrative.innerText(), soon).toBe(`${correctCost} ${told.free}`);
    await expect
      .poll(() => tab.note.innerText(), soon)
      .toBe('Corrected by qwen3-8b · Show before · Bring back');
  }

  await first.page.reload();
  await first.button('Show before').click();
  await expect.poll(() => first.note.locator('del').allInnerTexts(), soon).toEqual(['15 ']);
  await expect.poll(() => first.note.locator('ins').allInnerTexts(), soon).toEqual(['12 ']);
  await first.button('Bring back').click();
  for (const tab of [first, second]) {
    await tab.note.waitFor({ state: 'detached' });
    await expect
      .poll(() => tab.line.innerText(), soon)
      .toBe('0 of 1 detail found · 1 different · 1 confirmed by qwen3-8b');
    await expect.poll(() => tab.narrative.innerText(), soon).toBe(`${told.cost} ${told.free}`);
  }
  expect([...first.complaints, ...second.complaints]).toEqual([]);
});
