import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import { openStore } from '#store/open-store.ts';
import { openSessionsBench, type SessionsBench } from '#tests/contract/sessions/open-sessions-bench.ts';
import { describeEachPlace } from '../each-store.ts';
import { claudeTurn, type Machine, openMachine } from './transcript-files.ts';

describeEachPlace('an import beside a running server', (current) => {
  let bench: SessionsBench;
  let machine: Machine;
  let leaving: AbortController;

  beforeEach(async () => {
    bench = await openSessionsBench(current().place);
    machine = openMachine();
    leaving = new AbortController();
  });
  afterEach(async () => {
    leaving.abort();
    machine.close();
    await bench.close();
  });

  function listen(): () => string[] {
    const heard: SessionNews[] = [];
    void (async () => {
      for await (const news of bench.client.sessions.follow({ signal: leaving.signal })) heard.push(news);
    })();
    return () => heard.map(({ type }) => type);
  }

  test('is heard of by its open tabs, whether it goes through the server or not', async () => {
    const heard = listen();
    await expect.poll(heard).toEqual(['connected']);
    const line = { type: 'prompt', contentSessionId: 'oc_1', promptNumber: 1, text: 'Why?', createdAt: 1 };
    await bench.client.sessions.importLines(JSON.stringify({ ...line, eventKey: 'k' }));
    await expect.poll(heard).toEqual(['connected', 'sessions_imported']);
    machine.write(machine.claude, claudeTurn(1));
    const store = await openStore(current().place);
    try {
      expect(await machine.import(store, 'claude-code')).toMatchObject([{ added: 3 }]);
    } finally {
      await store.close();
    }
    await expect.poll(() => heard().length, { timeout: 10_000 }).toBeGreaterThan(2);
    expect(new Set(heard().slice(1))).toEqual(new Set(['sessions_imported']));
    const { projects } = await bench.client.sessions.projects();
    expect(projects).toContain('harbour');
  });
});
