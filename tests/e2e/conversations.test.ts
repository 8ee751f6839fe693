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
import { conversationsPage } from './conversations-page.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { useOfflineModel, useScriptedModel } from './use-model.ts';

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

async function open(path?: string, options: { width?: number } = {}) {
  const opened = await browser.open({
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: options.width ?? 1400, height: 800 },
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
  test('shows its story, its turns with their changes, and its agent’s entities', async () => {
    const id = await fill('trips/2026 50%', 5);
    const { page, conversations, complaints } = await open();
    await conversations.row(id).click();
    await expect.poll(() => conversations.turns.count(), soon).toBe(5);
    expect(new URL(page.url()).pathname).toBe(`/conversations/${encodeURIComponent(id)}`);
    const { state } = await precis.client.conversations.get(id);
    await expect
      .poll(() => conversations.narrative.innerText(), soon)
      .toBe(state.conversation.history_summary);
    await conversations.boundary('Summarized in the story').waitFor();
    await conversations.boundary('Word for word: 3 turns').waitFor();
    await expect.poll(() => conversations.dimmed.count(), soon).toBe(2);

    const last = conversations.turn(5);
    expect(await last.getByTestId('reply-summary').innerText()).toContain('I saved the plan for day 5.');
    const ledger = last.getByRole('button', { name: 'Ledger, created 1, saved 1, 1 error' });
    await ledger.focus();
    await page.keyboard.press('Enter');
    expect(await last.getByTestId('ledger').innerText()).toMatch(
      /Plan of day 5[^]*The map could not be drawn/,
    );
    await last.getByRole('button', { name: 'Full reply' }).click();
    await expect.poll(() => last.innerText(), soon).toContain('The ferry of day 5 leaves early');

    const active = conversations.context.getByRole('region', { name: 'Active entities (5)' });
    expect(await active.innerText()).toMatch(/Plan of day 1[^]*turn 1[^]*Plan of day 5[^]*turn 5/);
    expect(await conversations.pending.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

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

  test('shows which turn no model helped with, and links to the run', async () => {
    await useScriptedModel(precis.client, model.baseUrl('openai'));
    model.always({ fault: { kind: 'status', status: 401 } });
    await fill('trip', 1);
    const { page, conversations } = await open('/conversations/trip');
    await conversations.turn(1).getByText('The model did not summarize this reply.').waitFor();
    await conversations.turn(1).getByRole('link', { name: 'Open run' }).click();
    const detail = page.getByRole('complementary', { name: 'Run' });
    await detail.getByText('Reply summary').or(detail.getByText('turn-summary')).first().waitFor();
    expect(await detail.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await detail.getByRole('link', { name: 'Open conversation' }).click();
    await conversations.turn(1).waitFor();
  });

  test('has its earlier turns one click away, and is deleted after confirmation', async () => {
    await fill('trip', 23);
    const { page, conversations } = await open('/conversations/trip');
    await expect.poll(() => conversations.turns.count(), soon).toBe(20);
    await expect
      .poll(async () => ((await conversations.turn(23).boundingBox())?.y ?? 9999) < 800, soon)
      .toBe(true);
    await conversations.earlier.click();
    await expect.poll(() => conversations.turns.count(), soon).toBe(23);
    expect(await conversations.earlier.count()).toBe(0);
    await conversations.choose('Delete conversation…');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'Memory for your agents' }).waitFor();
    await conversations.open('/conversations/trip');
    await page.getByText('Conversation not found.').waitFor();
  }, 90_000);

  test('shows its context over the turns if there is little room', async () => {
    const id = await fill('trip', 2);
    const { page, conversations } = await open('/conversations', { width: 390 });
    await conversations.row(id).click();
    await expect.poll(() => conversations.turns.count(), soon).toBe(2);
    expect(await conversations.context.count()).toBe(0);
    await page.getByRole('button', { name: 'Show context' }).click();
    await page.getByRole('dialog', { name: 'Context' }).getByText('Plan of day 2').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back' }).click();
    await conversations.row(id).waitFor();
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
  });
});
