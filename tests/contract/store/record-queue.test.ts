import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { recordKinds } from '#schema/sessions/session.ts';
import { openStore } from '#store/open-store.ts';
import type { Store } from '#store/store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { parseSearch } from '#text/search-terms.ts';
import { startTime } from './make-run.ts';
import { startStoreProcess } from './start-store-process.ts';
import { withRawDatabase } from './with-raw-database.ts';

const count = 1000;

describeEachPlace('records that wait for the index', (current) => {
  test('are ranked, the newest at once and all in the end, though the process was killed in between', async () => {
    const { place } = current();
    await withRawDatabase(place, insertRecords);

    const killed = await startStoreProcess('search', place);
    const reported = (await killed.killAfter(3)).map(Number);
    expect(reported).toEqual(reported.toSorted((one, other) => other - one));
    expect(reported[0]).toBeLessThan(count);
    expect(reported[2]).toBeGreaterThan(0);

    const store = await openStore(place);
    const first = await rank(store, 'newest');
    expect(first.records[0]).toMatchObject({ at: startTime + count });
    expect(first.unindexed).toBeLessThan(reported[2] ?? 0);
    // Waiting records break nothing, and the integrity check knows them.
    expect(await store.checkIntegrity()).toBeNull();
    await expect.poll(async () => (await rank(store, 'x')).unindexed, { timeout: 30_000 }).toBe(0);
    const { records: found } = await rank(store, 'harbour');
    expect(found.map(({ kind, at }) => [kind, at - startTime])).toEqual([
      ['summary', 1],
      ['prompt', 1],
      ['observation', 1],
    ]);
    expect(await store.checkIntegrity()).toBeNull();
    await store.close();
  });

  test('are found by kind and project, also those that were indexed without that mark', async () => {
    const { place } = current();
    await withRawDatabase(place, async (db) => {
      await insertSummary(db);
      if (place.databaseUrl === null) await indexSummary(db);
      await sql`insert into record_queue (kind, id) values (3, 1)`.execute(db);
    });
    const store = await openStore(place);
    const search = {
      kinds: ['summary'] as const,
      projects: ['web'],
      terms: [{ text: 'harbour', prefix: true }],
      now: startTime,
      limit: 5,
    };
    const found = [{ kind: 'summary', id: 1, at: startTime }];
    expect(await store.sessions.rankRecords(search)).toMatchObject({ records: found, unindexed: 0 });
    const elsewhere = await store.sessions.rankRecords({ ...search, projects: ['api'] });
    expect(elsewhere.records).toEqual([]);
    expect(await store.checkIntegrity()).toBeNull();
    await store.close();
  });
});

async function rank(store: Store, query: string) {
  const { terms } = parseSearch(query);
  const now = startTime + count;
  return store.sessions.rankRecords({ kinds: recordKinds, terms, now, limit: 5 });
}

/** Inserts many prompts and, as the oldest records, one of each kind about the harbour. None of them is indexed. */
async function insertRecords(db: Kysely<unknown>): Promise<void> {
  await sql`insert into sessions (id, content_session_id, project, status, prompt_count, is_private, prompts,
      observations, summaries, started_at, updated_at)
    values (1, 'old', 'web', 'active', ${count}, 0, ${count}, 1, 1, ${startTime}, ${startTime})`.execute(db);
  const prompts = Array.from({ length: count }, (_, n) => {
    const text = n === 0 ? 'Harbour' : n === count - 1 ? 'The newest' : `Prompt ${n}`;
    return sql`(${n + 1}, 1, 'web', ${n + 1}, ${startTime + n + 1}, ${`key ${n}`}, ${text})`;
  });
  await sql`insert into prompts (id, session_id, project, prompt_number, created_at, event_key, text)
    values ${sql.join(prompts)}`.execute(db);
  await sql`insert into observations (id, session_id, project, prompt_number, created_at, event_key, tool_name, cwd,
      tool_input, tool_response)
    values (1, 1, 'web', 1, ${startTime + 1}, 'key', 'read', '/', '', ${`harbour ${'more of it '.repeat(99)}`})`.execute(
    db,
  );
  await sql`insert into session_summaries (id, session_id, project, prompt_number, created_at, content_hash, request,
      investigated, learned, completed, next_steps)
    values (1, 1, 'web', 1, ${startTime + 1}, 'hash', 'Harbour', 'Harbour', '', '', '')`.execute(db);
  const kinds = { prompts: 1, observations: 2, session_summaries: 3 };
  const all = Object.entries(kinds).map(
    ([table, kind]) => sql`select ${sql.lit(kind)} as kind, id, created_at from ${sql.table(table)}`,
  );
  await sql`insert into record_queue (kind, id)
    select kind, id from (${sql.join(all, sql` union all `)}) as records order by created_at, kind, id`.execute(
    db,
  );
}

async function insertSummary(db: Kysely<unknown>): Promise<void> {
  await sql`insert into sessions (id, content_session_id, project, status, prompt_count, is_private, prompts,
      observations, summaries, started_at, updated_at)
    values (1, 'old', 'web', 'active', 1, 0, 0, 0, 1, ${startTime}, ${startTime})`.execute(db);
  await sql`insert into session_summaries (id, session_id, project, prompt_number, created_at, content_hash, request,
      investigated, learned, completed, next_steps)
    values (1, 1, 'web', 1, ${startTime}, 'hash', 'Harbour', '', '', '', '')`.execute(db);
}

/** Indexes a summary as earlier versions did, without the mark of kind and project. */
async function indexSummary(db: Kysely<unknown>): Promise<void> {
  const place = sql.raw(`${2n ** 63n - 1n} - ${startTime} * ${2 ** 21} - ${3 * 2 ** 19 + 1}`);
  await sql`insert into record_search (place, kind, id, at, terms)
    values (${place}, 3, 1, ${startTime}, '7harbour')`.execute(db);
  await sql`insert into record_terms (rowid, terms) values (${place}, '=k3 =s1 7harbour')`.execute(db);
}
