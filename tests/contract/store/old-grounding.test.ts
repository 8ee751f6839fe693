import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { groundingCountsSchema, groundingSchema } from '#schema/runs/grounding.ts';
import { fieldGroundingSchema } from '#schema/sessions/session.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import { createSucceeded, makeSuccess, slot, startRun } from './make-run.ts';
import { fields, makeOrder, makePrompt } from './make-session.ts';
import { withRawDatabase } from './with-raw-database.ts';

const flag = { kind: 'number', reason: 'missing', start: 0, end: 4 };
const sentence = { start: 0, end: 27, support: [{ start: 3, end: 12 }], flags: [] };

/** The format that versions before the four verdicts wrote. */
const old = {
  sentences: [
    { ...sentence, state: 'supported' },
    { ...sentence, state: 'not-verifiable' },
    { ...sentence, state: 'unsupported', flags: [flag] },
    { ...sentence, state: 'unsupported', flags: [flag, { ...flag, kind: 'name', reason: 'elsewhere' }] },
    { ...sentence, state: 'unsupported', flags: [{ ...flag, kind: 'opposite', reason: 'reversed' }] },
  ],
};
const read = {
  sentences: [
    { ...sentence, details: [], state: 'not-checked' },
    { ...sentence, details: [], state: 'not-checked' },
    { ...sentence, details: [], state: 'not-in-the-source', flags: [flag] },
    {
      ...sentence,
      details: [],
      state: 'different',
      flags: [flag, { ...flag, kind: 'name', reason: 'elsewhere' }],
    },
    {
      ...sentence,
      details: [],
      state: 'different',
      flags: [{ ...flag, kind: 'polarity', reason: 'reversed' }],
    },
  ],
};

/** The format with four verdicts, before details had verdicts of their own. */
const four = {
  sentences: ['supported', 'undecided', 'not-found', 'contradicted', 'contradicted'].map((state, at) => ({
    ...sentence,
    state,
    flags: read.sentences[at]?.flags ?? [],
  })),
};

describeEachStore('a check stored by an earlier version', (current) => {
  test.each([
    ['three', old],
    ['four', four],
  ])('with %s verdicts has those of today when it is read', async (_, stored) => {
    const { store, place } = current();
    const { id } = await createSucceeded(store);
    await withRawDatabase(place, (db) =>
      sql`update slots set grounding_json = ${JSON.stringify(stored)}`.execute(db),
    );
    const summaries = [await store.reader.getSummary(slot), await store.reader.getSummaryByRun(id)];
    for (const summary of [...summaries, ...(await store.reader.listSummaries(slot.source))]) {
      expect(summary?.grounding).toEqual(read);
      expect(groundingSchema.parse(summary?.grounding)).toEqual(read);
    }
  });

  test.each([
    [{ supported: 1, notVerifiable: 1, unsupported: 3 }, { notInTheSource: 3 }],
    [
      { supported: 1, undecided: 1, contradicted: 2, notFound: 1 },
      { different: 2, notInTheSource: 1 },
    ],
  ])('of a run is counted without ticks: %o', async (counts, doubts) => {
    const { store, place } = current();
    const { id } = await createSucceeded(store);
    await withRawDatabase(place, (db) =>
      sql`update runs set grounding_json = ${JSON.stringify({ sentences: 5, flags: 4, ...counts })}`.execute(
        db,
      ),
    );
    const grounding = (await store.runs.getRun(id))?.grounding;
    expect(grounding).toEqual({
      sentences: 5,
      quoted: 0,
      confirmed: 0,
      different: 0,
      wrong: 0,
      notChecked: 2,
      details: { total: 0, found: 0, different: 0, notInTheSource: 0, notChecked: 0 },
      ...doubts,
    });
    expect(groundingCountsSchema.parse(grounding)).toEqual(grounding);
    expect((await store.runs.listRuns({ limit: 5 })).items[0]?.grounding).toEqual(grounding);
  });

  test('of a session has them field by field', async () => {
    const { store, place } = current();
    const { session } = await store.sessions.addPrompt(makePrompt());
    const run = makeOrder(session.id);
    await store.sessions.startSummary({ sessionId: session.id, promptNumber: 1, inputHash: 'hash', run });
    await startRun(store, run.run.id);
    const payload = {
      kind: 'session' as const,
      sessionId: session.id,
      promptNumber: 1,
      fields,
      grounding: {},
    };
    await endRun(store, makeSuccess(run.run.id, { payload }));
    await withRawDatabase(place, (db) =>
      sql`update session_summaries set grounding_json = ${JSON.stringify({ request: old, notes: old })}`.execute(
        db,
      ),
    );
    const id = (await store.sessions.findSessionSummary(run.run.id)) ?? 0;
    const summary = await store.sessions.getRecord('summary', id);
    expect(summary).toMatchObject({ grounding: { request: read, notes: read } });
    expect(fieldGroundingSchema.parse({ request: read, notes: read })).toEqual({
      request: read,
      notes: read,
    });
  });
});

describeEachStore('a check', (current) => {
  test('is read as stored, with its score and the conflicting passages', async () => {
    const { store } = current();
    const grounding = groundingSchema.parse({
      score: 0.41,
      sentences: [
        {
          ...sentence,
          state: 'different',
          details: [{ kind: 'number', verdict: 'different', start: 0, end: 4, source: { start: 5, end: 9 } }],
          flags: [{ ...flag, kind: 'currency', reason: 'elsewhere', source: { start: 5, end: 9 } }],
        },
      ],
    });
    const success = makeSuccess((await createSucceeded(store)).id);
    if (success.payload?.kind !== 'summary') throw new Error('no summary');
    await createSucceeded(store, { finish: { payload: { ...success.payload, grounding } } });
    expect((await store.reader.getSummary(slot))?.grounding).toEqual(grounding);
  });
});
