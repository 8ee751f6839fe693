import { expect, test } from 'vitest';
import type { ExportLine } from '#schema/sessions/export-wire.ts';
import { recordKinds } from '#schema/sessions/session.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { startTime } from './make-run.ts';
import { findTexts, hashFields, makeObservation, makePrompt, makeSummary } from './make-session.ts';

describeEachStore('an export of sessions', (current) => {
  test('is taken in by an empty store whole, and a second time changes nothing', async () => {
    const { store } = current();
    await fill(store);
    const lines = await exportAll(store);
    expect(lines.map(({ type }) => type).join(' ')).toMatch(
      /^(session ){2}(prompt ){6}(observation ){4}summary( summary){3}$/,
    );
    await store.sessions.deleteSessions({ before: Number.MAX_SAFE_INTEGER });
    expect(await importAll(store, lines)).toEqual({ added: lines.length, known: 0 });
    expect(await importAll(store, lines)).toEqual({ added: 0, known: lines.length });
    expect(await exportAll(store)).toEqual(lines);
    expect(await store.sessions.countSessions()).toMatchObject({
      sessions: 2,
      activeSessions: 1,
      prompts: 6,
    });
    expect(await findTexts(store, 'login')).toHaveLength(4);
    const [newest] = await store.sessions.listSessions({ offset: 0, limit: 1 });
    expect(newest).toMatchObject({ promptCount: 3, updatedAt: startTime + 20 });
    // The newest prompt of each session is still private, so an observation is not stored.
    expect(await store.sessions.addObservation(makeObservation({ contentSessionId: 'b' }))).toMatchObject({
      kind: 'private',
    });
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('comes in pages, and of one project alone', async () => {
    const { store } = current();
    await fill(store);
    const all = await exportAll(store);
    expect(await exportAll(store, { limit: 1 })).toEqual(all);
    const web = await exportAll(store, { project: 'web' });
    expect(web).toEqual(all.filter(({ project }) => project === 'web'));
    expect(web).toHaveLength(8);
    expect(await exportAll(store, { project: 'none' })).toEqual([]);
  });

  test('adds to sessions that went on, and takes nothing from them', async () => {
    const { store } = current();
    await fill(store);
    const lines = await exportAll(store, { project: 'web' });
    const [session] = await store.sessions.listSessions({ project: 'web', offset: 0, limit: 1 });
    const page = { order: 'oldest', offset: 0, limit: 1 } as const;
    const [first] = await store.sessions.listRecords('observation', { ...page, projects: ['web'] });
    await store.sessions.deleteRecord('observation', first?.id ?? 0);
    const { prompt } = await store.sessions.addPrompt(
      makePrompt({ contentSessionId: 'a', text: 'Later', at: startTime + 99 }),
    );
    expect(await importAll(store, lines)).toEqual({ added: 1, known: lines.length - 1 });
    expect(await store.sessions.getRecord('prompt', prompt.id)).toMatchObject({
      promptNumber: 4,
      text: 'Later',
    });
    expect(await store.sessions.getSession(session?.id ?? prompt.sessionId)).toMatchObject({
      promptCount: 4,
      status: 'active',
      updatedAt: startTime + 99,
    });
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('may begin with what happened in a session instead of the session itself', async () => {
    const { store } = current();
    await fill(store);
    const lines = (await exportAll(store)).filter(({ type }) => type !== 'session').toReversed();
    await store.sessions.deleteSessions({ before: Number.MAX_SAFE_INTEGER });
    expect(await importAll(store, lines)).toEqual({ added: lines.length, known: 0 });
    expect(await store.sessions.listProjects()).toMatchObject([
      { project: 'api', prompts: 3, observations: 2, summaries: 2 },
      { project: 'web', prompts: 3, observations: 2, summaries: 2 },
    ]);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('is taken in by several processes at once as by one', async () => {
    const { store, openAnother } = current();
    await fill(store);
    const lines = await exportAll(store);
    await store.sessions.deleteSessions({ before: Number.MAX_SAFE_INTEGER });
    const stores = [store, await openAnother(), await openAnother()];
    const reports = await Promise.all(
      stores.map((each, n) => importAll(each, n === 1 ? lines.toReversed() : lines)),
    );
    expect(reports.reduce((sum, { added }) => sum + added, 0)).toBeGreaterThanOrEqual(lines.length - 2);
    expect(await store.sessions.countSessions()).toMatchObject({
      sessions: 2,
      prompts: 6,
      observations: 4,
      summaries: 4,
    });
    expect(await store.checkIntegrity()).toBeNull();
  });
});

/** Stores two sessions of two turns and a private one each. The first session is completed. */
async function fill(store: Store): Promise<void> {
  for (const [n, name] of ['a', 'b'].entries()) {
    const project = n === 0 ? 'web' : 'api';
    for (let turn = 1; turn <= 2; turn += 1) {
      const at = startTime + n * 10 + turn;
      await store.sessions.addPrompt(makePrompt({ contentSessionId: name, project, at }));
      await store.sessions.addObservation(makeObservation({ contentSessionId: name, at }));
      await store.sessions.addSummary(makeSummary({ notes: `Turn ${turn}` }, { contentSessionId: name, at }));
    }
    await store.sessions.addPrompt(
      makePrompt({ contentSessionId: name, text: null, at: startTime + n * 10 + 10 }),
    );
  }
  await store.sessions.completeSession('a', startTime + 12);
}

async function exportAll(
  store: Store,
  { limit = 100, project }: { limit?: number; project?: string } = {},
): Promise<ExportLine[]> {
  const lines: ExportLine[] = [];
  for (const type of ['session', ...recordKinds] as const) {
    for (let after = 0; ; ) {
      const page = await store.sessions.exportLines(type, { after, limit, project });
      lines.push(...page.map(({ line }) => line));
      if (page.length < limit) break;
      after = page.at(-1)?.number ?? 0;
    }
  }
  return lines;
}

function importAll(store: Store, lines: ExportLine[]) {
  return store.sessions.importLines(
    lines.map((line) => ({
      line,
      contentHash: line.type === 'summary' ? hashFields({ ...line, notes: line.notes ?? null }) : null,
    })),
  );
}
