import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { describe, expect, test } from 'vitest';
import { type HistorianNodeOptions, historianChannels, historianNode } from './historian-node.ts';

const State = Annotation.Root({ ...historianChannels, mine: Annotation<string> });

interface Setup {
  checkpointer: MemorySaver;
  /** The node that throws, and how many times. */
  crash?: { in: 'historian' | 'after'; times: number };
}

/** An agent that echoes the message, with the Historian node after the reply. */
function buildGraph({ checkpointer, crash }: Setup) {
  const left = { in: crash?.in, times: crash?.times ?? 0 };
  const crashIn = (place: string) => {
    if (left.in !== place || left.times === 0) return;
    left.times -= 1;
    throw new Error(`crashed in ${place}`);
  };
  const now = () => {
    crashIn('historian');
    return '2026-01-01T00:00:00Z';
  };
  return new StateGraph(State)
    .addNode('reply', ({ user_message }) => ({
      final_response: `I saved “${user_message}”.`,
      turn_entities: [{ id: user_message, type: 'note', label: user_message }],
    }))
    .addNode('historian', historianNode({ now }))
    .addNode('after', () => {
      crashIn('after');
      return {};
    })
    .addEdge(START, 'reply')
    .addEdge('reply', 'historian')
    .addEdge('historian', 'after')
    .addEdge('after', END)
    .compile({ checkpointer });
}

const thread = { configurable: { thread_id: 'one' } };

describe('the Historian as a node of a graph with a checkpointer', () => {
  test('keeps three turns in full, tells the others, and leaves other channels alone', async () => {
    const graph = buildGraph({ checkpointer: new MemorySaver() });
    for (const n of [1, 2, 3, 4, 5])
      await graph.invoke({ user_message: `note ${n}`, mine: 'untouched' }, thread);
    const { values } = await graph.getState(thread);
    expect(values.mine).toBe('untouched');
    expect(values.current_turn).toBe(5);
    expect(values.conversation.recent_turns.map(({ user }: { user: string }) => user)).toEqual([
      'note 3',
      'note 4',
      'note 5',
    ]);
    expect(values.conversation.history_summary).toContain('note 1');
    expect(values.entity_context.active).toHaveLength(5);
    expect(values.summarize_output.entities_created).toEqual([
      { id: 'note 5', type: 'note', label: 'note 5' },
    ]);
  });

  test.each(['historian', 'after'] as const)(
    'counts a turn once when the run crashes in %s and is resumed',
    async (place) => {
      const checkpointer = new MemorySaver();
      await buildGraph({ checkpointer }).invoke({ user_message: 'note 1' }, thread);
      const crashing = buildGraph({ checkpointer, crash: { in: place, times: 1 } });
      await expect(crashing.invoke({ user_message: 'note 2' }, thread)).rejects.toThrow(
        `crashed in ${place}`,
      );
      const resumed = buildGraph({ checkpointer });
      await resumed.invoke(null, thread);
      const { values, next } = await resumed.getState(thread);
      expect(next).toEqual([]);
      expect(values.current_turn).toBe(2);
      expect(values.conversation.recent_turns.map(({ user }: { user: string }) => user)).toEqual([
        'note 1',
        'note 2',
      ]);
      expect(values.entity_context.active).toHaveLength(2);
    },
  );

  test('books nothing of the turn before when a turn touched nothing', async () => {
    const graph = buildTaskGraph();
    const config = { configurable: { thread_id: 'tasks' } };
    const turns = [
      {
        user_message: 'Finish the report.',
        router_output: { agent: 'tasks', goal: 'finish' },
        think_output: { decision: 'propose', goal: 'finish', proposal_message: 'Shall I send it too?' },
        step_results: [[['db_update', 'tasks', [{ id: 't1', name: 'Report' }]]]],
        step_metadata: [{ step_type: 'write' as const, subdomain: 'tasks' }],
        turn_entities: [{ id: 't2', type: 'task', label: 'Mail', action: 'updated' as const }],
      },
      { user_message: 'How are you?' },
      { user_message: 'Fine, thanks.', understand_output: { needs_clarification: true } },
      { user_message: 'Bye.' },
    ];
    const ledgers: string[] = [];
    const pending: unknown[] = [];
    for (const turn of turns) {
      const state = await graph.invoke(turn, config);
      expect(state.final_response).toBe(`You said: ${turn.user_message}`);
      ledgers.push(state.summarize_output.turn_summary);
      pending.push(state.conversation.pending_clarification?.type ?? null);
    }
    expect(ledgers).toEqual([
      'Updated 1 tasks, 1 task (Report, Mail).',
      'Answered; nothing was changed.',
      'Asked what was meant; nothing was changed.',
      'Answered; nothing was changed.',
    ]);
    expect(pending).toEqual(['propose', null, 'understand', null]);
    const { values } = await graph.getState(config);
    expect(values.conversation.recent_turns.map(({ routing }: { routing?: unknown }) => routing)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('keeps threads apart that run at the same time', async () => {
    const graph = buildTaskGraph();
    const touch = (thread: number, turn: number) => ({
      user_message: `turn ${turn}`,
      ...(turn % 2 === 0
        ? {}
        : { turn_entities: [{ id: `${thread}-${turn}`, type: 'task', label: `Task ${thread}-${turn}` }] }),
    });
    await Promise.all(
      [1, 2, 3, 4].map(async (id) => {
        const config = { configurable: { thread_id: `parallel ${id}` } };
        for (const turn of [1, 2, 3, 4, 5, 6]) {
          const { summarize_output } = await graph.invoke(touch(id, turn), config);
          expect(summarize_output.entities_created).toHaveLength(turn % 2);
        }
        const { values } = await graph.getState(config);
        expect(values.entity_context.active.map(({ label }: { label: string }) => label)).toEqual(
          [1, 3, 5].map((turn) => `Task ${id}-${turn}`),
        );
      }),
    );
  });

  test('leaves the fields to a graph that clears them itself', async () => {
    const graph = buildTaskGraph({ clearTurn: false });
    const turn_entities = [{ id: 't1', type: 'task', label: 'Report' }];
    const state = await graph.invoke({ user_message: 'Save it.', turn_entities }, thread);
    expect(state.turn_entities).toEqual(turn_entities);
  });
});

/** A graph whose input sets what the turn touched; its reply touches nothing. */
function buildTaskGraph(options: HistorianNodeOptions = {}) {
  return new StateGraph(State)
    .addNode('reply', ({ user_message }) => ({ final_response: `You said: ${user_message}` }))
    .addNode('historian', historianNode(options))
    .addEdge(START, 'reply')
    .addEdge('reply', 'historian')
    .addEdge('historian', END)
    .compile({ checkpointer: new MemorySaver() });
}
