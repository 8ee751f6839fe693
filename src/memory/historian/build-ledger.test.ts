import { describe, expect, test } from 'vitest';
import type { HistorianStateInput } from '#schema/conversations/conversation.ts';
import { openHistorian, plainTurn } from '#tests/fixtures/open-historian.ts';

describe('the ledger', () => {
  const steps: HistorianStateInput = {
    ...plainTurn,
    final_response: 'I created three items. Would you like to do anything else with these?',
    step_metadata: {
      0: { step_type: 'generate', subdomain: 'items', artifacts: [{}, {}, {}] },
      1: { step_type: 'write', subdomain: 'items' },
      2: { step_type: 'write', subdomain: 'items' },
    },
    step_results: {
      0: [],
      1: [
        [
          'db_create',
          'items',
          [
            { id: 'a', name: 'Apples', type: 'item' },
            { id: 'b', name: 'Bread', type: 'item' },
          ],
        ],
      ],
      2: [
        { tool: 'updateItem', type: 'item', result: { id: 'c', label: 'Cheese' } },
        ['db_delete', 'items', ['d']],
        { tool: 'db_create', error: { code: 'FK_VIOLATION', message: 'No such list' } },
      ],
    },
    entity_context: { active: [{ id: 'd', type: 'item', label: 'Dates' }] },
  };

  test('has every field filled from the steps', async () => {
    const { run, asked } = openHistorian();
    const { summarize_output } = await run(steps);
    expect(asked).toEqual([]);
    expect(summarize_output).toEqual({
      turn_summary:
        'Created 2 item (Apples, Bread); updated 1 item (Cheese); deleted 1 item (Dates); generated 3 items; saved 2 item; 1 error.',
      entities_created: [
        { id: 'a', type: 'item', label: 'Apples' },
        { id: 'b', type: 'item', label: 'Bread' },
      ],
      entities_updated: [{ id: 'c', type: 'item', label: 'Cheese' }],
      entities_deleted: [{ id: 'd', type: 'item', label: 'Dates' }],
      artifacts_generated: { items: 3 },
      artifacts_saved: { item: 2 },
      errors: [{ code: 'FK_VIOLATION', message: 'No such list', step_id: 2 }],
      next_step_suggestion: 'Would you like to do anything else with these?',
    });
  });

  test('has no suggestion when the reply ends without a question', async () => {
    const { summarize_output } = await openHistorian().run({
      ...plainTurn,
      final_response: 'Is it good? It is.',
    });
    expect(summarize_output).not.toHaveProperty('next_step_suggestion');
  });

  test('takes what the host names in turn_entities: new ones are created, known ones updated', async () => {
    const { summarize_output } = await openHistorian().run({
      ...plainTurn,
      entity_context: { background: [{ id: '7', type: 'recipe', label: 'Soup' }] },
      turn_entities: [
        { id: 7, type: 'recipe' },
        { id: 8, type: 'recipe', label: 'Salad' },
        { id: 9, type: 'recipe', label: 'Cake', action: 'deleted' },
      ],
    });
    expect(summarize_output).toMatchObject({
      entities_created: [{ id: '8', type: 'recipe', label: 'Salad' }],
      entities_updated: [{ id: '7', type: 'recipe', label: 'Soup' }],
      entities_deleted: [{ id: '9', type: 'recipe', label: 'Cake' }],
    });
  });

  test.each([
    ['a text', { error: 'It broke' }, { code: 'STEP_FAILED', message: 'It broke', step_id: 0 }],
    [
      'a status',
      { status: 'error', code: 'TIMEOUT', message: 'Too slow' },
      { code: 'TIMEOUT', message: 'Too slow', step_id: 0 },
    ],
    ['no success', { success: false }, { code: 'STEP_FAILED', message: 'The step failed.', step_id: 0 }],
  ])('reads an error told as %s', async (_, result, error) => {
    const { summarize_output } = await openHistorian().run({ ...plainTurn, step_results: [result] });
    expect(summarize_output.errors).toEqual([error]);
  });

  test('lists nothing for steps that only read', async () => {
    const { summarize_output } = await openHistorian().run({
      ...plainTurn,
      step_metadata: [{ step_type: 'read', subdomain: 'items' }],
      step_results: [[['db_read', 'items', [{ id: 'a', name: 'Apples' }]], { id: 'b' }]],
    });
    expect(summarize_output).toEqual({
      turn_summary: 'Answered; nothing was changed.',
      entities_created: [],
      entities_updated: [],
      entities_deleted: [],
      artifacts_generated: {},
      artifacts_saved: {},
      errors: [],
    });
  });
});

