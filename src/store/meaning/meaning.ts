import { CompiledQuery, sql } from 'kysely';
import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import type { MeaningStore, RecordName, RecordText, RecordVector } from '#sources/session/meaning/ports.ts';
import { cardCharacters } from '#sources/session/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { kindNumbers, recordKey } from '#store/record-search/record-index.ts';
import { fromEngineTransaction } from '#store/runs/engine-transaction.ts';
import { readCards } from '#store/sessions/session-cards.ts';
import { recordTables } from '#store/sessions/session-tables.ts';
import { cutCharacters } from '#text/sentences/cut-text.ts';

interface Placed {
  id: number;
  session_id: SessionId;
  created_at: number;
}

export function createMeaning(database: Database): MeaningStore {
  const { db, vectors: index } = database;
  return {
    canCompare: index.canCompare,
    findNearest: index.findNearest,

    async listUnread({ kind, model, below, limit }) {
      const { rows } = await sql<{ id: number; is_read: number }>`
        select r.id, case when v.id is null then 0 else 1 end as is_read
        from (select id from ${sql.table(recordTables[kind])} where id < ${below} order by id desc limit ${limit}) as r
        left join record_vectors as v on v.kind = ${kindNumbers[kind]} and v.id = r.id and v.model = ${model}
        order by r.id desc
      `.execute(db);
      const unread = rows.filter(({ is_read }) => is_read === 0).map(({ id }) => ({ kind, id }));
      return { unread, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
    },

    readTexts: (records) => readTexts(database, records),

    async saveVectors(tx, { model, vectors }) {
      const trx = fromEngineTransaction(tx);
      const kept: (RecordVector & Placed)[] = [];
      for (const [kind, own] of Map.groupBy(vectors, (one) => one.kind)) {
        const places = await placeRecords(database, trx, { kind, ids: own.map(({ id }) => id) });
        const texts = await readTexts({ ...database, db: trx }, own);
        const current = new Map(texts.map(({ id, text }) => [id, text]));
        for (const one of own) {
          const place = places.get(one.id);
          // A record that changed meanwhile is skipped here and read again later.
          if (place !== undefined && current.get(one.id) === one.text) kept.push({ ...one, ...place });
        }
      }
      return async () => {
        for (const { kind, id, session_id, created_at, vector } of kept) {
          const columns = vector === null ? { vector: null, sketch: null } : index.toColumns(vector);
          await trx
            .insertInto('record_vectors')
            .values({ kind: kindNumbers[kind], id, session_id, at: created_at, model, ...columns })
            .onConflict((conflict) =>
              conflict.columns(['kind', 'id']).doUpdateSet((eb) => ({
                model: eb.ref('excluded.model'),
                vector: eb.ref('excluded.vector'),
                sketch: eb.ref('excluded.sketch'),
              })),
            )
            .execute();
        }
        return true;
      };
    },

    async countRead(model) {
      const { count } = await db
        .selectFrom('record_vectors')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('model', '=', model)
        .executeTakeFirstOrThrow();
      return count;
    },

    async measure(model) {
      const { rows } = await db.executeQuery<{ length: number }>(
        CompiledQuery.raw(
          `select ${index.lengthOf} as length from record_vectors
            where model = ${database.dialect === 'sqlite' ? '?1' : '$1'} and vector is not null limit 1`,
          [model],
        ),
      );
      return rows[0]?.length ?? null;
    },

    async forgetOthers(model, limit) {
      const { rows } = await sql<{ kind: number; id: number }>`
        select kind, id from record_vectors where ${model === null ? sql`true` : sql`model <> ${model}`} limit ${limit}
      `.execute(db);
      for (const [kind, own] of Map.groupBy(rows, (row) => row.kind)) {
        const ids = own.map(({ id }) => id);
        let statement = db.deleteFrom('record_vectors').where('kind', '=', kind).where('id', 'in', ids);
        // A record that was read again meanwhile keeps its vector.
        if (model !== null) statement = statement.where('model', '<>', model);
        await statement.execute();
      }
      return rows.length;
    },
  };
}

/**
 * Finds the session and the time of each record. PostgreSQL locks the sessions, so that a deletion of a record either
 * waits for this transaction or has already happened.
 */
async function placeRecords(
  { dialect }: Pick<Database, 'dialect'>,
  trx: TablesTransaction,
  { kind, ids }: { kind: RecordKind; ids: number[] },
): Promise<Map<number, Placed>> {
  const table = sql.table(recordTables[kind]);
  const list = sql.join(ids);
  if (dialect === 'postgres') {
    const sessions = sql`select session_id from ${table} where id in (${list})`;
    await sql`select id from sessions where id in (${sessions}) order by id for key share`.execute(trx);
  }
  const { rows } = await sql<Placed>`
    select id, session_id, created_at from ${table} where id in (${list})
  `.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Skips records of excluded projects. What was recorded of them before stays on this machine. */
async function readTexts(
  database: Pick<Database, 'db' | 'dialect'>,
  records: readonly RecordName[],
): Promise<RecordText[]> {
  const rows = await database.db.selectFrom('excluded_projects').select('project').execute();
  const excluded = new Set(rows.map(({ project }) => project));
  const texts = new Map<string, RecordText>();
  for (const [kind, own] of Map.groupBy(records, (record) => record.kind)) {
    const ids = own.map(({ id }) => id);
    for (const { id, project, title, text } of await readCards(database, kind, ids)) {
      const parts = excluded.has(project) ? [] : [title.trim(), text.trim()].filter((part) => part !== '');
      texts.set(recordKey({ kind, id }), { kind, id, text: cutCharacters(parts.join('\n'), cardCharacters) });
    }
  }
  return records.flatMap((record) => texts.get(recordKey(record)) ?? []);
}

/** Deletes the vector of a record that is deleted or whose text changes. A changed record is read again. */
export async function forgetVector(trx: TablesTransaction, kind: RecordKind, id: number): Promise<void> {
  await trx.deleteFrom('record_vectors').where('kind', '=', kindNumbers[kind]).where('id', '=', id).execute();
}

/** Deletes the vectors of a project when it is excluded or included again. */
export async function forgetVectorsOf(trx: TablesTransaction, project: string): Promise<void> {
  await trx
    .deleteFrom('record_vectors')
    .where('session_id', 'in', trx.selectFrom('sessions').select('id').where('project', '=', project))
    .execute();
}
