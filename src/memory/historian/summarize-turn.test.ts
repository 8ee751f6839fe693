import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import type { HistorianStateInput } from '#schema/conversations/conversation.ts';
import { openHistorian, plainTurn } from '#tests/fixtures/open-historian.ts';
import type { NarrativeRequest } from './ports.ts';
import { summarizeTurn } from './summarize-turn.ts';

const uuid = '550e8400-e29b-41d4-a716-446655440000';

function turnOf(n: number) {
  return { user: `question ${n}`, assistant: `answer ${n}`, entities_mentioned: [] };
}

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
    const { run } = openHistorian();
    const refused = run({ ...plainTurn, ...wrong } as HistorianStateInput);
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(refused).rejects.toThrow(field);
  });

  test('fields that nobody knows pass through untouched, inside and outside', async () => {
    const { run } = openHistorian();
    const mine = { deep: [1, { two: null }] };
    const state = await run({
      ...plainTurn,
      mine,
      conversation: { mine },
      entity_context: { mine },
      session_constraints: { mine },
    });
    expect(state).toMatchObject({
      mine,
      user_message: plainTurn.user_message,
      conversation: { mine },
      entity_context: { mine },
      session_constraints: { mine },
    });
  });

  test('only the two texts are needed', async () => {
    const { run } = openHistorian();
    const state = await run(plainTurn);
    expect(state.conversation).toEqual({
      recent_turns: [
        {
          user: plainTurn.user_message,
          assistant: plainTurn.final_response,
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
    const { run } = openHistorian();
    const routing = { agent: 'main', goal: 'save the list', complexity: 'low' };
    const state = await run({ ...plainTurn, router_output: { ...routing, secret: 'not this' } });
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
    const { run, asked } = openHistorian();
    const short = await run({ ...plainTurn, final_response: reply(400) });
    expect(asked).toEqual([]);
    expect(short.conversation.recent_turns[0]).not.toHaveProperty('assistant_summary');
    const long = await run({ ...plainTurn, final_response: reply(401) });
    expect(asked).toHaveLength(1);
    expect(long.conversation.recent_turns[0]?.assistant_summary).toContain('The list has apples');
  });

  test('counts characters, not halves of them', async () => {
    const { run, asked } = openHistorian();
    await run({ ...plainTurn, final_response: '😀'.repeat(400) });
    expect(asked).toEqual([]);
  });

  const proposal = `${'Here are many thoughts about your pantry. '.repeat(12)}I’ll save the three items.`;

  test('that tells a proposal as done is asked for again, with the reason', async () => {
    const answers = ['Saved the three items.', 'Proposed to save the three items.'];
    const { run, asked, issues } = openHistorian({ summarizeReply: async () => answers.shift() ?? '' });
    const state = await run({ ...plainTurn, final_response: proposal });
    expect(state.conversation.recent_turns[0]?.assistant_summary).toBe('Proposed to save the three items.');
    expect(asked).toMatchObject([
      { correction: null },
      { correction: expect.stringContaining('only proposed (save)') },
    ]);
    expect(issues).toEqual([]);
  });

  test('that is refused twice is the reply’s own sentence', async () => {
    const { run, issues } = openHistorian({ summarizeReply: async () => 'Saved the three items.' });
    const state = await run({ ...plainTurn, final_response: proposal });
    expect(state.conversation.recent_turns[0]?.assistant_summary).toBe(
      'Proposed: I’ll save the three items.',
    );
    expect(issues).toMatchObject([{ task: 'turn-summary', code: 'summary_refused', turn: 1 }]);
  });

  test('may not name what the reply does not', async () => {
    const long = `Done! I saved the Mediterranean Chickpea Bowl. ${'It is a fine dish for the summer. '.repeat(12)}`;
    const answers = ['Saved the recipe Minty Chickpea Salad.', 'Saved the Mediterranean Chickpea Bowl.'];
    const { run, asked } = openHistorian({ summarizeReply: async () => answers.shift() ?? '' });
    const state = await run({ ...plainTurn, final_response: long });
    expect(asked).toMatchObject([{}, { correction: expect.stringContaining('Minty') }]);
    expect(state.conversation.recent_turns[0]?.assistant_summary).toBe(
      'Saved the Mediterranean Chickpea Bowl.',
    );
  });

  test('may not take a name from the context that the reply does not hold', async () => {
    const long = `Done! I saved the almond milk to the list. ${'It is good with coffee and tea. '.repeat(14)}`;
    const answers = ['Saved the oat milk.', 'Saved the almond milk.'];
    const { run } = openHistorian({ summarizeReply: async () => answers.shift() ?? '' });
    const entity_context = { active: [{ id: '1', type: 'item', label: 'Oat Milk' }] };
    const state = await run({ ...plainTurn, final_response: long, entity_context });
    expect(state.conversation.recent_turns[0]?.assistant_summary).toBe('Saved the almond milk.');
  });

  test('is one sentence, and one of several is chosen when the model insists', async () => {
    const { run } = openHistorian({
      summarizeReply: async () => 'The list has apples. The list has many apples. It ends.',
    });
    const state = await run({ ...plainTurn, final_response: reply(900) });
    expect(state.conversation.recent_turns[0]?.assistant_summary).toBe('The list has apples.');
  });

  test('reads a reply of any length, in parts', async () => {
    const parts: string[] = [];
    const { ports } = openHistorian({
      summarizeReply: async ({ reply: text, previous, part }) => {
        parts.push(text);
        return part === 1 || previous !== null ? 'The list has apples.' : '';
      },
    });
    const whole = Array.from({ length: 4000 }, (_, n) => `The list has apple number ${n}.`).join(' ');
    const state = await summarizeTurn(
      { ...plainTurn, final_response: whole },
      { ...ports, tokenBudget: 2000 },
    );
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.join('')).toBe(whole);
    expect(state.conversation.recent_turns[0]?.assistant_summary).toBe('The list has apples.');
  });

  test('is left out when the model fails, and the turn is kept', async () => {
    const { run, issues } = openHistorian({
      summarizeReply: () => Promise.reject(new TypeError('fetch failed')),
    });
    const state = await run({ ...plainTurn, final_response: reply(900) });
    expect(state.conversation.recent_turns).toEqual([
      {
        user: plainTurn.user_message,
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
    const { run, asked } = openHistorian();
    const before = await run({ ...plainTurn, conversation: { recent_turns: three.slice(0, 2) } });
    expect(before.conversation.recent_turns).toHaveLength(3);
    expect(asked).toEqual([]);
    const after = await run({ ...plainTurn, conversation: { recent_turns: three } });
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
    const { run, asked } = openHistorian({
      compressTurns: async ({ previous }) => `${previous} More was asked.`,
    });
    const conversation = { recent_turns: three, history_summary: 'The user planned a garden.' };
    const state = await run({ ...plainTurn, conversation });
    expect(asked).toMatchObject([{ previous: 'The user planned a garden.' }]);
    expect(state.conversation.history_summary).toBe('The user planned a garden. More was asked.');
  });

  test('holds no UUID, no long hex id and no id of an entity', async () => {
    const { run } = openHistorian({
      compressTurns: async () =>
        `The user asked about item (id: ${uuid}) and 64bfaa10cc9d2e77f1a0b3c4, later about rec_42a.`,
    });
    const entity_context = { active: [{ id: 'rec_42a', type: 'recipe', label: 'Soup' }] };
    const first = { user: `What is ${uuid}?`, assistant: 'It is 64bfaa10cc9d2e77f1a0b3c4.' };
    const conversation = { recent_turns: [first, ...three.slice(1)] };
    const state = await run({ ...plainTurn, entity_context, conversation });
    expect(state.conversation.history_summary).toBe('The user asked about item and, later about.');
  });

  test('is written by a model that reads no id', async () => {
    const { run, asked } = openHistorian();
    const entity_context = { active: [{ id: 'rec_42a', type: 'recipe', label: 'Soup' }] };
    const first = {
      user: `Open ${uuid} please.`,
      assistant: 'Opened rec_42a (id: 64bfaa10cc9d2e77f1a0b3c4).',
    };
    const conversation = { recent_turns: [first, ...three.slice(1)], history_summary: `Began with ${uuid}.` };
    await run({ ...plainTurn, entity_context, conversation });
    expect(asked).toMatchObject([
      { transcript: 'User: Open please.\n\nAssistant: Opened.', previous: 'Began with.' },
    ]);
    expect(JSON.stringify(asked)).not.toMatch(/550e8400|64bfaa10|rec_42a/);
  });

  test.each([
    ['a UUID', uuid],
    ['a number', '#48213'],
    ['a record', 'ORD-99812'],
    ['a mark', 'x7k2m9qp4'],
  ])('with %s that no turn holds is refused, and told in the turns’ own sentences', async (_, id) => {
    const { run, issues, asked } = openHistorian({
      compressTurns: async () => `The user asked a question about ${id} and got an answer.`,
    });
    const state = await run({ ...plainTurn, conversation: { recent_turns: three } });
    expect(state.conversation.history_summary).toBe('Question 1. Answer 1.');
    expect(asked).toMatchObject([
      {},
      { correction: expect.stringContaining(`ids that the text does not: ${id}`) },
    ]);
    expect(issues).toMatchObject([{ code: 'summary_refused' }]);
  });

  test('may write a number of the turns as an id of its own form', async () => {
    const { run } = openHistorian({ compressTurns: async () => 'The user asked about #48213.' });
    const recent_turns = [{ user: 'Where is order 48213?', assistant: 'On its way.' }, ...three.slice(1)];
    const state = await run({ ...plainTurn, conversation: { recent_turns } });
    expect(state.conversation.history_summary).toBe('The user asked about #48213.');
  });

  test('has at most three sentences, however many the model writes', async () => {
    const { run } = openHistorian({
      compressTurns: async () => 'The user asked a question and got an answer. '.repeat(40),
    });
    const state = await run({ ...plainTurn, conversation: { recent_turns: three } });
    expect(state.conversation.history_summary.match(/\./gu)?.length).toBeLessThanOrEqual(3);
  });

  test('of turns without a word is not asked for: they leave, and the narrative stays', async () => {
    const blank = { user: ' ', assistant: '', entities_mentioned: [] };
    const conversation = { recent_turns: [blank, turnOf(2), turnOf(3)], history_summary: 'As it was.' };
    const { run, asked } = openHistorian(failing);
    const state = await run({ ...plainTurn, conversation });
    expect(asked).toEqual([]);
    expect(state.conversation.history_summary).toBe('As it was.');
    expect(state.conversation.recent_turns.map(({ user }) => user)).toEqual([
      'question 2',
      'question 3',
      plainTurn.user_message,
    ]);
  });

  test('that is refused twice is told in the turns’ own sentences', async () => {
    const { run, issues } = openHistorian({ compressTurns: async () => 'The list was deleted.' });
    const recent_turns = [{ user: 'Clean up.', assistant: 'Shall I delete the list?' }, ...three.slice(1)];
    const state = await run({ ...plainTurn, conversation: { recent_turns } });
    expect(state.conversation.history_summary).toContain('Proposed: Shall I delete the list?');
    expect(state.conversation.recent_turns).toHaveLength(3);
    expect(issues).toMatchObject([{ task: 'history-narrative', code: 'summary_refused' }]);
  });

  test.each([
    ['a failed call', failing.compressTurns, 'model_rate_limited'],
    ['an empty answer', async () => '  ', 'summary_refused'],
    [
      'an error instead of an answer',
      async () => 'Error generating summary: 429 Too Many Requests',
      'summary_refused',
    ],
    ['an error with a number alone', async () => 'Error: 429', 'summary_refused'],
    ['the name of an error', async () => 'RateLimitError: quota exceeded', 'summary_refused'],
    ['a number', async () => '42', 'summary_refused'],
    ['the word null', async () => 'null', 'summary_refused'],
    ['an object as text', async () => '[object Object]', 'summary_refused'],
    ['an offer to help', async () => 'Hello! How can I help you today? Let me know!', 'summary_refused'],
    [
      'a request for the text',
      async () => 'Please provide the conversation that you want me to summarize.',
      'summary_refused',
    ],
    ['marks of the prompt', async () => '<sourceText>question 1</sourceText>', 'summary_refused'],
    ['symbols', async () => '%%% ### @@@ ~~~ ... ~~~ a', 'summary_refused'],
  ])('stays as it was after %s, with all turns', async (_, compressTurns, code) => {
    const { run, issues } = openHistorian({ compressTurns });
    const conversation = { recent_turns: three, history_summary: 'As it was.' };
    const state = await run({ ...plainTurn, conversation });
    expect(state.conversation.history_summary).toBe('As it was.');
    expect(state.conversation.recent_turns).toHaveLength(4);
    expect(state.summarize_output.turn_summary).not.toBe('');
    expect(issues).toMatchObject([{ code }]);
    const mended = await summarizeTurn(state, openHistorian().ports);
    expect(mended.conversation.recent_turns).toHaveLength(3);
  });

  test('reads turns of any length, every character of them', async () => {
    const read: string[] = [];
    const { ports } = openHistorian({
      compressTurns: async ({ messages }: NarrativeRequest) => {
        read.push(...messages.map(({ text }) => text));
        return 'The user asked about words.';
      },
    });
    const long = Array.from({ length: 3000 }, (_, n) => `word${n}`).join(' ');
    const conversation = { recent_turns: [{ user: 'q', assistant: long }, ...three.slice(1)] };
    await summarizeTurn({ ...plainTurn, conversation }, { ...ports, tokenBudget: 500 });
    expect(read.join('')).toBe(`q${long}`);
    expect(read.length).toBeGreaterThan(5);
  });
});
