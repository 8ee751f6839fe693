import { expect, test } from 'vitest';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { startTime } from './make-run.ts';

describeEachStore('what came by the hooks of clients', (current) => {
  test('is summed for each client, also if several processes add at once', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    expect(await store.sessions.listClients()).toEqual([]);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? store : other).sessions.countClient('codex', { observations: 1 }, startTime),
      ),
    );
    await store.sessions.countClient('codex', { contexts: 1, contextTokens: 1200 }, startTime + 5);
    await store.sessions.countClient('claude-code', { prompts: 1, summaries: 1, lost: 2 }, startTime);
    expect(await other.sessions.listClients()).toEqual([
      {
        client: 'claude-code',
        prompts: 1,
        observations: 0,
        summaries: 1,
        contexts: 0,
        contextTokens: 0,
        lost: 2,
        lastEventAt: startTime,
      },
      {
        client: 'codex',
        prompts: 0,
        observations: 20,
        summaries: 0,
        contexts: 1,
        contextTokens: 1200,
        lost: 0,
        lastEventAt: startTime + 5,
      },
    ]);
  });
});
