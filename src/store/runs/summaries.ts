import type { Selectable } from 'kysely';
import type { RunId } from '#schema/ids.ts';
import type { Slot, Summary, SummaryPayload } from '#schema/runs/summary.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import type { SummaryStore } from '#store/store.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { SummariesTable } from '#store/tables.ts';
import { indexSummaries } from './index-summaries.ts';
import { readGrounding } from './read-grounding.ts';

export function createSummaries(database: Database): SummaryStore {
  const { db, transaction, lockSummaries } = database;
  return {
    async getSummary(slot) {
      const row = await db
        .selectFrom('summaries')
        .selectAll()
        .where((eb) => eb.and(toSlotColumns(slot)))
        .executeTakeFirst();
      return row ? toSummary(row) : null;
    },

    async getSummaryByRun(runId) {
      const row = await db.selectFrom('summaries').selectAll().where('run_id', '=', runId).executeTakeFirst();
      return row ? toSummary(row) : null;
    },

    async listSummaries(source) {
      const rows = await db
        .selectFrom('summaries')
        .selectAll()
        .where((eb) => eb.and(toSourceColumns(source)))
        .orderBy('updated_at', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('run_id', 'desc')
        .execute();
      return rows.map(toSummary);
    },

    deleteSummary: (slot) =>
      transaction(async (trx) => {
        await lockSummaries(trx);
        const deleted = await deleteSlot(trx, slot);
        await indexSummaries(database, trx, [slot.source.id]);
        return deleted > 0;
      }),

    deleteSummaries: (source) =>
      transaction(async (trx) => {
        await lockSummaries(trx);
        const { numDeletedRows } = await trx
          .deleteFrom('summaries')
          .where((eb) => eb.and(toSourceColumns(source)))
          .executeTakeFirst();
        await indexSummaries(database, trx, [source.id]);
        return Number(numDeletedRows);
      }),

    deleteAllSummaries: () =>
      transaction(async (trx) => {
        await lockSummaries(trx);
        const rows = await trx.selectFrom('summaries').select('source_id').distinct().execute();
        const { numDeletedRows } = await trx.deleteFrom('summaries').executeTakeFirst();
        await trx.deleteFrom('cleared_summaries').execute();
        await indexSummaries(
          database,
          trx,
          rows.map(({ source_id }) => source_id),
        );
        return Number(numDeletedRows);
      }),
  };
}

/** Replaces the slot and evicts over the cap. The caller holds the lock on summaries. */
export async function storeSummary(
  database: Pick<Database, 'search'>,
  trx: TablesTransaction,
  summary: { runId: RunId; payload: SummaryPayload; at: number; cap: number },
): Promise<void> {
  const { runId, payload, at, cap } = summary;
  await deleteSlot(trx, payload);
  await trx
    .insertInto('summaries')
    .values({
      ...toSlotColumns(payload),
      run_id: runId,
      text: payload.text,
      output_language: payload.outputLanguage,
      content_hash: payload.contentHash,
      grounding_json: payload.grounding === null ? null : toStoredJson(payload.grounding),
      created_at: at,
      updated_at: at,
    })
    .execute();
  const evicted = await evictOldest(trx, runId, cap);
  await indexSummaries(database, trx, [payload.source.id, ...evicted]);
}

/** Returns the sources of what was evicted. */
export async function evictOldest(trx: TablesTransaction, newest: RunId, cap: number): Promise<string[]> {
  const { count } = await trx
    .selectFrom('summaries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count <= cap) return [];
  const evicted = await trx
    .deleteFrom('summaries')
    .where('run_id', 'in', (eb) =>
      eb
        .selectFrom('summaries')
        .select('run_id')
        // Even when a clock was set back, the summary that was just made is not the oldest.
        .where('run_id', '!=', newest)
        .orderBy('updated_at')
        .orderBy('created_at')
        .orderBy('run_id')
        .limit(count - cap),
    )
    .returning('source_id')
    .execute();
  return evicted.map(({ source_id }) => source_id);
}

async function deleteSlot(trx: TablesTransaction, slot: Slot): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('summaries')
    .where((eb) => eb.and(toSlotColumns(slot)))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export function toSourceColumns(source: Slot['source']) {
  return { task_type: 'summary' as const, source_kind: source.kind, source_id: source.id };
}

function toSlotColumns(slot: Slot) {
  return {
    ...toSourceColumns(slot.source),
    target_language: slot.targetLanguage,
    detail_level: slot.detailLevel,
  };
}

function toSummary(row: Selectable<SummariesTable>): Summary {
  return {
    source: { kind: row.source_kind, id: row.source_id },
    targetLanguage: row.target_language,
    detailLevel: row.detail_level,
    text: row.text,
    outputLanguage: row.output_language,
    contentHash: row.content_hash,
    grounding: readGrounding(row.grounding_json),
    runId: row.run_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
