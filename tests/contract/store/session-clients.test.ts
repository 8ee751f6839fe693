import { expect, test } from 'vitest';
import type { TaskType } from '#schema/runs/run.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import { createRunning, makeSuccess, startTime } from './make-run.ts';

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

  test('costs what the runs say, which are counted by what they were for', async () => {
    const { store } = current();
    const run = async (taskType: TaskType, kind: 'session' | 'entry', provider = 'openai') => {
      const { id } = await createRunning(store, { taskType, source: { kind, id: '1', title: null } });
      const ending = makeSuccess(id, { payload: null });
      await endRun(store, { ...ending, outcome: { ...ending.outcome, provider } });
    };
    await run('session', 'session');
    await run('session', 'session', 'builtin');
    await run('check', 'session');
    await run('check', 'session', 'builtin');
    await run('summary', 'entry');
    const runs = { summaries: 1, offline: 1, checks: 1, observations: 0 };
    expect(await store.sessions.countSessionRuns()).toEqual(runs);
    await run('summary', 'session');
    expect(await store.sessions.countSessionRuns()).toEqual({ ...runs, observations: 1 });
  });
});
