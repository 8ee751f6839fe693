import { describe, expect, test } from 'vitest';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { startTime } from './make-run.ts';
import {
  contentSessionId,
  fields,
  findTexts,
  makeObservation,
  makePrompt,
  makeSummary,
} from './make-session.ts';

describeEachStore('coding sessions', (current) => {
  test('begin with their first prompt, and number each one', async () => {
    const { store } = current();
    const first = await store.sessions.addPrompt(makePrompt());
    expect(first).toMatchObject({ isNew: true, isNewSession: true });
    expect(first.session).toEqual({
      id: first.session.id,
      contentSessionId,
      project: 'web',
      promptCount: 1,
      status: 'active',
      startedAt: startTime,
      updatedAt: startTime,
      completedAt: null,
    });
    expect(first.prompt).toEqual({
      id: first.prompt.id,
      sessionId: first.session.id,
      contentSessionId,
      project: 'web',
      promptNumber: 1,
      createdAt: startTime,
      text: 'Why does the login fail?',
    });
    const second = await store.sessions.addPrompt(makePrompt({ project: 'other', at: startTime + 5 }));
    expect(second).toMatchObject({
      isNew: true,
      isNewSession: false,
      prompt: { promptNumber: 2, project: 'web' },
      session: { promptCount: 2, project: 'web', updatedAt: startTime + 5 },
    });
    expect(await store.sessions.getSession(first.session.id)).toEqual(second.session);
    expect(await store.sessions.getRecord('prompt', first.prompt.id)).toEqual(first.prompt);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('give the prompts of turns, with private ones, and none of other turns', async () => {
    const { store } = current();
    const first = await store.sessions.addPrompt(makePrompt());
    const second = await store.sessions.addPrompt(makePrompt({ text: null }));
    const other = await store.sessions.addPrompt(makePrompt({ contentSessionId: 'oc_2', text: 'Build it' }));
    const missing = { sessionId: other.session.id, promptNumber: 2 };
    const found = await store.sessions.readTurnPrompts([second.prompt, other.prompt, missing]);
    expect(found.toSorted((a, b) => a.id - b.id)).toEqual([second.prompt, other.prompt]);
    expect(found).not.toContainEqual(first.prompt);
    expect(await store.sessions.readTurnPrompts([])).toEqual([]);
  });

  test('take an event once, however often it comes', async () => {
    const { store } = current();
    const prompt = makePrompt();
    const first = await store.sessions.addPrompt(prompt);
    const again = await store.sessions.addPrompt({ ...prompt, at: startTime + 9, text: 'Other' });
    expect(again).toEqual({ ...first, isNew: false, isNewSession: false });
    const observation = makeObservation();
    const stored = await store.sessions.addObservation(observation);
    expect(await store.sessions.addObservation(observation)).toEqual({ ...stored, isNew: false });
    expect(await store.sessions.addPrompt({ ...prompt, contentSessionId: 'oc_2' })).toMatchObject({
      isNew: true,
    });
    expect(await store.sessions.countSessions()).toMatchObject({ sessions: 2, prompts: 2, observations: 1 });
  });

  test('take the same summary once under each prompt', async () => {
    const { store } = current();
    await store.sessions.addPrompt(makePrompt());
    const first = await store.sessions.addSummary(makeSummary());
    if (first.kind !== 'stored') throw new Error(first.kind);
    expect(first.summary).toMatchObject({ ...fields, promptNumber: 1, runId: null, project: 'web' });
    expect(await store.sessions.addSummary(makeSummary({}, { at: startTime + 9 }))).toEqual({
      ...first,
      isNew: false,
    });
    expect(await store.sessions.addSummary(makeSummary({ notes: 'n' }))).toMatchObject({ isNew: true });
    await store.sessions.addPrompt(makePrompt());
    expect(await store.sessions.addSummary(makeSummary())).toMatchObject({
      isNew: true,
      summary: { promptNumber: 2 },
    });
    expect(await store.sessions.countSessions()).toMatchObject({ summaries: 3 });
  });

  test('make one row and one id of the same summary that comes 50 times at once, by two processes', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? store : other).sessions.addSummary(makeSummary())),
    );
    const ids = answers.map((answer) => (answer.kind === 'stored' ? answer.summary.id : 0));
    expect(new Set(ids).size).toBe(1);
    expect(answers.filter((answer) => answer.kind === 'stored' && answer.isNew)).toHaveLength(1);
    expect(answers.filter((answer) => answer.kind === 'stored' && answer.isNewSession)).toHaveLength(1);
    expect(await store.sessions.countSessions()).toMatchObject({ sessions: 1, summaries: 1 });
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('number prompts that come at once without gaps or doubles, each event once', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const prompts = Array.from({ length: 20 }, (_, n) => makePrompt({ eventKey: `event-${n}` }));
    const answers = await Promise.all(
      [...prompts, ...prompts].map((prompt, n) => (n % 3 === 0 ? other : store).sessions.addPrompt(prompt)),
    );
    const added = answers.filter(({ isNew }) => isNew).map(({ prompt }) => prompt.promptNumber);
    expect(added.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    const observation = makeObservation({ eventKey: 'once' });
    const observed = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? other : store).sessions.addObservation(observation),
      ),
    );
    expect(observed.filter((answer) => answer.kind === 'stored' && answer.isNew)).toHaveLength(1);
    expect(await store.sessions.countSessions()).toMatchObject({ sessions: 1, prompts: 20, observations: 1 });
    expect(await store.checkIntegrity()).toBeNull();
  });

  describe('of a private prompt', () => {
    test('keep its number and nothing of its turn, until the next public one', async () => {
      const { store } = current();
      await store.sessions.addPrompt(makePrompt());
      const { prompt, session } = await store.sessions.addPrompt(makePrompt({ text: null }));
      expect(prompt).toMatchObject({ promptNumber: 2, text: null });
      expect(await store.sessions.addObservation(makeObservation())).toEqual({ kind: 'private', session });
      expect(await store.sessions.addSummary(makeSummary())).toEqual({ kind: 'private', session });
      expect(await store.sessions.deleteRecord('prompt', prompt.id)).toBe(true);
      expect(await store.sessions.addSummary(makeSummary())).toMatchObject({ kind: 'private' });
      await store.sessions.addPrompt(makePrompt());
      expect(await store.sessions.addSummary(makeSummary())).toMatchObject({ summary: { promptNumber: 3 } });
      expect(await store.sessions.countSessions()).toMatchObject({
        prompts: 2,
        observations: 0,
        summaries: 1,
      });
    });
  });

  test('are completed once, and active again with the next prompt', async () => {
    const { store } = current();
    expect(await store.sessions.completeSession(contentSessionId, 1)).toBeNull();
    const { session } = await store.sessions.addPrompt(makePrompt());
    expect(await store.sessions.completeSession(contentSessionId, startTime + 1)).toMatchObject({
      id: session.id,
      status: 'completed',
      completedAt: startTime + 1,
    });
    expect(await store.sessions.completeSession(contentSessionId, startTime + 2)).toBeNull();
    const { session: again } = await store.sessions.addPrompt(makePrompt());
    expect(again).toMatchObject({ status: 'active', completedAt: null });
  });

  test('take on the first project that is named, with everything that came before it', async () => {
    const { store } = current();
    const { session } = await store.sessions.openSession(contentSessionId, startTime);
    expect(session).toMatchObject({ project: '', promptCount: 0 });
    expect(await store.sessions.openSession(contentSessionId, startTime)).toMatchObject({
      isNewSession: false,
    });
    await store.sessions.addObservation(makeObservation());
    await store.sessions.addSummary(makeSummary());
    expect(await findTexts(store, 'token', { kind: 'summary', projects: ['web'] })).toEqual([]);
    await store.sessions.addPrompt(makePrompt({ project: '' }));
    await store.sessions.addPrompt(makePrompt({ project: 'web' }));
    for (const kind of ['prompt', 'observation', 'summary'] as const) {
      const page = { order: 'newest', offset: 0, limit: 9 } as const;
      const records = await store.sessions.listRecords(kind, { ...page, projects: ['web'] });
      expect(records).toHaveLength(kind === 'prompt' ? 2 : 1);
      expect(records[0]).toMatchObject({ project: 'web', sessionId: session.id });
    }
    expect(await findTexts(store, 'token', { kind: 'summary', projects: ['web'] })).toHaveLength(1);
    expect(await findTexts(store, 'token', { kind: 'summary', projects: [''] })).toEqual([]);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('are listed last used first, by project, with what is in them counted', async () => {
    const { store } = current();
    for (const [n, project] of ['web', 'api', 'web', ''].entries()) {
      const at = startTime + n;
      await store.sessions.addPrompt(makePrompt({ contentSessionId: `oc_${n}`, project, at }));
      await store.sessions.addObservation(makeObservation({ contentSessionId: `oc_${n}`, at }));
    }
    await store.sessions.addSummary(makeSummary({}, { contentSessionId: 'oc_0', at: startTime + 50 }));
    await store.sessions.completeSession('oc_1', startTime + 40);
    const names = async (project?: string) =>
      (await store.sessions.listSessions({ project, offset: 0, limit: 9 })).map(
        (one) => one.contentSessionId,
      );
    expect(await names()).toEqual(['oc_0', 'oc_1', 'oc_3', 'oc_2']);
    expect(await names('web')).toEqual(['oc_0', 'oc_2']);
    expect(await store.sessions.listSessions({ offset: 3, limit: 2 })).toHaveLength(1);
    expect(await store.sessions.listProjects()).toEqual([
      { project: 'web', sessions: 2, prompts: 2, observations: 2, summaries: 1, lastAt: startTime + 50 },
      { project: 'api', sessions: 1, prompts: 1, observations: 1, summaries: 0, lastAt: startTime + 40 },
      { project: '', sessions: 1, prompts: 1, observations: 1, summaries: 0, lastAt: startTime + 3 },
    ]);
    expect(await store.sessions.countSessions()).toEqual({
      sessions: 4,
      activeSessions: 3,
      prompts: 4,
      observations: 4,
      summaries: 1,
      projects: 3,
    });
    await store.sessions.ping();
  });

  test('keep strings as they came, whatever is in them', async () => {
    const { store } = current();
    const text = ' \t\u2028 🙂 <b>é</b> \'";-- % _ \\ \u202e 漢字\n\n';
    const { prompt } = await store.sessions.addPrompt(makePrompt({ text, project: text }));
    const added = await store.sessions.addObservation(
      makeObservation({ toolInput: text, toolResponse: text, cwd: text }),
    );
    const summary = await store.sessions.addSummary(makeSummary({ request: text, notes: '' }));
    expect(await store.sessions.getRecord('prompt', prompt.id)).toMatchObject({ text, project: text });
    if (added.kind !== 'stored' || summary.kind !== 'stored') throw new Error('private');
    expect(await store.sessions.getRecord('observation', added.observation.id)).toEqual(added.observation);
    expect(await store.sessions.getRecord('summary', summary.summary.id)).toMatchObject({
      request: text,
      notes: '',
    });
    expect(await findTexts(store, '漢字', { projects: [text] })).toEqual([text]);
  });
});
