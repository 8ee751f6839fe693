import { beforeEach, expect, test, vi } from 'vitest';
import type { SessionEvent } from '#schema/sessions/session.ts';
import { type OpenSessions, openSessions } from '#tests/fixtures/open-sessions.ts';

let open: OpenSessions;
let heard: SessionEvent[];

beforeEach(() => {
  open = openSessions();
  heard = [];
  open.sessions.subscribe((event) => heard.push(event));
});

const tell = async (toolResponse: string) => {
  await open.sessions.init({ contentSessionId: 'oc_1', project: 'web', prompt: 'Fix it' });
  await open.sessions.observe({ contentSessionId: 'oc_1', tool_name: 'read', tool_response: toolResponse });
  const summary = { request: 'Fix', investigated: '', learned: '', completed: '', next_steps: '' };
  await open.sessions.ingest({ contentSessionId: 'oc_1', summary });
  await open.sessions.complete('oc_1');
};

test('subscribers in the same process get what was written, without a query', async () => {
  const getSession = vi.spyOn(open.store, 'getSession');
  const getRecord = vi.spyOn(open.store, 'getRecord');
  await tell('x'.repeat(600));
  const news = await Promise.all(heard.map(open.sessions.describe));
  expect([getSession.mock.calls, getRecord.mock.calls]).toEqual([[], []]);
  // Events from another process read the same from the store.
  const read = await Promise.all(heard.map((event) => open.sessions.describe({ ...event })));
  expect(read).toEqual(news);
  expect(news.map((one) => one?.type)).toEqual([
    'session_started',
    'new_prompt',
    'new_observation',
    'new_summary',
    'session_completed',
  ]);
});

test('a long text is read when somebody wants it, and not kept until then', async () => {
  const getRecord = vi.spyOn(open.store, 'getRecord');
  await tell('x'.repeat(100_000));
  const news = await Promise.all(heard.map(open.sessions.describe));
  expect(getRecord.mock.calls.map(([kind]) => kind)).toEqual(['observation']);
  expect(news[2]).toMatchObject({ observation: { toolResponse: expect.stringMatching(/^x{400,500}/) } });
  expect(JSON.stringify(news).length).toBeLessThan(5000);
});
