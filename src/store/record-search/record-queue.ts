import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type RecordKind, recordKinds, type SessionId } from '#schema/sessions/session.ts';
import { createBatches } from '#store/batches.ts';
import type { OpenedDatabase, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import { readByIds } from '#store/sessions/session-cards.ts';
import { recordTables, recordTexts } from '#store/sessions/session-tables.ts';
import type { Tables } from '#store/tables.ts';
import { levelTerms } from '#text/search-levels.ts';
import { kindNumbers, type RecordDocument, type RecordQueue } from './record-index.ts';

const perBatch = 32;
/** The most batches that a search waits for. If more are left, as after an upgrade, it waits only for the newest. */
const batchesBeforeSearch = 4;
const delayMs = 100;
/** How often to look for records that another process has added and left, for example by an import. */
const lookEveryMs = 30_000;
interface QueueRow {
  seq: number;
  kind: number;
  id: number;
}

/**
 * Giving a record a new number also locks its row. The transaction that indexes it waits for this one and reads what
 * it wrote.
 */
const insertRecords = {
  sqlite: (records: RawBuilder<unknown>) => sql`insert or replace into record_queue (kind, id) ${records}`,
  postgres: (records: RawBuilder<unknown>) => sql`insert into record_queue (kind, id) ${records}
    on conflict (kind, id) do update set seq = excluded.seq`,
};
const addOne = {
  sqlite: prepareAddOne(insertRecords.sqlite),
  postgres: prepareAddOne(insertRecords.postgres),
};
/** The rows are locked before they are removed, so that a record that was added again meanwhile is not removed. */
const lockNewest = prepareQuery<object, QueueRow>((db) =>
  db.selectFrom('record_queue').selectAll().orderBy('seq', 'desc').limit(perBatch).forUpdate(),
);
const removeListed = prepareQuery<Pick<QueueRow, 'seq'>[]>((db, rows) => {
  const numbers = rows.map(({ seq }) => seq);
  return db.deleteFrom('record_queue').where('seq', 'in', numbers);
});
/** This query runs before each search. */
const findFirst = prepareQuery((db) => db.selectFrom('record_queue').select('seq').limit(1));

export function createRecordQueue(database: OpenedDatabase): RecordQueue {
  const { db } = database;
  const mergeStep = database.recordIndex.merge;
  async function indexBatch(): Promise<number> {
    const { rows } = await findFirst.execute(db, {});
    if (rows.length === 0) return 0;
    const count = await database.relaxedTransaction((trx) => indexNewest(database, trx));
    if (mergeStep !== null) merges.wake(0);
    return count;
  }

  // Each search also tries again after a failure, and then reports the error.
  let held = 0;
  const batches = createBatches(async () => held === 0 && (await indexBatch()) === perBatch);
  // Merges run between the batches, not after them. An import adds many records, and unmerged parts are otherwise
  // merged all at once.
  const merges = createBatches(
    async () => held === 0 && mergeStep !== null && (await database.relaxedTransaction(mergeStep)),
  );
  batches.wake(delayMs);
  const look = setInterval(() => batches.wake(delayMs), lookEveryMs).unref();
  return {
    async add(trx, kind, which) {
      const records = sql`select ${sql.lit(kindNumbers[kind])}, id from ${sql.table(recordTables[kind])} where ${which}`;
      await insertRecords[database.dialect](records).execute(trx);
      batches.wake(delayMs);
    },

    async addOne(trx, kind, id) {
      await addOne[database.dialect].execute(trx, { kind: kindNumbers[kind], id });
      batches.wake(delayMs);
    },

    async remove(trx, kind, which) {
      await sql`delete from record_queue where kind = ${kindNumbers[kind]}
        and id in (select id from ${sql.table(recordTables[kind])} where ${which})`.execute(trx);
    },

    async catchUp() {
      for (let batch = 1; ; batch += 1) {
        if ((await indexBatch()) < perBatch) return 0;
        const left = await countWaiting(db);
        if (left > 0) batches.wake(delayMs);
        if (left === 0 || left > batchesBeforeSearch * perBatch || batch === batchesBeforeSearch) return left;
      }
    },

    async hold(work) {
      held += 1;
      try {
        return await work();
      } finally {
        held -= 1;
        batches.wake(delayMs);
      }
    },

    async close() {
      clearInterval(look);
      await batches.close();
      await merges.close();
    },
  };
}

function prepareAddOne(insert: (records: RawBuilder<unknown>) => RawBuilder<unknown>) {
  return prepareQuery<Pick<QueueRow, 'kind' | 'id'>>((_, { kind, id }) =>
    insert(sql`values (${kind}, ${id})`),
  );
}

async function countWaiting(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('record_queue')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function indexNewest(database: OpenedDatabase, trx: TablesTransaction): Promise<number> {
  const { rows } = await lockNewest.execute(trx, {});
  if (rows.length === 0) return 0;
  await removeListed.execute(trx, rows);
  const documents: RecordDocument[] = [];
  for (const kind of recordKinds) {
    const ids = rows.filter((row) => row.kind === kindNumbers[kind]).map(({ id }) => id);
    documents.push(...(await readDocuments(database, trx, { kind, ids })));
  }
  // FTS5 buffers rows that arrive in the order of their numbers, and writes to disk at each step back.
  await database.recordIndex.put(
    trx,
    documents.sort(
      (one, other) =>
        other.at - one.at || kindNumbers[other.kind] - kindNumbers[one.kind] || other.id - one.id,
    ),
  );
  return rows.length;
}

interface Row {
  id: number;
  session_id: SessionId;
  project: string;
  created_at: number;
  title: string;
  text: string;
}

const selects: Record<RecordKind, ReturnType<typeof selectTexts>> = {
  prompt: selectTexts('prompt'),
  observation: selectTexts('observation'),
  summary: selectTexts('summary'),
};

/** Reads the records that still exist. */
export async function readDocuments(
  database: Pick<OpenedDatabase, 'dialect'>,
  trx: TablesTransaction,
  { kind, ids }: { kind: RecordKind; ids: number[] },
): Promise<RecordDocument[]> {
  const rows = await selects[kind](database, trx, ids);
  return rows.map(({ id, session_id, project, created_at, title, text }) => ({
    kind,
    id,
    at: created_at,
    terms: levelTerms({ title, text }),
    project,
    sessionId: session_id,
  }));
}

function selectTexts(kind: RecordKind) {
  const { title, texts } = recordTexts[kind];
  const parts = texts.map((column) => `coalesce(${column}, '')`);
  return readByIds<Row>(
    `select id, session_id, project, created_at, ${title} as title, ${parts.join(` || '\n' || `)} as text
      from ${recordTables[kind]}`,
  );
}
