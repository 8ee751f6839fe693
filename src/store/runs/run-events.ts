import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import type { Database } from '#store/database.ts';
import { nameText, type PreparedQuery, prepareQuery } from '#store/prepared-query.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { Tables } from '#store/tables.ts';

/** SQLite binds at most 32,766 values to a statement; an event takes four. */
const eventsPerInsert = 1000;
/** Most writes have a few events: the text of a statement depends on their number alone. */
const keptTexts = 16;

export function createRunEvents(database: Database): Pick<RunStore, 'appendEvents' | 'readEvents'> {
  const { db, forUpdate, relaxedStatement } = database;
  const selectOwned = (runId: RunId, attempt: number) =>
    db
      .selectFrom('runs')
      .select('id')
      .where('id', '=', runId)
      .where('attempt', '=', attempt)
      .where('status', '=', 'running');
  const appends = new Map<number, CompiledQuery>();

  function compileAppend(count: number): CompiledQuery {
    const known = appends.get(count);
    if (known !== undefined) return known;
    const rows = Array.from(
      { length: count },
      () => sql`(cast(${0} as bigint), cast(${0} as bigint), cast(${''} as text))`,
    );
    const append = sql`
      with owned as ${forUpdate(selectOwned('' as RunId, 0))}
      insert into run_events (run_id, seq, at, body_json)
      select owned.id, event.column1, event.column2, event.column3
      from owned cross join (values ${sql.join(rows)}) as event
      where true
      -- Written again if the response to the first write was lost; a row that stays as it is counts.
      on conflict (run_id, seq) do update set seq = excluded.seq
    `.compile(db);
    if (count <= keptTexts) {
      appends.set(count, append);
      nameText(append.sql);
    }
    return append;
  }

  return {
    async appendEvents({ runId, attempt, events }) {
      if (events.length === 0) return (await selectOwned(runId, attempt).executeTakeFirst()) !== undefined;
      for (let from = 0; from < events.length; from += eventsPerInsert) {
        const written = events.slice(from, from + eventsPerInsert);
        const values = written.flatMap(({ seq, at, ...body }) => [seq, at, toBody(body)]);
        const parameters = [runId, attempt, 'running', ...values];
        const append = { ...compileAppend(written.length), parameters };
        const { numAffectedRows } = await relaxedStatement(append);
        if (numAffectedRows !== BigInt(written.length)) return false;
      }
      return true;
    },

    async readEvents({ runId, afterSeq, limit }) {
      const { rows } = await selectEvents.execute(db, { runId, afterSeq, limit });
      return rows.map(toEvent);
    },
  };
}

const selectEvents = prepareQuery<{ runId: RunId; afterSeq: number; limit: number }, Tables['run_events']>(
  (db, { runId, afterSeq, limit }) =>
    db
      .selectFrom('run_events')
      .selectAll()
      .where('run_id', '=', runId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(limit),
);

function toBody(event: Omit<RunEvent, 'seq' | 'at'>): string {
  const { runId: _runId, ...body } = event;
  return toStoredJson(body);
}

/** As many rows as there are values for; their columns in order. */
const inserts = new Map<number, PreparedQuery<unknown[], unknown>>();

function insertOf(count: number): PreparedQuery<unknown[], unknown> {
  const known = inserts.get(count);
  if (known !== undefined) return known;
  const insert = prepareQuery<unknown[]>((db, values) => {
    const rows = Array.from({ length: count }, (_, row) => ({
      run_id: values[row * 4] as RunId,
      seq: values[row * 4 + 1] as number,
      at: values[row * 4 + 2] as number,
      body_json: values[row * 4 + 3] as string,
    }));
    return (
      db
        .insertInto('run_events')
        .values(rows)
        // Written again if the response to the first write was lost.
        .onConflict((conflict) => conflict.columns(['run_id', 'seq']).doNothing())
    );
  });
  if (count <= keptTexts) inserts.set(count, insert);
  return insert;
}

/** As many statements as the events need. */
export function fillInsertEvents(db: Kysely<Tables>, events: readonly RunEvent[]): CompiledQuery[] {
  const statements: CompiledQuery[] = [];
  for (let from = 0; from < events.length; from += eventsPerInsert) {
    const written = events.slice(from, from + eventsPerInsert);
    const values = written.flatMap(({ seq, at, ...body }) => [body.runId, seq, at, toBody(body)]);
    statements.push(insertOf(written.length).fill(db, values));
  }
  return statements;
}

interface NextEvent {
  runId: RunId;
  at: number;
  body: string;
}

const insertNext = prepareQuery<NextEvent>((db, { runId, at, body }) => {
  const seq = sql<number>`(select coalesce(max(seq), 0) + 1 from run_events where run_id = ${runId})`;
  return db
    .insertInto('run_events')
    .values({ run_id: runId, seq, at, body_json: body })
    .onConflict((conflict) => conflict.columns(['run_id', 'seq']).doNothing());
});

/** For a process that does not know how many there are. */
export function fillInsertNextEvent(db: Kysely<Tables>, event: Omit<RunEvent, 'seq'>): CompiledQuery {
  const { runId, at, ...body } = event;
  return insertNext.fill(db, { runId, at, body: toStoredJson(body) });
}

/** Oldest first. */
export async function readLastEvents(db: Kysely<Tables>, runId: RunId, count: number): Promise<RunEvent[]> {
  const rows = await db
    .selectFrom('run_events')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('seq', 'desc')
    .limit(count)
    .execute();
  return rows.toReversed().map(toEvent);
}

function toEvent(row: Tables['run_events']): RunEvent {
  return { ...JSON.parse(row.body_json), runId: row.run_id, seq: row.seq, at: row.at };
}
