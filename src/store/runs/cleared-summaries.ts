import type { ClearedStore } from '#sources/entry/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { SummariesTable } from '#store/tables.ts';
import { indexSummaries } from './index-summaries.ts';
import { evictOldest, toSourceColumns } from './summaries.ts';

/** How long a clear can be undone; then the summary is deleted permanently. */
const keptMs = 600_000;

export function createClearedSummaries(database: Database): ClearedStore {
  const { transaction, lockSummaries } = database;
  return {
    clearSummaries: ({ source, slot, undoId, at }) =>
      transaction(async (trx) => {
        await lockSummaries(trx);
        await dropExpired(trx, at);
        let cleared = trx.deleteFrom('summaries').where((eb) => eb.and(toSourceColumns(source)));
        if (slot !== null) {
          cleared = cleared
            .where('target_language', '=', slot.targetLanguage)
            .where('detail_level', '=', slot.detailLevel);
        }
        const rows = await cleared.returningAll().execute();
        if (rows.length === 0) return 0;
        await trx
          .insertInto('cleared_summaries')
          .values(
            rows.map((row) => ({
              run_id: row.run_id,
              undo_id: undoId,
              source_kind: row.source_kind,
              source_id: row.source_id,
              row_json: toStoredJson(row),
              cleared_at: at,
            })),
          )
          .execute();
        await indexSummaries(database, trx, [source.id]);
        return rows.length;
      }),

    restoreSummaries: ({ source, undoId, at, cap }) =>
      transaction(async (trx) => {
        await lockSummaries(trx);
        await dropExpired(trx, at);
        const kept = await trx
          .deleteFrom('cleared_summaries')
          .where('undo_id', '=', undoId)
          .where('source_kind', '=', source.kind)
          .where('source_id', '=', source.id)
          .returning('row_json')
          .execute();
        const touched = [source.id];
        for (const { row_json } of kept) {
          const row: SummariesTable = JSON.parse(row_json);
          // A summary made in the meantime is newer than the restored one.
          const inserted = await trx
            .insertInto('summaries')
            .values(row)
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst();
          if ((inserted.numInsertedOrUpdatedRows ?? 0n) > 0n) {
            touched.push(...(await evictOldest(trx, row.run_id, cap)));
          }
        }
        await indexSummaries(database, trx, touched);
        return kept.length;
      }),
  };
}

async function dropExpired(trx: TablesTransaction, at: number): Promise<void> {
  await trx
    .deleteFrom('cleared_summaries')
    .where('cleared_at', '<', at - keptMs)
    .execute();
}
