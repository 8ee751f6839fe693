import { CompiledQuery, sql } from 'kysely';
import { recordKinds } from '#schema/sessions/session.ts';
import { createBatches } from '#store/batches.ts';
import type { OpenedDatabase, TablesTransaction } from '#store/database.ts';
import { nameText } from '#store/prepared-query.ts';
import { recordTables } from '#store/sessions/session-tables.ts';
import { readDocuments } from './record-documents.ts';
import { kindNumbers, type RecordDocument, type RecordQueue } from './record-index.ts';

const perBatch = 32;
/** A search waits for no more than this, and where still more are left, as after an upgrade, for the newest only. */
const batchesBeforeSearch = 4;
const delayMs = 100;
/** How often to look for what another process has added and left behind, as an import does. */
const lookEveryMs = 30_000;
/** Asked before each search. */
const firstWaiting = CompiledQuery.raw('select 1 from record_queue limit 1');
const waiting = CompiledQuery.raw('select count(*) as count from record_queue');

/** As below, for each incoming event. */
const addOne = {
  sqlite: 'insert or replace into record_queue (kind, id) values (?1, ?2)',
  postgres: `insert into record_queue (kind, id) values ($1, $2)
    on conflict (kind, id) do update set seq = excluded.seq`,
};

const newest = `select seq, kind, id from record_queue order by seq desc limit ${perBatch}`;
/** Locked, and only then removed: who waited for a record to be added again has its new number. */
const listNewest = { sqlite: newest, postgres: `${newest} for update` };
const removeListed = {
  sqlite: 'delete from record_queue where seq in (select value from json_each(?1))',
  postgres: 'delete from record_queue where seq = any($1::bigint[])',
};
for (const { postgres } of [addOne, listNewest, removeListed]) nameText(postgres);

interface QueueRow {
  seq: number;
  kind: number;
  id: number;
}

export function createRecordQueue(database: OpenedDatabase): RecordQueue {
  const { db } = database;
  const mergeStep = database.recordIndex.merge;
  async function indexBatch(): Promise<number> {
    const { rows } = await db.executeQuery(firstWaiting);
    if (rows.length === 0) return 0;
    const count = await database.relaxedTransaction((trx) => indexNewest(database, trx));
    if (mergeStep !== null) merges.wake(0);
    return count;
  }

  // A failure is tried again by each search too, which then reports the error.
  let held = 0;
  const batches = createBatches(async () => held === 0 && (await indexBatch()) === perBatch);
  // Between the batches, not after them: an import adds many, and parts that wait too long are merged all at once.
  const merges = createBatches(
    async () => held === 0 && mergeStep !== null && (await database.relaxedTransaction(mergeStep)),
  );
  batches.wake(delayMs);
  const look = setInterval(() => batches.wake(delayMs), lookEveryMs).unref();
  return {
    async add(trx, kind, which) {
      const records = sql`select ${sql.lit(kindNumbers[kind])}, id from ${sql.table(recordTables[kind])} where ${which}`;
      // A new number also locks the row: who indexes it then waits for this transaction and reads what it wrote.
      await (database.dialect === 'sqlite'
        ? sql`insert or replace into record_queue (kind, id) ${records}`
        : sql`insert into record_queue (kind, id) ${records}
            on conflict (kind, id) do update set seq = excluded.seq`
      ).execute(trx);
      batches.wake(delayMs);
    },

    async addOne(trx, kind, id) {
      await trx.executeQuery(CompiledQuery.raw(addOne[database.dialect], [kindNumbers[kind], id]));
      batches.wake(delayMs);
    },

    wake: () => batches.wake(delayMs),

    async remove(trx, kind, which) {
      await sql`delete from record_queue where kind = ${kindNumbers[kind]}
        and id in (select id from ${sql.table(recordTables[kind])} where ${which})`.execute(trx);
    },

    async catchUp() {
      for (let batch = 1; ; batch += 1) {
        if ((await indexBatch()) < perBatch) return 0;
        const { rows } = await db.executeQuery<{ count: number }>(waiting);
        const left = rows[0]?.count ?? 0;
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

async function indexNewest(database: OpenedDatabase, trx: TablesTransaction): Promise<number> {
  const { dialect, recordIndex } = database;
  const { rows } = await trx.executeQuery<QueueRow>(CompiledQuery.raw(listNewest[dialect]));
  if (rows.length === 0) return 0;
  const numbers = rows.map(({ seq }) => seq);
  const values = [dialect === 'sqlite' ? JSON.stringify(numbers) : numbers];
  await trx.executeQuery(CompiledQuery.raw(removeListed[dialect], values));
  const documents: RecordDocument[] = [];
  for (const kind of recordKinds) {
    const ids = rows.filter((row) => row.kind === kindNumbers[kind]).map(({ id }) => id);
    documents.push(...(await readDocuments(database, trx, { kind, ids })));
  }
  // FTS5 collects what comes in the order of its numbers, and writes to disk at each step back.
  await recordIndex.put(
    trx,
    documents.sort(
      (one, other) =>
        other.at - one.at || kindNumbers[other.kind] - kindNumbers[one.kind] || other.id - one.id,
    ),
  );
  return rows.length;
}
