import { describe, expect, inject, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import {
  type ConversationView,
  conversationViewSchema,
  type KeptTurn,
} from '#schema/conversations/conversations-wire.ts';
import { runWithSummarySchema } from '#schema/runs/summary.ts';
import { openApp } from '../open-app.ts';
import type { Answers } from '../script-answers.ts';

const recorded = inject('recordedAnswers');
const { conversationId } = inject('world');
const view = conversationViewSchema.parse(recorded['conversations.get']?.[conversationId]);
const filler = 'The ferry leaves early and takes an hour. '.repeat(10);

const pane = page.getByRole('group', { name: 'Turns' });
const turns = pane.css('article[data-seq]');
const turn = (number: number) => pane.css(`article[data-seq="${number}"]`);
const context = page.getByRole('complementary', { name: 'Context' });

function makeTurn(number: number, more: Partial<KeptTurn> = {}): KeptTurn {
  const [kept] = view.turnPage.items;
  if (kept === undefined) throw new Error('no turn was recorded');
  return {
    ...kept,
    number,
    user: `Plan day ${number}.`,
    assistant: `I saved the plan for day ${number}. ${filler}`,
    assistantSummary: `I saved the plan for day ${number}.`,
    ledger: {
      ...kept.ledger,
      entities_created: [{ id: `p${number}`, type: 'plan', label: `Plan of day ${number}` }],
      artifacts_saved: { plan: 1 },
      errors: [{ code: 'E_MAP', message: 'The map could not be drawn.' }],
    },
    ...more,
  };
}

/** Makes a conversation with this id and this number of turns. Its last three turns are kept word for word. */
function talk(count: number, more: Partial<ConversationView> = {}, id: string = conversationId) {
  const all = Array.from({ length: count }, (_, index) => makeTurn(index + 1));
  const shown = conversationViewSchema.parse({
    ...view,
    id,
    turns: count,
    turnPage: { items: all.slice(-1), hasMore: count > 1 },
    state: {
      ...view.state,
      conversation: {
        ...view.state.conversation,
        history_summary: 'The user plans their days.',
        recent_turns: all
          .slice(-3)
          .map(({ user, assistant }) => ({ user, assistant, entities_mentioned: [] })),
      },
      entity_context: {
        active: all.map(({ number }) => ({
          id: `p${number}`,
          type: 'plan',
          label: `Plan of day ${number}`,
          last_referenced_turn: number,
        })),
        background: [],
        current_turn: count,
      },
      current_turn: count,
    },
    ...more,
  });
  const { id: name, lastUserMessage, turns: number, pending, createdAt, updatedAt } = shown;
  const head = { id: name, lastUserMessage, turns: number, pending, createdAt, updatedAt };
  return {
    list: { items: [head], nextCursor: null },
    get: shown,
    grounding: { text: 'The user plans their days.', messages: [], sentences: [] },
    turns: (_, { before } = {}) => {
      const known = all.filter((each) => before === undefined || each.number < before);
      return { items: known.slice(-20), hasMore: known.length > 20 };
    },
  } satisfies Answers['conversations'];
}

describe('a conversation', () => {
  test('shows its story, its turns with their changes, and its agent’s entities', async () => {
    const id = 'trips/2026 50%';
    const app = await openApp('/conversations', { conversations: talk(5, {}, id) });
    await page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: /^trips/ })
      .click();
    await expect.poll(() => turns.elements()).toHaveLength(5);
    expect(app.place()).toBe(`/conversations/${encodeURIComponent(id)}`);
    await expect.element(page.getByTestId('narrative')).toHaveTextContent('The user plans their days.');
    await expect.element(pane.getByRole('separator', { name: /^Summarized in the story/ })).toBeVisible();
    await expect.element(pane.getByRole('separator', { name: /^Word for word: 3 turns/ })).toBeVisible();
    expect(pane.css('article[data-dimmed]').elements()).toHaveLength(2);
    await expect.element(context.getByRole('region', { name: 'Active entities (5)' })).toBeVisible();
    await expect.element(context).toMatchTextContent(/Plan of day 1.*turn 1.*Plan of day 5.*turn 5/);
    expect(page.getByTestId('pending').query()).toBeNull();
  });

  test('opens the ledger and the full reply of a turn', async () => {
    await openApp('/conversations/trip', { conversations: talk(5) });
    const last = turn(5);
    await expect.element(last.getByTestId('reply-summary')).toMatchTextContent('I saved the plan for day 5.');
    const ledger = last.getByRole('button', { name: 'Ledger, created 1, saved 1, 1 error' });
    (ledger.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect
      .element(last.getByTestId('ledger'))
      .toMatchTextContent(/Plan of day 5.*The map could not be drawn/);
    await last.getByRole('button', { name: 'Full reply' }).click();
    await expect.element(last).toMatchTextContent('The ferry leaves early');
  });

  test('shows which turn no model helped with, and links to the run', async () => {
    const runs = Object.values(recorded['runs.get'] ?? {}).map((each) => runWithSummarySchema.parse(each));
    const failed = runs.find(({ run }) => run.status === 'failed');
    if (failed === undefined) throw new Error('no failed run was recorded');
    const source = { kind: 'conversation', id: 'trip', title: 'trip' } as const;
    const run = { ...failed.run, taskType: 'turn-summary', source } as const;
    const issue = {
      task: 'turn-summary',
      code: 'model_unauthorized',
      message: 'The key was rejected.',
      runId: run.id,
    } as const;
    const shown = makeTurn(1, { assistantSummary: null, runIds: [run.id], issues: [issue] });
    await openApp('/conversations/trip', {
      conversations: { ...talk(1), turns: { items: [shown], hasMore: false } },
      runs: { get: { ...failed, run }, list: { items: [run], nextCursor: null } },
    });
    await expect
      .element(turn(1).getByText('The model did not summarize this reply.', { exact: false }))
      .toBeVisible();
    await turn(1).getByRole('link', { name: 'Open run' }).click();
    const detail = page.getByRole('complementary', { name: 'Run', exact: true });
    await expect.element(detail).toMatchTextContent('Reply summary');
    expect(detail.getByRole('button', { name: 'Retry' }).query()).toBeNull();
    await detail.getByRole('link', { name: 'Open conversation' }).click();
    await expect.element(turn(1)).toBeVisible();
  });

  test('has its earlier turns one click away', async () => {
    await openApp('/conversations/trip', { conversations: talk(23) });
    await expect.poll(() => turns.elements()).toHaveLength(20);
    await expect.poll(() => turn(23).element().getBoundingClientRect().y).toBeLessThan(800);
    const earlier = pane.getByRole('button', { name: 'Show earlier turns' });
    await earlier.click();
    await expect.poll(() => turns.elements()).toHaveLength(23);
    expect(earlier.query()).toBeNull();
  });

  test('is deleted after confirmation', async () => {
    const gone: Answers['conversations'] = { list: { items: [], nextCursor: null } };
    const app = await openApp('/conversations/trip', {
      conversations: { ...talk(1), remove: () => app.script({ conversations: gone }) },
    });
    await page.getByRole('button', { name: 'More options for this conversation' }).click();
    await page.getByRole('menuitem', { name: 'Delete conversation…' }).click();
    expect(app.asked('conversations.remove')).toEqual([]);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(page.getByRole('heading', { name: 'Memory for your agents' })).toBeVisible();
    expect(app.asked('conversations.remove')).toEqual([['trip']]);
  });

  test('that no longer exists says so', async () => {
    const missing = new AppError('not_found', 'There is no such conversation.');
    await openApp('/conversations/gone', {
      conversations: { ...talk(1), get: missing, turns: missing, grounding: missing },
    });
    await expect.element(page.getByText('Conversation not found.')).toBeVisible();
  });

  test('shows its context over the turns if there is little room', async () => {
    await openApp('/conversations', { conversations: talk(2) }, { width: 390, height: 800 });
    const row = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /^trip/ });
    await row.click();
    await expect.poll(() => turns.elements()).toHaveLength(2);
    expect(context.query()).toBeNull();
    await page.getByRole('button', { name: 'Show context' }).click();
    const sheet = page.getByRole('dialog', { name: 'Context' });
    await expect.element(sheet.getByText('Plan of day 2')).toBeVisible();
    await expect.poll(() => sheet.query()?.contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.element(row).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
