import { expect, test } from 'vitest';
import { agentIdSchema, type StoredAgent } from '#schema/models/agent.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { startTime } from './make-run.ts';

describeEachStore('agents', (current) => {
  test('come back whole, in the order they were created', async () => {
    const { store } = current();
    const late = makeAgent('a', { createdAt: startTime + 10 });
    const early = makeAgent('z', {
      description: 'Knows the garden.',
      llm: {
        model: 'gpt-5.2',
        temperature: 0.3,
        apiKey: { kind: 'stored', ciphertext: 'v1:abc', origin: 'https://models.example' },
      },
      summarizer: { tokenBudget: 4000, apiKey: { kind: 'none' } },
      autonomy: { enabled: true, limits: { minDelayMs: 5 }, ours: { nested: ['x'] } },
      confirmed: [
        { givenFor: 'https://models.example', wouldGoTo: 'https://other.example', keyMark: 'ab12' },
      ],
    });
    await store.configuration.putAgent(late);
    await store.configuration.putAgent(early);
    expect(await store.configuration.listAgents()).toEqual([early, late]);
    expect(await store.configuration.getAgent(early.id)).toEqual(early);
  });

  test('are replaced by an agent of the same id and removed by it', async () => {
    const { store } = current();
    const agent = makeAgent('gardener');
    await store.configuration.putAgent(agent);
    const changed = { ...agent, name: 'Renamed', updatedAt: startTime + 1 };
    await store.configuration.putAgent(changed);
    expect(await store.configuration.listAgents()).toEqual([changed]);
    const removal = { id: agent.id, replacement: null, at: startTime };
    expect(await store.configuration.deleteAgent(removal)).toBe('deleted');
    expect(await store.configuration.deleteAgent(removal)).toBe('missing');
    expect(await store.configuration.getAgent(agent.id)).toBeNull();
  });
});

function makeAgent(id: string, changes: Partial<StoredAgent> = {}): StoredAgent {
  return {
    id: agentIdSchema.parse(id),
    name: 'Mine',
    memory: { policy: 'adaptive', hotPathTokenBudget: null, hotPathMarginPct: 0, recentMessageFloor: 2 },
    llm: { model: 'default', apiKey: { kind: 'none' } },
    summarizer: null,
    confirmed: [],
    createdAt: startTime,
    updatedAt: startTime,
    ...changes,
  };
}
