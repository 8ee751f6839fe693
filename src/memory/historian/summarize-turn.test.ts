import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import type { HistorianStateInput } from '#schema/conversation.ts';
import { words } from '#tests/fixtures/random-threads.ts';
import { offlineHistorian } from './offline-historian.ts';
import type { HistorianIssue, HistorianModel, HistorianPorts, NarrativeRequest } from './ports.ts';
import { summarizeTurn } from './summarize-turn.ts';

const uuid = '550e8400-e29b-41d4-a716-446655440000';

function bench(model: Partial<HistorianModel> = {}) {
  const issues: HistorianIssue[] = [];
  const asked: unknown[] = [];
  const whole = { ...offlineHistorian, ...model };
  const ports: HistorianPorts = {
    model: {
      summarizeReply: (request) => {
        asked.push(request);
        return whole.summarizeReply(request);
      },
      compressTurns: (request) => {
        asked.push(request);
        return whole.compressTurns(request);
      },
    },
    count: words,
    now: () => '2026-01-02T03:04:05.000Z',
    recordIssue: (issue) => issues.push(issue),
  };
  return { ports, issues, asked, run: (state: HistorianStateInput) => summarizeTurn(state, ports) };
}

function turnOf(n: number) {
  return { user: `question ${n}`, assistant: `answer ${n}`, entities_mentioned: [] };
}

const said = { user_message: 'Save my list.', final_response: 'Done! I saved the list.' };
const failing = {
  compressTurns: () => Promise.reject(new AppError('model_rate_limited', 'Too many requests')),
};

describe('each row of the input contract', () => {
  test.each([
    ['final_response', { final_response: 7 }],
    ['user_message', { user_message: null }],
    ['router_output', { router_output: 'chat' }],
    ['think_output.decision', { think_output: { decision: 1 } }],
    ['step_results', { step_results: 'none' }],
    ['step_metadata.0.step_type', { step_metadata: [{ step_type: 'guess' }] }],
    ['turn_entities.0.id', { turn_entities: [{ label: 'x' }] }],
    ['conversation.recent_turns.0.user', { conversation: { recent_turns: [{ assistant: 'x' }] } }],
    ['entity_context.active', { entity_context: { active: {} } }],
    ['session_constraints.permanent_constraints.0', { session_constraints: { permanent_constraints: [1] } }],
    ['current_turn', { current_turn: -1 }],
  ])('a wrong %s is refused by its name', async (field, wrong) => {
    const { run } = bench();
    const refused = run({ ...said, ...wrong } as HistorianStateInput);
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(refused).rejects.toThrow(`${field}`);
  });

  test('fields that nobody knows pass through untouched, inside and outside', async () => {
    const { run } = bench();
    const mine = { deep: [1, { two: null }] };
    const state = await run({
      ...said,
      mine,
      conversation: { mine },
      entity_context: { mine },
      session_constraints: { mine },
    });
    expect(state).toMatchObject({
      mine,
      user_message: said.user_message,
      conversation: { mine },
      entity_context: { mine },
      session_constraints: { mine },
    });
  });

  test('only the two texts are needed', async () => {
    const { run } = bench();
    const state = await run(said);
    expect(state.conversation).toEqual({
      recent_turns: [
        {
          user: said.user_message,
          assistant: said.final_response,
          timestamp: '2026-01-02T03:04:05.000Z',
          entities_mentioned: [],
        },
      ],
      history_summary: '',
      pending_clarification: null,
    });
    expect(state.current_turn).toBe(1);
  });

  test('the routing is kept with the turn', async () => {
    const { run } = bench();
    const routing = { agent: 'main', goal: 'save the list', complexity: 'low' };
    const state = await run({ ...said, router_output: { ...routing, secret: 'not this' } });
    expect(state.conversation.recent_turns[0]?.routing).toEqual(routing);
  });
});

