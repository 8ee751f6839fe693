import { expect, test } from 'vitest';
import { type RecordKind, recordKinds, type SessionId } from '#schema/sessions/session.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import { makeEvents, makeFailure, makeSuccess, startRun, startTime } from './make-run.ts';
import { fields, findTexts, makeObservation, makeOrder, makePrompt, makeSummary } from './make-session.ts';
import { dumpRows } from './with-raw-database.ts';

const secret = 'rhubarb';

describeEachStore('deleting', (current) => {
  const textOf = async () => JSON.stringify(await dumpRows(current().place));

  test('a session leaves none of its text behind, and its runs as the history of use', async () => {
    const { store } = current();
    const sessionId = await fillWithSecrets(store, 'oc_1');
    await store.sessions.addPrompt(makePrompt({ contentSessionId: 'oc_2', text: 'Beans' }));
    expect(await textOf()).toContain(secret);

    expect(await store.sessions.deleteSessions({ id: sessionId })).toBe(1);
    expect(await textOf()).not.toContain(secret);
    expect(await store.sessions.getSession(sessionId)).toBeNull();
    const { items } = await store.runs.listRuns({ sourceKind: 'session', limit: 9 });
    expect(items.map(({ status, source }) => `${status} ${source.title}`).toSorted()).toEqual([
      'failed null',
      'succeeded null',
    ]);
    for (const kind of recordKinds) expect(await findTexts(store, secret, { kind })).toEqual([]);
    expect(await store.sessions.countSessions()).toMatchObject({ sessions: 1, prompts: 1, summaries: 0 });
    expect(await store.checkIntegrity()).toBeNull();
    expect(await store.sessions.deleteSessions({ id: sessionId })).toBe(0);
  });

  test('a project or old sessions takes all of those, and no others', async () => {
    const { store } = current();
    for (let n = 0; n < 45; n += 1) {
      const project = n % 3 === 0 ? 'api' : 'web';
      const at = startTime + n;
      await store.sessions.addPrompt(
        makePrompt({ contentSessionId: `oc_${n}`, project, text: `Peas ${n}`, at }),
      );
    }
    expect(await store.sessions.deleteSessions({ project: 'web' })).toBe(30);
    expect(await findTexts(store, 'peas')).toHaveLength(15);
    expect(await store.sessions.deleteSessions({ before: startTime + 30 })).toBe(10);
    expect(await findTexts(store, 'peas')).toEqual(['Peas 42', 'Peas 39', 'Peas 36', 'Peas 33', 'Peas 30']);
    expect(await store.sessions.listProjects()).toMatchObject([{ project: 'api', sessions: 5, prompts: 5 }]);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test.each(recordKinds)('one %s leaves the others, and nothing of it in any run', async (kind) => {
    const { store } = current();
    await fillWithSecrets(store, 'oc_1', { only: kind });
    const page = { order: 'newest', offset: 0, limit: 9 } as const;
    const { items: runs } = await store.runs.listRuns({ sourceKind: 'session', limit: 9 });
    for (const record of await store.sessions.listRecords(kind, page)) {
      if (!JSON.stringify(record).includes(secret)) continue;
      expect(await store.sessions.deleteRecord(kind, record.id)).toBe(true);
      expect(await store.sessions.deleteRecord(kind, record.id)).toBe(false);
      expect(await store.sessions.getRecord(kind, record.id)).toBeNull();
    }
    expect(await textOf()).not.toContain(secret);
    for (const { id } of runs) expect(await store.runs.getInput(id)).toBeNull();
    expect(await store.sessions.countSessions()).toMatchObject({ sessions: 1 });
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('gives no number out a second time', async () => {
    const { store } = current();
    const first = await store.sessions.addPrompt(makePrompt());
    await store.sessions.deleteRecord('prompt', first.prompt.id);
    const second = await store.sessions.addPrompt(makePrompt());
    expect(second.prompt.promptNumber).toBe(2);
    expect(second.prompt.id).toBeGreaterThan(first.prompt.id);
    await store.sessions.deleteSessions({ id: first.session.id });
    const third = await store.sessions.addPrompt(makePrompt());
    expect(third.session.id).toBeGreaterThan(first.session.id);
    expect(third.prompt.id).toBeGreaterThan(second.prompt.id);
  });

  test('something of a session refuses what a run made of it, which then forgets its text', async () => {
    const { store } = current();
    const { session, prompt } = await store.sessions.addPrompt(makePrompt({ text: secret }));
    const runId = await startOrder(store, session.id);
    await store.sessions.deleteRecord('prompt', prompt.id);
    expect(await store.runs.getInput(runId)).not.toBeNull();
    expect(await store.sessions.listSessionRuns({ id: session.id })).toEqual([runId]);
    const payload = makePayload(session.id);
    expect(await endRun(store, makeSuccess(runId, { payload }))).toBe('refused');
    expect(await endRun(store, makeFailure(runId))).toBe('finished');
    expect(await textOf()).not.toContain(secret);
    expect(await store.sessions.countSessions()).toMatchObject({ summaries: 0 });
  });

  test('a session at the moment one of its runs ends leaves no text behind and blocks nobody', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    for (let round = 0; round < 20; round += 1) {
      const { session } = await store.sessions.addPrompt(makePrompt({ text: secret }));
      const runId = await startOrder(store, session.id);
      const finish =
        round % 2 === 0 ? makeFailure(runId) : makeSuccess(runId, { payload: makePayload(session.id) });
      const [deleted, result] = await Promise.all([
        store.sessions.deleteSessions({ id: session.id }),
        endRun(other, finish),
      ]);
      expect(deleted).toBe(1);
      if (result === 'refused') await endRun(other, makeFailure(runId));
    }
    expect(await textOf()).not.toContain(secret);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('a session at the moment something comes in leaves either all or nothing of it', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    for (let round = 0; round < 20; round += 1) {
      const { session } = await store.sessions.addPrompt(makePrompt());
      await Promise.all([
        store.sessions.deleteSessions({ id: session.id }),
        other.sessions.addObservation(makeObservation()),
        other.sessions.addSummary(makeSummary()),
      ]);
    }
    expect(await store.checkIntegrity()).toBeNull();
  });
});

/** Stores a turn whose records, or those of one kind, have the same topic. One of its runs succeeds and one fails. */
async function fillWithSecrets(
  store: Store,
  contentSessionId: string,
  { only }: { only?: RecordKind } = {},
): Promise<SessionId> {
  const said = (kind: RecordKind) => (only === undefined || only === kind ? secret : 'Peas');
  const { session } = await store.sessions.addPrompt(makePrompt({ contentSessionId, text: said('prompt') }));
  await store.sessions.addObservation(
    makeObservation({ contentSessionId, toolResponse: said('observation') }),
  );
  await store.sessions.addSummary(makeSummary({ learned: said('summary') }, { contentSessionId }));
  const runId = await startOrder(store, session.id);
  const made = { ...fields, completed: said('summary') };
  expect(
    await endRun(store, makeSuccess(runId, { payload: { ...makePayload(session.id), fields: made } })),
  ).toBe('finished');
  await endRun(store, makeFailure(await startOrder(store, session.id)));
  return session.id;
}

function makePayload(sessionId: SessionId) {
  return {
    kind: 'session' as const,
    sessionId,
    promptNumber: 1,
    fields: { ...fields, notes: secret },
    grounding: null,
  };
}

async function startOrder(store: Store, sessionId: SessionId) {
  const run = makeOrder(sessionId, { text: secret });
  const { id } = run.run;
  await store.sessions.startSummary({ sessionId, promptNumber: 1, inputHash: id, run });
  await startRun(store, id);
  const events = makeEvents(id, 1, [{ type: 'text-delta', text: secret }]);
  await store.runs.appendEvents({ runId: id, attempt: 1, events });
  return id;
}
