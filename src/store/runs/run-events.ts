import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import type { Database } from '#store/database.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { Tables } from '#store/tables.ts';

/** SQLite binds at most 32,766 values to a statement; an event takes four. */
const eventsPerInsert = 1000;

export function createRunEvents(database: Database): Pick<RunStore, 'appendEvents' | 'readEvents'> {
  return {
    async appendEvents({ runId, attempt, events }) {
      const { db, forUpdate, relaxedStatement } = database;
      const owned = db
        .selectFrom('runs')
        .select('id')
        .where('id', '=', runId)
        .where('attempt', '=', attempt)
        .where('status', '=', 'running');
      if (events.length === 0) return (await owned.executeTakeFirst()) !== undefined;
      for (let from = 0; from < events.length; from += eventsPerInsert) {
        const rows = events.slice(from, from + eventsPerInsert).map(toTypedValues);
        const append = sql`
          with owned as ${forUpdate(owned)}
          insert into run_events (run_id, seq, at, body_json)
          select owned.id, event.column1, event.column2, event.column3
          from owned cross join (values ${sql.join(rows)}) as event
          where true
          -- Written again if the response to the first write was lost; a row that stays as it is counts.
          on conflict (run_id, seq) do update set seq = excluded.seq
        `;
        const { numAffectedRows } = await relaxedStatement(append.compile(db));
        if (numAffectedRows !== BigInt(rows.length)) return false;
      }
      return true;
    },

    async readEvents({ runId, afterSeq, limit }) {
      const rows = await database.db
        .selectFrom('run_events')
        .selectAll()
        .where('run_id', '=', runId)
        .where('seq', '>', afterSeq)
        .orderBy('seq')
        .limit(limit)
        .execute();
      return rows.map(toEvent);
    },
  };
}

function toTypedValues({ runId: _runId, seq, at, ...body }: RunEvent): RawBuilder<unknown> {
  return sql`(cast(${seq} as bigint), cast(${at} as bigint), cast(${toStoredJson(body)} as text))`;
}

type NewEvent = Omit<RunEvent, 'seq'> & { seq: number | RawBuilder<number> };

export async function insertEvents(db: Kysely<Tables>, events: NewEvent[]): Promise<void> {
  const rows = events.map(({ runId, seq, at, ...body }) => ({
    run_id: runId,
    seq,
    at,
    body_json: toStoredJson(body),
  }));
  for (let from = 0; from < rows.length; from += eventsPerInsert) {
    await db
      .insertInto('run_events')
      .values(rows.slice(from, from + eventsPerInsert))
      // Written again if the response to the first write was lost.
      .onConflict((conflict) => conflict.columns(['run_id', 'seq']).doNothing())
      .execute();
  }
}

export function nextSeq(runId: RunId): RawBuilder<number> {
  return sql`(select coalesce(max(seq), 0) + 1 from run_events where run_id = ${runId})`;
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
