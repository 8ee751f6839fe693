import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import { agentIdSchema } from '#schema/models/agent.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { describeEachPlace } from '../each-store.ts';
import {
  type ConversationsBench,
  makeTurn,
  openConversationsBench,
  replayTurns,
  tripId,
} from './open-conversations-bench.ts';

describeEachPlace('a turn of a conversation', (current) => {
  let bench: ConversationsBench;
  beforeEach(async () => {
    bench = await openConversationsBench(current().place);
  });
  afterEach(() => bench.close());

  test('creates its conversation and answers the new state; five of them come to what the library says', async () => {
    await expect(bench.client.conversations.get(tripId)).rejects.toMatchObject({ code: 'not_found' });
    const first = await bench.client.conversations.addTurn(tripId, makeTurn(1));
    expect(first).toMatchObject({ conversationId: 'trip', turn: 1, issues: [] });
    expect(first.runIds).toHaveLength(1);
    expect(first.state.summarize_output).toMatchObject({
      entities_created: [{ id: 'p1', type: 'plan', label: 'Plan of day 1' }],
      errors: [],
    });
    for (let n = 2; n <= 5; n++) await bench.client.conversations.addTurn(tripId, makeTurn(n));

    const view = await bench.client.conversations.get(tripId, { limit: 2 });
    expect(view).toMatchObject({
      turns: 5,
      lastUserMessage: 'Plan day 5 of the trip, please.',
      pending: null,
      activeRuns: [],
      turnPage: { hasMore: true },
    });
    expect(view.turnPage.items.map(({ number }) => number)).toEqual([4, 5]);
    const turns = await bench.allTurns(tripId);
    expect(turns.map(({ user }) => user)).toEqual([1, 2, 3, 4, 5].map((n) => makeTurn(n).user_message));
    expect(turns[0]).toMatchObject({ number: 1, runIds: first.runIds, ledger: first.state.summarize_output });
    expect(turns[0]?.assistantSummary).toContain('saved the plan for day 1');
    const expected = await replayTurns(
      [1, 2, 3, 4, 5].map(makeTurn),
      turns.map(({ createdAt }) => createdAt),
    );
    expect(view.state).toEqual(expected);
    expect(view.state.conversation.recent_turns).toHaveLength(3);
    expect(view.state.conversation.history_summary).not.toBe('');
    expect(view.state.entity_context.active).toHaveLength(5);
  });

  test('asks the model of the settings by runs that name the conversation', async () => {
    await bench.useModel();
    for (let n = 1; n <= 4; n++) await bench.client.conversations.addTurn(tripId, makeTurn(n));
    const { items } = await bench.client.runs.list({ sourceKind: 'conversation', sourceId: 'trip' });
    expect(items.map(({ taskType }) => taskType).toSorted()).toEqual([
      'history-narrative',
      ...Array.from({ length: 4 }, () => 'turn-summary'),
    ]);
    for (const run of items)
      expect(run).toMatchObject({
        status: 'succeeded',
        agentId: 'historian',
        templateId: run.taskType,
        templateVersion: 'v1',
        model: 'scripted-model',
        source: { kind: 'conversation', id: 'trip', title: 'trip' },
      });
    const { state } = await bench.client.conversations.get(tripId);
    expect(state.conversation.history_summary).toBe('The assistant listed the ferries.');
    expect(bench.model.requests.at(-1)?.prompt).toContain('Plan day 1 of the trip');
  });

  test('asks the summarizer of the agent that it names; an unknown one is refused', async () => {
    const agentId = agentIdSchema.parse('talker');
    await bench.client.agents.put(agentId, {
      name: 'Talker',
      llm: { model: 'default' },
      summarizer: { model: 'summary-model', apiBase: bench.model.baseUrl('openai'), apiKey: 'key' },
      memory: { policy: 'adaptive', hotPathTokenBudget: null, hotPathMarginPct: 0, recentMessageFloor: 2 },
    });
    const { runIds } = await bench.client.conversations.addTurn(tripId, {
      ...makeTurn(1),
      agent_id: agentId,
    });
    const { run } = await bench.client.runs.get(runIds[0] as never);
    expect(run).toMatchObject({ agentId: 'talker', model: 'summary-model', status: 'succeeded' });
    const unknown = { ...makeTurn(2), agent_id: agentIdSchema.parse('nobody') };
    await expect(bench.client.conversations.addTurn(tripId, unknown)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await bench.allTurns(tripId)).toHaveLength(1);
  });

  test('is taken in although the model fails: no summary, the ledger built, the turns kept, an issue for each', async () => {
    await bench.useModel();
    bench.model.always({ fault: { kind: 'status', status: 401 } });
    for (let n = 1; n <= 4; n++) {
      const { issues, runIds } = await bench.client.conversations.addTurn(tripId, makeTurn(n));
      expect(issues[0]).toMatchObject({ task: 'turn-summary', code: 'model_unauthorized', runId: runIds[0] });
    }
    const { state, turnPage } = await bench.client.conversations.get(tripId);
    expect(state.conversation.history_summary).toBe('');
    expect(state.conversation.recent_turns).toHaveLength(4);
    expect(turnPage.items.map(({ assistantSummary }) => assistantSummary)).toEqual([null, null, null, null]);
    expect(turnPage.items.at(-1)?.ledger.entities_created).toMatchObject([{ id: 'p4' }]);
    expect(turnPage.items.at(-1)?.issues.map(({ task }) => task)).toEqual([
      'turn-summary',
      'history-narrative',
    ]);
    const issues = await bench.client.issues.list();
    expect(issues.total).toBe(5);
    expect(issues.items.every(({ kind }) => kind === 'run-failed')).toBe(true);

    // Nothing was lost, and the next answer includes everything that waited.
    bench.model.always({ text: 'The assistant listed the ferries.' });
    const { state: mended } = await bench.client.conversations.addTurn(tripId, makeTurn(5));
    expect(mended.conversation.recent_turns).toHaveLength(3);
    expect(bench.model.requests.at(-1)?.prompt).toMatch(/Plan day 1 of[^]*Plan day 2 of/);
    const failed = issues.items[0]?.runId;
    await expect(bench.client.runs.retry(failed as never)).rejects.toMatchObject({ code: 'conflict' });
  }, 60_000);

  test('whose answers are refused twice keeps a sentence made without the model, and says so', async () => {
    await bench.useModel();
    bench.model.always({ text: 'The assistant deleted the archive of Captain Nemo.' });
    const { issues, state, runIds } = await bench.client.conversations.addTurn(tripId, makeTurn(1));
    expect(runIds).toHaveLength(2);
    expect(issues).toMatchObject([{ task: 'turn-summary', code: 'summary_refused', runId: runIds[1] }]);
    expect(state.conversation.recent_turns[0]?.assistant_summary).toContain('saved the plan for day 1');
    expect(bench.model.requests[1]?.prompt).toContain('was refused for this reason');
    const { items } = await bench.client.issues.list();
    expect(items).toMatchObject([
      { kind: 'answer-refused', runId: runIds[1], details: { conversationId: 'trip', turn: 1 } },
    ]);
  });

  test('whose model repeats its instructions, or answers with an error, changes nothing', async () => {
    await bench.useModel();
    for (const [answer, code] of [
      [({ system }: { system: string }) => system, 'summary_refused'],
      [() => 'Error: 429', 'summary_refused'],
    ] as const) {
      bench.model.always((request) => ({ text: answer(request) }));
      const { issues, state } = await bench.client.conversations.addTurn(tripId, makeTurn(1));
      expect(issues).toMatchObject([{ task: 'turn-summary', code }]);
      expect(state.conversation.recent_turns.at(-1)).not.toHaveProperty('assistant_summary');
    }
  });

  test('is saved without asking anybody when the spending cap is reached', async () => {
    await bench.useModel();
    await bench.client.models.put({
      ...scriptedProfile('scripted', bench.model.baseUrl('openai')),
      prices: { inputPerMillionUsd: 1000, cachedInputPerMillionUsd: 1000, outputPerMillionUsd: 1000 },
    });
    await bench.client.settings.patch({ spending: { dailyCapUsd: 0.0001 } });
    await bench.client.conversations.addTurn(tripId, makeTurn(1));
    const { turn, runIds, issues } = await bench.client.conversations.addTurn(tripId, makeTurn(2));
    expect({ turn, runIds }).toEqual({ turn: 2, runIds: [] });
    expect(issues).toMatchObject([{ code: 'spending_capped', runId: null }]);
    expect((await bench.client.issues.list()).total).toBe(0);
  });

  test('keeps what is pending, and takes the context of a host that curates it', async () => {
    const asking = await bench.client.conversations.addTurn(tripId, {
      user_message: 'Book something.',
      final_response: 'Which day shall I book?',
      think_output: { decision: 'clarify', goal: 'book', clarification_questions: ['Which day?'] },
      turn_entities: [{ id: 'b1', type: 'booking', label: 'A booking' }],
    });
    expect(asking.state.conversation.pending_clarification).toMatchObject({ type: 'clarify' });
    expect((await bench.client.conversations.list()).items[0]).toMatchObject({
      id: 'trip',
      pending: 'clarify',
    });
    const curated = await bench.client.conversations.addTurn(tripId, {
      user_message: 'The third.',
      final_response: 'Done.',
      think_output: { decision: 'plan_direct' },
      entity_context: { active: [], background: [{ id: 'b1', type: 'booking', label: 'A booking' }] },
      session_constraints: { permanent_constraints: ['No flights.'] },
    });
    expect(curated.state.entity_context).toMatchObject({ active: [], background: [{ id: 'b1' }] });
    const next = await bench.client.conversations.addTurn(tripId, {
      user_message: 'Thanks.',
      final_response: 'You are welcome.',
      // Only the store knows these values, so the request cannot set them.
      conversation: { recent_turns: [], history_summary: 'Lies.' },
      current_turn: 77,
    });
    expect(next.turn).toBe(3);
    expect(next.state.conversation.history_summary).toBe('');
    expect(next.state.entity_context.background).toMatchObject([{ id: 'b1' }]);
    expect(next.state.session_constraints.permanent_constraints).toEqual(['No flights.']);
    expect((await bench.client.conversations.list()).items[0]).toMatchObject({ pending: null });
  });

  test('of a wrong type is refused with the name of the field, and leaves nothing', async () => {
    const wrong = [
      [{ final_response: 'Hello.' }, 'user_message'],
      [{ ...makeTurn(1), final_response: 7 }, 'final_response'],
      [{ ...makeTurn(1), step_metadata: [{ step_type: 'dance' }] }, 'step_metadata.0.step_type'],
      [{ ...makeTurn(1), turn_entities: [{ label: 'without id' }] }, 'turn_entities.0.id'],
      [{ ...makeTurn(1), entity_context: { active: 'none' } }, 'entity_context.active'],
      [{ ...makeTurn(1), idempotency_key: '' }, 'idempotency_key'],
    ] as const;
    for (const [body, field] of wrong) {
      const response = await bench.send('/api/conversations/trip/turns', { body });
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(((await response.json()) as { detail: string }).detail).toContain(field);
    }
    expect((await bench.client.conversations.list()).items).toEqual([]);
    for (const id of ['%20x', 'a%0Ab', 'x'.repeat(201)]) {
      const response = await bench.send(`/api/conversations/${id}/turns`, { body: makeTurn(1) });
      expect(response.status).toBe(400);
    }
  });

  test.each(['a/b', '50%', '%2F', 'a?b#c&d=e', '旅行 1', "Robert'); DROP TABLE runs;--", 'é'.repeat(200)])(
    'reaches a conversation by the name %j',
    async (name) => {
      const id = conversationIdSchema.parse(name);
      await bench.client.conversations.addTurn(id, makeTurn(1));
      expect((await bench.client.conversations.get(id)).id).toBe(name);
      expect((await bench.client.conversations.list()).items.map((head) => head.id)).toEqual([name]);
      await bench.client.conversations.remove(id);
      await expect(bench.client.conversations.get(id)).rejects.toMatchObject({ code: 'not_found' });
    },
  );

  test('of a conversation that is deleted meanwhile is not saved, and leaves no word behind', async () => {
    await bench.useModel();
    await bench.client.conversations.addTurn(tripId, makeTurn(1));
    bench.model.always({ text: 'Late.', firstTokenDelayMs: 20_000 });
    const late = bench.client.conversations.addTurn(tripId, makeTurn(2));
    late.catch(() => {});
    await expect.poll(() => bench.model.requests.length).toBe(2);
    const { activeRuns } = await bench.client.conversations.get(tripId);
    expect(activeRuns).toMatchObject([{ taskType: 'turn-summary' }]);
    await bench.client.conversations.remove(tripId);
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
    await expect(bench.client.conversations.remove(tripId)).rejects.toMatchObject({ code: 'not_found' });
    for (const run of (await bench.client.runs.list()).items) {
      expect(run.source.title).toBeNull();
      expect(await bench.app.core.store.runs.getInput(run.id)).toBeNull();
    }
    expect((await bench.client.conversations.list()).items).toEqual([]);
  });
});

describe('many conversations', () => {
  describeEachPlace('the list', (current) => {
    test('has the newest first, page by page', async () => {
      const bench = await openConversationsBench(current().place);
      try {
        for (const n of [1, 2, 3, 4, 5]) {
          await bench.client.conversations.addTurn(conversationIdSchema.parse(`c${n}`), {
            user_message: 'Hello.',
            final_response: 'Hello.',
          });
        }
        await bench.client.conversations.addTurn(conversationIdSchema.parse('c2'), makeTurn(2));
        const first = await bench.client.conversations.list({ limit: 3 });
        const cursor = first.nextCursor ?? '';
        const second = await bench.client.conversations.list({ limit: 3, cursor });
        expect(second.nextCursor).toBeNull();
        expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(['c2', 'c5', 'c4', 'c3', 'c1']);
        expect(first.items[0]).toMatchObject({ turns: 2 });
      } finally {
        await bench.close();
      }
    });
  });
});
