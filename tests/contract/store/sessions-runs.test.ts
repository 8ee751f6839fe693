import { expect, test } from 'vitest';
import type { SessionId } from '#schema/sessions/session.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun, type Payload } from './end-run.ts';
import { makeFailure, makeSuccess, startRun, startTime } from './make-run.ts';
import { fields, findTexts, makeOrder, makePrompt, makeSummary } from './make-session.ts';

const sentence = { start: 0, end: 28, state: 'quoted' as const, support: [], flags: [], details: [] };

function makePayload(sessionId: SessionId, changes: object = {}): Payload {
  const grounding = { request: { sentences: [sentence] } };
  return { kind: 'session', sessionId, promptNumber: 1, fields, grounding, ...changes };
}

describeEachStore('runs that summarize turns', (current) => {
  const order = (sessionId: SessionId, inputHash = 'hash') => {
    const run = makeOrder(sessionId);
    const start = { sessionId, promptNumber: 1, inputHash, run };
    return { id: run.run.id, start: () => current().store.sessions.startSummary(start) };
  };

  test('are queued once for the same input, and again after one failed', async () => {
    const { store } = current();
    const { session } = await store.sessions.addPrompt(makePrompt());
    const first = order(session.id);
    expect(await first.start()).toBe('queued');
    expect(await order(session.id).start()).toBe('known');
    expect(await order(session.id, 'other').start()).toBe('queued');
    expect(await store.sessions.listSessionRuns({ id: session.id })).toHaveLength(2);
    await startRun(store, first.id);
    expect(await order(session.id).start()).toBe('known');
    await endRun(store, makeFailure(first.id));
    const second = order(session.id);
    expect(await second.start()).toBe('queued');
    await startRun(store, second.id);
    await endRun(store, makeSuccess(second.id, { payload: makePayload(session.id) }));
    expect(await order(session.id).start()).toBe('known');
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('are queued once when they are asked for at once by two processes', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const { session } = await store.sessions.addPrompt(makePrompt());
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 === 0 ? store : other).sessions.startSummary({
          sessionId: session.id,
          promptNumber: 1,
          inputHash: 'hash',
          run: makeOrder(session.id),
        }),
      ),
    );
    expect(results.filter((result) => result === 'queued')).toHaveLength(1);
    expect((await store.runs.listRuns({ limit: 50 })).items).toHaveLength(1);
  });

  test('are refused for a session that is gone', async () => {
    const { store } = current();
    const { session } = await store.sessions.addPrompt(makePrompt());
    await store.sessions.deleteSessions({ id: session.id });
    await expect(order(session.id).start()).rejects.toMatchObject({ code: 'not_found' });
    expect((await store.runs.listRuns({ limit: 50 })).items).toEqual([]);
  });

  test('leave a summary that is found like any other', async () => {
    const { store } = current();
    const { session } = await store.sessions.addPrompt(makePrompt());
    const { id, start } = order(session.id);
    await start();
    await startRun(store, id);
    // The summary belongs to the requested turn, although another turn starts in the meantime.
    await store.sessions.addPrompt(makePrompt());
    const at = startTime + 5000;
    expect(await endRun(store, makeSuccess(id, { payload: makePayload(session.id), at }))).toBe('finished');
    const summaryId = await store.sessions.findSessionSummary(id);
    expect(await store.sessions.getRecord('summary', summaryId ?? 0)).toMatchObject({
      ...fields,
      promptNumber: 1,
      runId: id,
      project: 'web',
      grounding: { request: { sentences: [sentence] } },
      createdAt: at,
    });
    expect(await findTexts(store, 'token', { kind: 'summary' })).toHaveLength(1);
    expect(await store.sessions.getSession(session.id)).toMatchObject({ updatedAt: at });
    expect(await store.runs.getInput(id)).toBeNull();
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('leave nothing new when the same summary is there already', async () => {
    const { store } = current();
    const { session } = await store.sessions.addPrompt(makePrompt());
    const ready = await store.sessions.addSummary(makeSummary());
    const { id, start } = order(session.id);
    await start();
    await startRun(store, id);
    expect(await endRun(store, makeSuccess(id, { payload: makePayload(session.id) }))).toBe('finished');
    expect(await store.sessions.findSessionSummary(id)).toBeNull();
    expect(await store.sessions.addSummary(makeSummary())).toEqual({ ...ready, isNew: false });
    expect(await store.sessions.countSessions()).toMatchObject({ summaries: 1 });
  });

  test('stay in the history as long as their summary is there', async () => {
    const { store } = current();
    const { session } = await store.sessions.addPrompt(makePrompt());
    const { id, start } = order(session.id);
    await start();
    await startRun(store, id);
    await endRun(store, makeSuccess(id, { payload: makePayload(session.id) }));
    expect(await store.runs.clearFinishedRuns()).toBe(0);
    await store.sessions.deleteSessions({ id: session.id });
    expect(await store.runs.clearFinishedRuns()).toBe(1);
  });

  test('of a session or a project are named as long as they are not over', async () => {
    const { store } = current();
    const { session } = await store.sessions.addPrompt(makePrompt());
    const { session: other } = await store.sessions.addPrompt(
      makePrompt({ contentSessionId: 'oc_2', project: 'api' }),
    );
    const first = order(session.id);
    await first.start();
    const second = order(other.id);
    await second.start();
    expect(await store.sessions.listSessionRuns({ id: session.id })).toEqual([first.id]);
    expect(await store.sessions.listSessionRuns({ project: 'api' })).toEqual([second.id]);
    await startRun(store, first.id);
    expect(await store.sessions.listSessionRuns({ id: session.id })).toEqual([first.id]);
    await endRun(store, makeFailure(first.id));
    expect(await store.sessions.listSessionRuns({ id: session.id })).toEqual([]);
  });
});
