import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { startTime } from './make-run.ts';
import { makeObservation, makePrompt, makeSummary } from './make-session.ts';

const manyEvents = 20;

describeEachStore('events of one session that arrive together', (current) => {
  test('from two processes are all stored, numbered and counted', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const { session } = await store.sessions.addPrompt(makePrompt());
    const writes = Array.from({ length: manyEvents }, (_, at) => {
      const { sessions } = at % 2 === 0 ? store : other;
      return Promise.all([
        sessions.addObservation(makeObservation({ at: startTime + at })),
        sessions.addPrompt(makePrompt({ at: startTime + at })),
        sessions.addSummary(makeSummary({ notes: `Note ${at}` }, { at: startTime + at })),
      ]);
    });
    await Promise.all(writes);
    const prompts = await store.sessions.listRecords('prompt', { order: 'oldest', offset: 0, limit: 100 });
    expect(prompts.map(({ promptNumber }) => promptNumber).sort((one, next) => one - next)).toEqual(
      Array.from({ length: manyEvents + 1 }, (_, at) => at + 1),
    );
    expect(await store.sessions.countSessions()).toMatchObject({
      prompts: manyEvents + 1,
      observations: manyEvents,
      summaries: manyEvents,
    });
    expect(await store.sessions.getSession(session.id)).toMatchObject({
      promptCount: manyEvents + 1,
      updatedAt: startTime + manyEvents - 1,
    });
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('and are equal become one', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    await store.sessions.addPrompt(makePrompt());
    const observation = makeObservation();
    const summary = makeSummary();
    const stores = Array.from({ length: manyEvents }, (_, at) => (at % 2 === 0 ? store : other));
    const written = await Promise.all(
      stores.flatMap(({ sessions }) => [sessions.addObservation(observation), sessions.addSummary(summary)]),
    );
    expect(written.filter((each) => each.kind === 'stored' && each.isNew).length).toBe(2);
    expect(await store.sessions.countSessions()).toMatchObject({ observations: 1, summaries: 1 });
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('give what a later read gives', async () => {
    const { store } = current();
    const text = 'a\u0000b \ud800 Grüße';
    await store.sessions.addPrompt(makePrompt({ text }));
    const { prompt } = await store.sessions.addPrompt(makePrompt({ text }));
    expect(await store.sessions.getRecord('prompt', prompt.id)).toEqual(prompt);
    const observed = await store.sessions.addObservation(makeObservation({ toolInput: text, cwd: text }));
    const stored = await store.sessions.addSummary(makeSummary({ request: text, notes: text }));
    if (observed.kind !== 'stored' || stored.kind !== 'stored') throw new Error('not stored');
    const { observation, session } = observed;
    expect(await store.sessions.getRecord('observation', observation.id)).toEqual(observation);
    expect(await store.sessions.getRecord('summary', stored.summary.id)).toEqual(stored.summary);
    expect(await store.sessions.getSession(session.id)).toEqual(stored.session);
  });
});

describeEachStore('an event that waits for another transaction', (current) => {
  /** Lets another connection change the session while the work waits for it. */
  async function meanwhile<T>(statement: string, work: () => Promise<T>): Promise<T> {
    const { databaseUrl } = current().place;
    const client = new pg.Client({ connectionString: databaseUrl ?? '' });
    const watcher = new pg.Client({ connectionString: databaseUrl ?? '' });
    await Promise.all([client.connect(), watcher.connect()]);
    try {
      await client.query(`begin; ${statement}`);
      const working = work();
      await vi.waitFor(
        async () => {
          const { rows } = await watcher.query(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          );
          expect(rows.length).toBe(1);
        },
        { timeout: 10_000 },
      );
      await client.query('commit');
      return await working;
    } finally {
      await Promise.all([client.end(), watcher.end()]);
    }
  }

  test('sees the session as that transaction left it', async (context) => {
    const { store, dialect } = current();
    context.skip(dialect === 'sqlite', 'has one writer at a time');
    const { session } = await store.sessions.addPrompt(makePrompt());
    const add = () => store.sessions.addObservation(makeObservation());
    expect(await meanwhile('update sessions set prompt_count = 7, observations = 40', add)).toMatchObject({
      session: { id: session.id, promptCount: 7 },
      observation: { promptNumber: 7 },
    });
    expect(await meanwhile('update sessions set is_private = 1', add)).toMatchObject({ kind: 'private' });
    expect(await meanwhile('delete from sessions', add)).toMatchObject({ isNew: true, isNewSession: true });
  });

  test('finds what a run has made of its turn in that transaction', async (context) => {
    const { store, dialect } = current();
    context.skip(dialect === 'sqlite', 'has one writer at a time');
    const prompt = makePrompt();
    await store.sessions.addPrompt(prompt);
    const summary = makeSummary({}, { promptKey: prompt.eventKey });
    const made = `update sessions set summaries = summaries + 1;
      insert into session_summaries (session_id, project, prompt_number, created_at, content_hash, run_id, request,
        investigated, learned, completed, next_steps)
      select id, project, 1, 1, 'made', 'run', '', '', '', '', '' from sessions`;
    expect(await meanwhile(made, () => store.sessions.addSummary(summary))).toMatchObject({
      isNew: false,
      summary: { runId: 'run' },
    });
    expect(await store.sessions.addSummary({ ...summary, promptKey: null })).toMatchObject({ isNew: true });
  });
});