describe('the summary of a reply', () => {
  const reply = (length: number) =>
    'The list has apples. '
      .repeat(30)
      .slice(0, length - 1)
      .padEnd(length, '.');

  test('is made of 401 characters and not of 400', async () => {
    const { run, asked } = bench();
    const short = await run({ ...said, final_response: reply(400) });
    expect(asked).toEqual([]);
    expect(short.conversation.recent_turns[0]).not.toHaveProperty('assistant_summary');
    const long = await run({ ...said, final_response: reply(401) });
    expect(asked).toHaveLength(1);
    expect(long.conversation.recent_turns[0]?.assistant_summary).toContain('The list has apples');
  });

  test('counts characters, not halves of them', async () => {
    const { run, asked } = bench();
    await run({ ...said, final_response: '😀'.repeat(400) });
    expect(asked).toEqual([]);
  });

  const proposal = `${'Here are many thoughts about your pantry. '.repeat(12)}I’ll save the three items.`;

  test('that tells a proposal as done is asked for again, with the reason', async () => {
    const answers = ['Saved the three items.', 'Proposed to save the three items.'];
    const { run, asked, issues } = bench({ summarizeReply: async () => answers.shift() ?? '' });
    const state = await run({ ...said, final_response: proposal });
    expect(state.conversation.recent_turns[0]?.assistant_summary).toBe('Proposed to save the three items.');
    expect(asked).toMatchObject([
      { correction: null },
      { correction: expect.stringContaining('only proposed (save)') },
    ]);
    expect(issues).toEqual([]);
  });

  test('that is refused twice is the reply’s own sentence', async () => {
    const { run, issues } = bench({ summarizeReply: async () => 'Saved the three items.' });
    const state = await run({ ...said, final_response: proposal });
    expect(state.conversation.recent_turns[0]?.assistant_summary).toBe(
      'Proposed: I’ll save the three items.',
    );
    expect(issues).toMatchObject([{ task: 'turn-summary', code: 'summary_refused', turn: 1 }]);
  });

  test('may not name what the reply does not', async () => {
    const long = `Done! I saved the Mediterranean Chickpea Bowl. ${'It is a fine dish for the summer. '.repeat(12)}`;
    const answers = ['Saved the recipe Minty Chickpea Salad.', 'Saved the Mediterranean Chickpea Bowl.'];
    const { run, asked } = bench({ summarizeReply: async () => answers.shift() ?? '' });
    const state = await run({ ...said, final_response: long });
    expect(asked).toMatchObject([{}, { correction: expect.stringContaining('Minty') }]);
    expect(state.conversation.recent_turns[0]?.assistant_summary).toBe(
      'Saved the Mediterranean Chickpea Bowl.',
    );
  });

  test('may not take a name from the context that the reply does not hold', async () => {
    const long = `Done! I saved the almond milk to the list. ${'It is good with coffee and tea. '.repeat(14)}`;
    const answers = ['Saved the oat milk.', 'Saved the almond milk.'];
    const { run } = bench({ summarizeReply: async () => answers.shift() ?? '' });
    const entity_context = { active: [{ id: '1', type: 'item', label: 'Oat Milk' }] };
    const state = await run({ ...said, final_response: long, entity_context });
    expect(state.conversation.recent_turns[0]?.assistant_summary).toBe('Saved the almond milk.');
  });

  test('is one sentence, and one of several is chosen when the model insists', async () => {
    const { run } = bench({
      summarizeReply: async () => 'The list has apples. The list has many apples. It ends.',
    });
    const state = await run({ ...said, final_response: reply(900) });
    expect(state.conversation.recent_turns[0]?.assistant_summary).toBe('The list has apples.');
  });

  test('reads a reply of any length, in parts', async () => {
    const parts: string[] = [];
    const { ports } = bench({
      summarizeReply: async ({ reply: text, previous, part }) => {
        parts.push(text);
        return part === 1 || previous !== null ? 'The list has apples.' : '';
      },
    });
    const whole = Array.from({ length: 4000 }, (_, n) => `The list has apple number ${n}.`).join(' ');
    const state = await summarizeTurn({ ...said, final_response: whole }, { ...ports, tokenBudget: 2000 });
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.join('')).toBe(whole);
    expect(state.conversation.recent_turns[0]?.assistant_summary).toBe('The list has apples.');
  });

  test('is left out when the model fails, and the turn is kept', async () => {
    const { run, issues } = bench({ summarizeReply: () => Promise.reject(new TypeError('fetch failed')) });
    const state = await run({ ...said, final_response: reply(900) });
    expect(state.conversation.recent_turns).toEqual([
      {
        user: said.user_message,
        assistant: reply(900),
        timestamp: expect.any(String),
        entities_mentioned: [],
      },
    ]);
    expect(issues).toMatchObject([{ task: 'turn-summary', code: 'internal', message: 'fetch failed' }]);
  });
});

