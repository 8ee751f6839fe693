import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { describe, expect, test } from 'vitest';
import { historianChannels, historianNode } from './historian-node.ts';

const State = Annotation.Root({ ...historianChannels, mine: Annotation<string> });

interface Setup {
  checkpointer: MemorySaver;
  /** Throws in the node that it names, as often as it says. */
  crash?: { in: 'historian' | 'after'; times: number };
}

/** An agent that answers by repeating, with the Historian after the reply. */
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
});
