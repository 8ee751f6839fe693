import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import type { Database } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { Tables } from '#store/tables.ts';

/** SQLite binds at most 32,766 values to a statement, and an event takes five. */
const eventsPerInsert = 1000;

interface EventRow {
  runId: RunId;
  seq: number;
  at: number;
  body: string;
}

interface AppendedRow extends EventRow {
  attempt: number;
}

const append = prepareQuery<AppendedRow[]>((db, rows) => {
  const [first] = rows;
  if (first === undefined) throw new RangeError('there are no events to append');
  const values = rows.map(
    ({ seq, at, body }) => sql`(cast(${seq} as bigint), cast(${at} as bigint), cast(${body} as text))`,
  );
  return sql`
    with owned as ${selectOwned(db, first).forUpdate()}
    insert into run_events (run_id, seq, at, body_json)
    select owned.id, event.column1, event.column2, event.column3
    from owned cross join (values ${sql.join(values)}) as event
    where true
    -- Written again if the response to the first write was lost; a row that stays as it is counts.
    on conflict (run_id, seq) do update set seq = excluded.seq`;
});

export function createRunEvents(database: Database): Pick<RunStore, 'appendEvents' | 'readEvents'> {
  const { db, relaxedStatement } = database;
  return {
    async appendEvents({ runId, attempt, events }) {
      if (events.length === 0)
        return (await selectOwned(db, { runId, attempt }).executeTakeFirst()) !== undefined;
      for (const written of inBatches(events)) {
        const rows = written.map(({ seq, at, ...body }) => ({ runId, attempt, seq, at, body: toBody(body) }));
        const { numAffectedRows } = await relaxedStatement(append.fill(db, rows));
        if (numAffectedRows !== BigInt(rows.length)) return false;
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

function selectOwned(db: Kysely<Tables>, { runId, attempt }: Pick<AppendedRow, 'runId' | 'attempt'>) {
  return db
    .selectFrom('runs')
    .select('id')
    .where('id', '=', runId)
    .where('attempt', '=', attempt)
    .where('status', '=', 'running');
}

function toBody(event: Omit<RunEvent, 'seq' | 'at'>): string {
  const { runId: _runId, ...body } = event;
  return toStoredJson(body);
}

function* inBatches<E>(events: readonly E[]): Generator<E[]> {
  for (let from = 0; from < events.length; from += eventsPerInsert)
    yield events.slice(from, from + eventsPerInsert);
}

const insert = prepareQuery<EventRow[]>((db, rows) =>
  db
    .insertInto('run_events')
    .values(rows.map(({ runId, seq, at, body }) => ({ run_id: runId, seq, at, body_json: body })))
    // The event is written again if the response to the first write was lost.
    .onConflict((conflict) => conflict.columns(['run_id', 'seq']).doNothing()),
);

/** Fills as many statements as the events need. */
export function fillInsertEvents(db: Kysely<Tables>, events: readonly RunEvent[]): CompiledQuery[] {
  return Array.from(inBatches(events), (written) =>
    insert.fill(
      db,
      written.map(({ seq, at, ...body }) => ({ runId: body.runId, seq, at, body: toBody(body) })),
    ),
  );
}

const insertNext = prepareQuery<Omit<EventRow, 'seq'>>((db, { runId, at, body }) => {
  const seq = sql<number>`(select coalesce(max(seq), 0) + 1 from run_events where run_id = ${runId})`;
  return db
    .insertInto('run_events')
    .values({ run_id: runId, seq, at, body_json: body })
    .onConflict((conflict) => conflict.columns(['run_id', 'seq']).doNothing());
});

/** Adds an event for a process that does not know how many there are. */
export function fillInsertNextEvent(db: Kysely<Tables>, event: Omit<RunEvent, 'seq'>): CompiledQuery {
  const { runId, at, ...body } = event;
  return insertNext.fill(db, { runId, at, body: toStoredJson(body) });
}

/** Reads the last events, oldest first. */
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
