import { type Insertable, type Kysely, sql } from 'kysely';
import { entryIdSchema } from '#schema/entry.ts';
import type { Slot, Summary } from '#schema/runs/summary.ts';
import type { SummaryStore } from '#sources/entry/ports.ts';
import { applyStored } from '#store/checks/opinion-row.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import { fromEngineTransaction } from '#store/runs/engine-transaction.ts';
import { readGrounding } from '#store/runs/read-grounding.ts';
import { clearSlots, deleteSlots, restoreSlots, type SlotsOf, toVariantKey } from '#store/runs/slots.ts';
import type { Tables } from '#store/tables.ts';
import { indexTerms } from '#text/search-terms.ts';

const taskType = 'summary';

const insertText = prepareQuery<Insertable<Tables['summaries']>>((db, row) =>
  db.insertInto('summaries').values(row),
);

export function createSummaries(database: Database): SummaryStore {
  const { db, transaction, lockSlots } = database;

  function changeSlots<T>(work: (...args: Parameters<Parameters<typeof transaction<T>>[0]>) => Promise<T>) {
    return transaction(async (trx) => {
      await lockSlots(trx);
      return work(trx);
    });
  }

  return {
    async getSummary(slot) {
      const { source, variant } = toKey(slot);
      const row = await selectSummaries(db)
        .where('slots.source_kind', '=', source.kind)
        .where('slots.source_id', '=', source.id)
        .where('slots.variant', '=', toVariantKey(variant))
        .executeTakeFirst();
      return row ? toSummary(row) : null;
    },

    async getSummaryByRun(runId) {
      const row = await selectSummaries(db).where('slots.run_id', '=', runId).executeTakeFirst();
      return row ? toSummary(row) : null;
    },

    async listSummaries(source) {
      const rows = await selectSummaries(db)
        .where('slots.source_kind', '=', source.kind)
        .where('slots.source_id', '=', source.id)
        .orderBy('slots.updated_at', 'desc')
        .orderBy('slots.created_at', 'desc')
        .orderBy('slots.run_id', 'desc')
        .execute();
      return rows.map(toSummary);
    },

    async saveSummary(tx, { runId, source, text, outputLanguage }, evicted) {
      const trx = fromEngineTransaction(tx);
      await insertText.execute(trx, { run_id: runId, text, output_language: outputLanguage });
      await indexSummaries(database, trx, [source.id, ...evicted]);
      return true;
    },

    deleteSummary: (slot) =>
      changeSlots(async (trx) => {
        const deleted = await deleteSlots(trx, toKey(slot));
        await indexSummaries(database, trx, [slot.source.id]);
        return deleted > 0;
      }),

    deleteSummaries: (source) =>
      changeSlots(async (trx) => {
        const deleted = await deleteSlots(trx, { taskType, source, variant: null });
        await indexSummaries(database, trx, [source.id]);
        return deleted;
      }),

    deleteAllSummaries: () =>
      changeSlots(async (trx) => {
        const rows = await trx
          .deleteFrom('slots')
          .where('task_type', '=', taskType)
          .returning(['source_id', 'cleared_at'])
          .execute();
        const sources = new Set(rows.map(({ source_id }) => source_id));
        await indexSummaries(database, trx, [...sources]);
        return rows.filter(({ cleared_at }) => cleared_at === null).length;
      }),

    clearSummaries: ({ source, slot, undoId, at }) =>
      changeSlots(async (trx) => {
        const { variant } = slot === null ? { variant: null } : toKey({ source, ...slot });
        const cleared = await clearSlots(trx, { taskType, source, variant, undoId, at });
        if (cleared > 0) await indexSummaries(database, trx, [source.id]);
        return cleared;
      }),

    restoreSummaries: ({ source, undoId, at, cap }) =>
      changeSlots(async (trx) => {
        const { cleared, evicted } = await restoreSlots(trx, { taskType, source, undoId, at, cap });
        await indexSummaries(database, trx, [source.id, ...evicted]);
        return cleared;
      }),
  };
}

/** Selects summaries that are in a slot and were not cleared. */
export function selectSummaries(db: Kysely<Tables>) {
  return db
    .selectFrom('summaries')
    .innerJoin('slots', 'slots.run_id', 'summaries.run_id')
    .leftJoin('checks', 'checks.slot_run_id', 'slots.run_id')
    .selectAll(['summaries', 'slots'])
    .select(['checks.text_hash', 'checks.opinions_json', 'checks.check_json'])
    .where('slots.task_type', '=', taskType)
    .where('slots.cleared_at', 'is', null);
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummaries>['execute']>>[number];

function toKey({ source, targetLanguage, detailLevel, of }: Slot): SlotsOf & { variant: object } {
  return { taskType, source, variant: { targetLanguage, detailLevel, ...(of && { of }) } };
}

function toSummary(row: SummaryRow): Summary {
  const variant: Omit<Slot, 'source'> = JSON.parse(row.variant);
  return {
    source: { kind: row.source_kind, id: row.source_id },
    ...variant,
    text: row.text,
    outputLanguage: row.output_language,
    contentHash: row.content_hash,
    templateHash: row.template_hash,
    grounding: applyStored(readGrounding(row.grounding_json), row),
    runId: row.run_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Updates the search index of summaries for these sources. Only entries are searched. */
export async function indexSummaries(
  { search }: Pick<Database, 'search'>,
  trx: TablesTransaction,
  sourceIds: readonly string[],
): Promise<void> {
  const named = sourceIds.flatMap((id) => entryIdSchema.safeParse(Number(id)).data ?? []);
  if (named.length === 0) return;
  const rows = await trx
    .selectFrom('entries')
    .leftJoin('slots', (join) =>
      join
        .on('slots.task_type', '=', 'summary')
        .on('slots.cleared_at', 'is', null)
        .on('slots.source_kind', '=', 'entry')
        .on('slots.source_id', '=', sql<string>`cast(entries.id as text)`),
    )
    .leftJoin('summaries', 'summaries.run_id', 'slots.run_id')
    .select(['entries.id', 'summaries.text'])
    .where('entries.id', 'in', named)
    .execute();
  const [bare, summed] = [rows.filter(({ text }) => text === null), rows.filter(({ text }) => text !== null)];
  if (bare.length > 0) await search.summaries.remove(trx, sql`id in (${sql.join(bare.map(({ id }) => id))})`);
  const texts = Map.groupBy(summed, ({ id }) => id);
  if (texts.size === 0) return;
  await search.summaries.put(
    trx,
    [...texts].map(([id, found]) => ({
      id,
      title: '',
      body: indexTerms(found.map(({ text }) => text).join('\n')),
    })),
  );
}
