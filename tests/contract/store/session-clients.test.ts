import { expect, test } from 'vitest';
import { createApp } from '#app/create-app.ts';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { createClient } from '#client/create-client.ts';
import type { TaskType } from '#schema/runs/run.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace, describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import { createRunning, makeSuccess, startTime } from './make-run.ts';

describeEachStore('what came by the hooks of clients', (current) => {
  test('is summed for each client, also if several processes add at once', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    expect(await store.sessions.listClients()).toEqual([]);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? store : other).sessions.countClients([
          { client: 'claude-code', counts: { prompts: n % 3 }, at: startTime - n },
          { client: 'codex', counts: { observations: 1 }, at: startTime },
        ]),
      ),
    );
    await store.sessions.countClients([
      { client: 'codex', counts: { contexts: 1, contextTokens: 1200 }, at: startTime + 5 },
    ]);
    await store.sessions.countClients([
      { client: 'claude-code', counts: { prompts: 1, summaries: 1, lost: 2 }, at: startTime - 30 },
    ]);
    await store.sessions.countClients([]);
    expect(await other.sessions.listClients()).toEqual([
      {
        client: 'claude-code',
        prompts: 20,
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

describeEachPlace('the sums of a server that was stopped', (current) => {
  test('are complete', async () => {
    const { place } = current();
    const { home, databaseUrl } = place;
    const config = readConfig({
      PRECIS_HOME: home,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    });
    const app = await createApp(config, { mode: 'server', log: createLog({ level: 'silent' }) });
    await app.start();
    const { sessions } = createClient({ fetch: app.fetch });
    const call = {
      session_id: 'one',
      cwd: '/home/me/harbour',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    };
    for (let n = 0; n < 5; n += 1)
      await sessions.hooks.take('codex', 'PostToolUse', {
        ...call,
        tool_use_id: `t${n}`,
        tool_response: 'quay.ts',
      });
    await app.stop(1000);
    const store = await openStore(place);
    try {
      expect(await store.sessions.listClients()).toMatchObject([{ client: 'codex', observations: 5 }]);
    } finally {
      await store.close();
    }
  });
});