describe('the entity context', () => {
  test('gains what was created, with the turn’s number, and keeps all else as it is', async () => {
    const old = { id: '1', type: 'item', label: 'Old', last_referenced_turn: 1, mine: true };
    const resting = { id: '2', type: 'item', label: 'Resting', relevance_reason: 'asked before' };
    const state = await openHistorian().run({
      ...plainTurn,
      current_turn: 6,
      entity_context: { active: [old], background: [resting], current_turn: 6 },
      turn_entities: [
        { id: '2', type: 'item', label: 'Resting', action: 'created' },
        { id: '3', type: 'item', label: 'New' },
      ],
    });
    expect(state.entity_context).toEqual({
      active: [old, { id: '3', type: 'item', label: 'New', last_referenced_turn: 7 }],
      background: [resting],
      current_turn: 7,
    });
    expect(state.current_turn).toBe(7);
  });
});

describe('the pending clarification', () => {
  const think_output = {
    goal: 'dinner',
    proposal_message: 'Fish?',
    clarification_questions: ['For how many?'],
  };

  test.each([
    ['plan_direct', null],
    ['propose', { type: 'propose', goal: 'dinner', proposal_message: 'Fish?' }],
    ['clarify', { type: 'clarify', goal: 'dinner', questions: ['For how many?'] }],
    ['understand', { type: 'understand', questions: ['For how many?'] }],
  ])('after %s', async (decision, pending) => {
    const conversation = { pending_clarification: { type: 'clarify' as const } };
    const state = await openHistorian().run({
      ...plainTurn,
      conversation,
      think_output: { ...think_output, decision },
    });
    expect(state.conversation.pending_clarification).toEqual(pending);
  });

  test('is Understand’s where both have one', async () => {
    const state = await openHistorian().run({
      ...plainTurn,
      think_output: { ...think_output, decision: 'propose' },
      understand_output: { needs_clarification: true, clarification_questions: ['Which list?'] },
    });
    expect(state.conversation.pending_clarification).toEqual({
      type: 'understand',
      questions: ['Which list?'],
    });
  });

  const asked = { clarification_questions: ['Which list?'] };
  const own = { type: 'understand', questions: ['Which list?'] };
  test.each([
    ['nothing else', { understand_output: asked }, own],
    ['a proposal', { understand_output: asked, think_output: { decision: 'propose' } }, own],
    ['Think’s decision', { understand_output: asked, think_output: { decision: 'understand' } }, own],
    [
      'a flag without questions',
      { understand_output: { needs_clarification: true }, think_output: asked },
      own,
    ],
    ['a flag that denies', { understand_output: { needs_clarification: false, ...asked } }, null],
    ['a plan', { understand_output: asked, think_output: { decision: 'plan_direct' } }, null],
  ])('keeps Understand’s questions beside %s', async (_, outputs, pending) => {
    const state = await openHistorian().run({ ...plainTurn, ...outputs });
    expect(state.conversation.pending_clarification).toEqual(pending);
  });
});

describe('the session constraints', () => {
  const before = {
    permanent_constraints: ['No nuts'],
    active_goal: { description: 'Plan dinner', started_turn: 2, constraints: ['fish'] },
  };

  test('grow by what is new, each once', async () => {
    const { session_constraints } = await openHistorian().run({
      ...plainTurn,
      session_constraints: before,
      think_output: {
        goal: 'plan  dinner',
        constraints: ['Fish', 'under 30 minutes'],
        permanent_constraints: ['no nuts', 'No dairy'],
      },
    });
    expect(session_constraints).toEqual({
      permanent_constraints: ['No nuts', 'No dairy'],
      active_goal: { description: 'Plan dinner', started_turn: 2, constraints: ['fish', 'under 30 minutes'] },
      query_patterns: [],
    });
  });

  test('begin again with another goal, except the permanent ones', async () => {
    const { session_constraints } = await openHistorian().run({
      ...plainTurn,
      current_turn: 4,
      session_constraints: before,
      think_output: { goal: 'Book a trip', constraints: ['by train'] },
    });
    expect(session_constraints).toMatchObject({
      permanent_constraints: ['No nuts'],
      active_goal: { description: 'Book a trip', started_turn: 5, constraints: ['by train'] },
    });
  });

  test('keep readings that found something', async () => {
    const { session_constraints } = await openHistorian().run({
      ...plainTurn,
      step_metadata: [
        { step_type: 'read', subdomain: 'recipes', description: 'recipes with fish' },
        { step_type: 'read', subdomain: 'recipes', description: 'recipes with stone' },
      ],
      step_results: [[['db_read', 'recipes', [{ id: 'a' }]]], [['db_read', 'recipes', []]]],
    });
    expect(session_constraints.query_patterns).toEqual([
      { subdomain: 'recipes', description: 'recipes with fish' },
    ]);
  });
});