describe('the narrative', () => {
  const three = [turnOf(1), turnOf(2), turnOf(3)];

  test('is made when a fourth turn comes, not before', async () => {
    const { run, asked } = bench();
    const before = await run({ ...said, conversation: { recent_turns: three.slice(0, 2) } });
    expect(before.conversation.recent_turns).toHaveLength(3);
    expect(asked).toEqual([]);
    const after = await run({ ...said, conversation: { recent_turns: three } });
    expect(after.conversation.recent_turns.map(({ user }) => user)).toEqual([
      'question 2',
      'question 3',
      'Save my list.',
    ]);
    expect(asked).toMatchObject([
      { task: 'history-narrative', transcript: 'User: question 1\n\nAssistant: answer 1' },
    ]);
    expect(after.conversation.history_summary).not.toBe('');
  });

  test('takes over the one before it', async () => {
    const { run, asked } = bench({ compressTurns: async ({ previous }) => `${previous} More was asked.` });
    const conversation = { recent_turns: three, history_summary: 'The user planned a garden.' };
    const state = await run({ ...said, conversation });
    expect(asked).toMatchObject([{ previous: 'The user planned a garden.' }]);
    expect(state.conversation.history_summary).toBe('The user planned a garden. More was asked.');
  });

  test('holds no UUID, no long hex id and no id of an entity', async () => {
    const { run } = bench({
      compressTurns: async () =>
        `The user asked about item (id: ${uuid}) and 64bfaa10cc9d2e77f1a0b3c4, later about rec_42a.`,
    });
    const entity_context = { active: [{ id: 'rec_42a', type: 'recipe', label: 'Soup' }] };
    const state = await run({ ...said, entity_context, conversation: { recent_turns: three } });
    expect(state.conversation.history_summary).toBe('The user asked about item and, later about.');
  });

  test('has at most three sentences, however many the model writes', async () => {
    const { run } = bench({
      compressTurns: async () => 'The user asked a question and got an answer. '.repeat(40),
    });
    const state = await run({ ...said, conversation: { recent_turns: three } });
    expect(state.conversation.history_summary.match(/\./gu)?.length).toBeLessThanOrEqual(3);
  });

  test('that is refused twice is told in the turns’ own sentences', async () => {
    const { run, issues } = bench({ compressTurns: async () => 'The list was deleted.' });
    const recent_turns = [{ user: 'Clean up.', assistant: 'Shall I delete the list?' }, ...three.slice(1)];
    const state = await run({ ...said, conversation: { recent_turns } });
    expect(state.conversation.history_summary).toContain('Proposed: Shall I delete the list?');
    expect(state.conversation.recent_turns).toHaveLength(3);
    expect(issues).toMatchObject([{ task: 'history-narrative', code: 'summary_refused' }]);
  });

  test.each([
    ['a failed call', failing.compressTurns, 'model_rate_limited'],
    ['an empty answer', async () => '  ', 'model_output_empty'],
    [
      'an error instead of an answer',
      async () => 'Error generating summary: 429 Too Many Requests',
      'model_output_empty',
    ],
  ])('stays as it was after %s, with all turns', async (_, compressTurns, code) => {
    const { run, issues } = bench({ compressTurns });
    const conversation = { recent_turns: three, history_summary: 'As it was.' };
    const state = await run({ ...said, conversation });
    expect(state.conversation.history_summary).toBe('As it was.');
    expect(state.conversation.recent_turns).toHaveLength(4);
    expect(state.summarize_output.turn_summary).not.toBe('');
    expect(issues).toMatchObject([{ code }]);
    const mended = await summarizeTurn(state, bench().ports);
    expect(mended.conversation.recent_turns).toHaveLength(3);
  });

  test('reads turns of any length, every character of them', async () => {
    const read: string[] = [];
    const { ports } = bench({
      compressTurns: async ({ messages }: NarrativeRequest) => {
        read.push(...messages.map(({ text }) => text));
        return 'The user asked about words.';
      },
    });
    const long = Array.from({ length: 3000 }, (_, n) => `word${n}`).join(' ');
    const conversation = { recent_turns: [{ user: 'q', assistant: long }, ...three.slice(1)] };
    await summarizeTurn({ ...said, conversation }, { ...ports, tokenBudget: 500 });
    expect(read.join('')).toBe(`q${long}`);
    expect(read.length).toBeGreaterThan(5);
  });
});

describe('the ledger', () => {
  const steps: HistorianStateInput = {
    ...said,
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
    const { run, asked } = bench();
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
    const { summarize_output } = await bench().run({ ...said, final_response: 'Is it good? It is.' });
    expect(summarize_output).not.toHaveProperty('next_step_suggestion');
  });

  test('takes what the host names in turn_entities: new ones are created, known ones updated', async () => {
    const { summarize_output } = await bench().run({
      ...said,
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
    const { summarize_output } = await bench().run({ ...said, step_results: [result] });
    expect(summarize_output.errors).toEqual([error]);
  });

  test('lists nothing for steps that only read', async () => {
    const { summarize_output } = await bench().run({
      ...said,
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
    const state = await bench().run({
      ...said,
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
    const state = await bench().run({ ...said, conversation, think_output: { ...think_output, decision } });
    expect(state.conversation.pending_clarification).toEqual(pending);
  });

  test('is Understand’s where both have one', async () => {
    const state = await bench().run({
      ...said,
      think_output: { ...think_output, decision: 'propose' },
      understand_output: { needs_clarification: true, clarification_questions: ['Which list?'] },
    });
    expect(state.conversation.pending_clarification).toEqual({
      type: 'understand',
      questions: ['Which list?'],
    });
  });
});

describe('the session constraints', () => {
  const before = {
    permanent_constraints: ['No nuts'],
    active_goal: { description: 'Plan dinner', started_turn: 2, constraints: ['fish'] },
  };

  test('grow by what is new, each once', async () => {
    const { session_constraints } = await bench().run({
      ...said,
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

  test('begin anew with another goal, except the permanent ones', async () => {
    const { session_constraints } = await bench().run({
      ...said,
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
    const { session_constraints } = await bench().run({
      ...said,
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
