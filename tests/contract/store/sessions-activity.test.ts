import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { startTime } from './make-run.ts';
import { makeObservation, makePrompt, makeSummary } from './make-session.ts';
import { testSessionActivity } from './session-activity-suite.ts';
import { withRawDatabase } from './with-raw-database.ts';

describeEachStore('activity in coding sessions', (current) => {
  testSessionActivity(() => current().store.sessions);

  test('is recounted from the records by the statement that first counted them', async () => {
    const { store, place } = current();
    await store.sessions.addPrompt(makePrompt());
    await store.sessions.addObservation(makeObservation());
    await store.sessions.addSummary(makeSummary());
    const query = { days: 1, utcOffsetMinutes: 0, now: startTime };
    const before = await store.sessions.listActivity(query);
    expect(before).toMatchObject([{ prompts: 1, observations: 1, summaries: 1 }]);
    await withRawDatabase(place, (db) => sql`delete from record_counts`.execute(db));
    expect(await store.sessions.listActivity(query)).toEqual([]);
    expect(await store.correctCounters()).toBe(
      'Some counts were wrong and have been corrected: prompts, observations, session_summaries.',
    );
    expect(await store.sessions.listActivity(query)).toEqual(before);
  });
});
