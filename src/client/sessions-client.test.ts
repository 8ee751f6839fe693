import { beforeEach, describe, expect, test } from 'vitest';
import { type OpenSessions, openSessions } from '#tests/fixtures/open-sessions.ts';
import { createSessionServer } from '#tests/fixtures/session-server.ts';
import { createApi } from './call-api.ts';
import { createSessionsClient, type SessionsClient } from './create-client.ts';

let open: OpenSessions;
let client: SessionsClient;

beforeEach(async () => {
  open = openSessions();
  client = clientOf(open);
  const empty = { investigated: '', learned: '', next_steps: '' };
  for (const n of [1, 2, 3]) {
    open.clock.at += 1000;
    await open.sessions.init({ contentSessionId: `oc_${n}`, project: 'a/b', prompt: `Fix the login ${n}` });
    await open.sessions.ingest({
      contentSessionId: `oc_${n}`,
      summary: { ...empty, request: `Login ${n}`, completed: 'Done' },
    });
  }
});

function clientOf({ ...opened }: OpenSessions): SessionsClient {
  const { app } = createSessionServer(opened);
  return createSessionsClient(createApi({ fetch: async (request) => app.fetch(request) }));
}

describe('the client of sessions', () => {
  test('reads what the routes answer', async () => {
    const { items } = await client.list({ project: 'a/b', limit: 2 });
    expect(items.map(({ contentSessionId }) => contentSessionId)).toEqual(['oc_3', 'oc_2']);
    const [session] = items;
    if (session === undefined) throw new Error('there is no session');
    expect(await client.get(session.id)).toEqual(session);
    expect((await client.prompts({ sessionDbId: session.id })).items).toHaveLength(1);
    expect((await client.observations()).items).toEqual([]);
    expect((await client.summaries({ orderBy: 'date_asc' })).items[0]?.request).toBe('Login 1');
    const hits = await client.search({ query: 'login', type: 'sessions' });
    expect(hits.items).toHaveLength(3);
    expect((await client.records(hits.items.map(({ ref }) => ref))).items).toHaveLength(3);
    expect((await client.timeline({ query: 'login' })).items.length).toBeGreaterThan(1);
    expect((await client.context({ project: 'a/b' })).text).toContain('Login 3');
    expect((await client.projects()).projects).toEqual(['a/b']);
    expect((await client.stats()).database.sessions).toBe(3);
  });

  test('exports, imports in pieces and removes', async () => {
    const jsonl = await (await client.exportLines()).text();
    const other = clientOf(openSessions());
    const filler = JSON.stringify({ type: 'nothing', text: 'x'.repeat(3_000_000) });
    const report = await other.importLines(`${filler}\n${filler}\n${jsonl}no json`);
    expect(report).toMatchObject({ added: 9, known: 0 });
    expect(report.refused.map(({ line }) => line)).toEqual([1, 2, 12]);
    const [summary] = (await client.summaries()).items;
    if (summary === undefined) throw new Error('there is no summary');
    await client.removeRecord('summary', summary.id);
    await expect(client.removeRecord('summary', summary.id)).rejects.toMatchObject({ code: 'not_found' });
    await client.remove(summary.sessionId);
    expect(await client.removeProject('a/b')).toBe(2);
  });

  test('follows what happens until it is told to stop', async () => {
    const leaving = new AbortController();
    const seen: string[] = [];
    for await (const news of client.follow({ signal: leaving.signal })) {
      seen.push(news.type);
      if (news.type === 'connected') await open.sessions.complete('oc_1');
      else leaving.abort();
    }
    expect(seen).toEqual(['connected', 'session_completed']);
  });
});
