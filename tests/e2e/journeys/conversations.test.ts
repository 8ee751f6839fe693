import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type ConversationId,
  conversationIdSchema,
  type TurnRequestInput,
} from '#schema/conversations/conversations-wire.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { conversationsPage } from '../conversations-page.ts';
import { openBrowser, type TestBrowser } from '../open-browser.ts';
import { soon } from '../soon.ts';
import { type RunningPrecis, startPrecis } from '../start-precis.ts';
import { useOfflineModel, useScriptedModel } from '../use-model.ts';

let precis: RunningPrecis;
let model: ScriptedModel;
let browser: TestBrowser;

beforeAll(async () => {
  [precis, model, browser] = await Promise.all([startPrecis(), startScriptedModel(), openBrowser()]);
});
afterEach(async () => {
  await browser.closePages();
  const { items } = await precis.client.conversations.list();
  for (const { id } of items) await precis.client.conversations.remove(id);
  await useOfflineModel(precis.client);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), model?.close()]);
});

async function open(path?: string) {
  const opened = await browser.open({
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 1400, height: 800 },
  });
  const conversations = conversationsPage(opened.page, precis.url);
  await conversations.open(path);
  return { ...opened, conversations };
}

function makeTurn(n: number, changes: Partial<TurnRequestInput> = {}): TurnRequestInput {
  return {
    user_message: `Plan day ${n}.`,
    final_response: `I saved the plan for day ${n}. ${`The ferry of day ${n} leaves early and takes an hour. `.repeat(10)}`,
    think_output: { decision: 'plan_direct' },
    step_results: [
      { tool: 'db_create', type: 'plan', result: [{ id: `p${n}`, name: `Plan of day ${n}` }] },
      { error: { code: 'E_MAP', message: 'The map could not be drawn.' } },
    ],
    ...changes,
  };
}

async function fill(name: string, turns: number): Promise<ConversationId> {
  const id = conversationIdSchema.parse(name);
  for (let n = 1; n <= turns; n++) await precis.client.conversations.addTurn(id, makeTurn(n));
  return id;
}

describe('the first conversation', () => {
  test('is created by the command on the empty screen, and appears automatically', async () => {
    const { page, complaints, conversations } = await open();
    await page.getByRole('heading', { name: 'Memory for your agents' }).waitFor();
    await page.getByRole('button', { name: 'Copy code' }).click();
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await expect.poll(copied, soon).toContain(`${precis.url}/api/conversations/`);
    const command = await copied();
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    expect(JSON.parse(stdout)).toMatchObject({ conversationId: 'first', turn: 1 });
    await conversations.row('first').click();
    await expect.poll(() => conversations.turns.count(), soon).toBe(1);
    await expect.poll(() => conversations.pane.innerText(), soon).toContain('Plan a weekend in Lisbon.');
    expect(complaints).toEqual([]);
  });
});

describe('a conversation', () => {
  test('grows while open, and shows what is in progress and what the agent waits for', async () => {
    const id = await fill('trip', 1);
    await useScriptedModel(precis.client, model.baseUrl('openai'));
    const { conversations } = await open('/conversations/trip');
    await expect.poll(() => conversations.turns.count(), soon).toBe(1);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    model.always(async () => {
      await held;
      return { text: 'The assistant saved the plan for day 2.' };
    });
    const think_output = {
      decision: 'clarify',
      goal: 'book the hotel',
      clarification_questions: ['Which hotel?'],
    };
    const adding = precis.client.conversations.addTurn(id, makeTurn(2, { think_output }));
    await conversations.doing.waitFor();
    goOn();
    await adding;
    await expect.poll(() => conversations.turns.count(), soon).toBe(2);
    await expect
      .poll(() => conversations.pending.innerText(), soon)
      .toMatch(/Which hotel\?[^]*book the hotel/);
    await expect.poll(() => conversations.doing.count(), soon).toBe(0);
    await expect.poll(() => conversations.row(id).innerText(), soon).toContain('Waiting for the user');
  });
});
