import { sql } from 'kysely';
import { z } from 'zod';
import { type EntryId, entryIdSchema } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import { parseJson } from '#schema/parse-json.ts';
import { translationMarkSchema } from '#schema/translations/translation.ts';
import type { NewParagraph, TranslationStore } from '#sources/entry/translations/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { fromEngineTransaction } from '#store/runs/engine-transaction.ts';
import { toRun } from '#store/runs/run-row.ts';
import { toVariantKey } from '#store/runs/slots.ts';
import { toStoredJson } from '#store/stored-text.ts';
import { createClearTranslations } from './clear-translations.ts';
import { indexTranslations, type ParagraphRow, pickVisible, selectRows } from './translated-rows.ts';

const taskType = 'translation';
const marksSchema = z.array(translationMarkSchema);
/** This is far below the number of values that a statement may bind. */
const rowsPerStatement = 100;

export function createTranslations(database: Database): TranslationStore {
  const { db, transaction } = database;
  return {
    ...createClearTranslations(database),

    saveParagraphs: ({ runId, attempt, targetLanguage, paragraphs, at }) =>
      transaction(async (trx) => {
        const owned = await trx
          .selectFrom('runs')
          .select('id')
          .where('id', '=', runId)
          .where('status', '=', 'running')
          .where('attempt', '=', attempt)
          .where('cancel_requested_at', 'is', null)
          .executeTakeFirst();
        if (!owned) return false;
        const there = await findEntries(trx, paragraphs);
        const rows = paragraphs.filter(({ entryId }) => there.has(entryId)).map(toRow);
        for (let from = 0; from < rows.length; from += rowsPerStatement) {
          await trx
            .insertInto('translated_paragraphs')
            .values(rows.slice(from, from + rowsPerStatement))
            .onConflict((conflict) =>
              conflict.columns(['entry_id', 'target_language', 'key', 'run_id']).doUpdateSet((eb) => ({
                text: eb.ref('excluded.text'),
                problem: eb.ref('excluded.problem'),
                marks_json: eb.ref('excluded.marks_json'),
              })),
            )
            .execute();
        }
        return true;

        function toRow({ entryId, key, text, problem, marks }: NewParagraph) {
          const place = { entry_id: entryId, target_language: targetLanguage, key, run_id: runId };
          return { ...place, text, problem, marks_json: toStoredJson(marks), created_at: at };
        }
      }),

    async listOfRun(runId) {
      const rows = await selectRows(db).where('run_id', '=', runId).execute();
      return rows.map((row) => ({ ...toParagraph(row), entryId: row.entry_id }));
    },

    async listParagraphs({ entryId, targetLanguage }) {
      const rows = await selectRows(db)
        .where('entry_id', '=', entryId)
        .where('translated_paragraphs.target_language', '=', targetLanguage)
        .execute();
      return pickVisible(rows).map((row) => ({ ...toParagraph(row), runId: row.run_id }));
    },

    async listTitles({ targetLanguage, titles }) {
      if (titles.length === 0) return [];
      const rows = await selectRows(db)
        .where('translated_paragraphs.target_language', '=', targetLanguage)
        .where(
          'entry_id',
          'in',
          titles.map(({ entryId }) => entryId),
        )
        .where(
          'key',
          'in',
          titles.map(({ key }) => key),
        )
        .execute();
      const visible = new Map(pickVisible(rows).map((row) => [`${row.entry_id} ${row.key}`, row.text]));
      return titles.flatMap(({ entryId, key }) => {
        const text = visible.get(`${entryId} ${key}`) ?? null;
        return text === null ? [] : [{ entryId, text }];
      });
    },

    async listLanguages(entryId) {
      const rows = await db
        .selectFrom('translated_paragraphs')
        .select(({ fn }) => [
          'target_language as targetLanguage',
          fn.count<number>('key').distinct().as('paragraphs'),
          fn.max('created_at').as('updatedAt'),
        ])
        .where('entry_id', '=', entryId)
        .where('cleared_at', 'is', null)
        .where('text', 'is not', null)
        .groupBy('target_language')
        .orderBy('target_language')
        .execute();
      return rows;
    },

    async getSlot({ entryId, targetLanguage }) {
      const row = await db
        .selectFrom('slots')
        .select(['run_id', 'template_hash', 'updated_at'])
        .where('task_type', '=', taskType)
        .where('source_kind', '=', 'entry')
        .where('source_id', '=', String(entryId))
        .where('variant', '=', toVariantKey({ targetLanguage }))
        .where('cleared_at', 'is', null)
        .executeTakeFirst();
      return row ? { runId: row.run_id, templateHash: row.template_hash, updatedAt: row.updated_at } : null;
    },

    async getLastRun({ entryId, targetLanguage }) {
      const row = await db
        .selectFrom('runs')
        .selectAll()
        .where('source_kind', '=', 'entry')
        .where('source_id', '=', String(entryId))
        .where('task_type', '=', taskType)
        .where('target_language', '=', targetLanguage)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? toRun(row) : null;
    },

    async saveTranslation(tx, runId, evicted) {
      const trx = fromEngineTransaction(tx);
      await settleRun(database, trx, { runId, isKept: true });
      await deleteEvicted(database, trx, evicted);
      return true;
    },

    settle: (runId) =>
      transaction(async (trx) => {
        const run = await trx.selectFrom('runs').select('status').where('id', '=', runId).executeTakeFirst();
        if (!run || run.status === 'queued' || run.status === 'running') return;
        await settleRun(database, trx, { runId, isKept: run.status !== 'failed' });
      }),
  };
}

async function findEntries(
  trx: TablesTransaction,
  paragraphs: readonly NewParagraph[],
): Promise<Set<EntryId>> {
  const ids = [...new Set(paragraphs.map(({ entryId }) => entryId))];
  if (ids.length === 0) return new Set();
  const rows = await trx.selectFrom('entries').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Deletes translations of an entry in languages that have no slot. */
async function deleteEvicted(
  database: Database,
  trx: TablesTransaction,
  evicted: readonly string[],
): Promise<void> {
  const ids = evicted.flatMap((id) => entryIdSchema.safeParse(Number(id)).data ?? []);
  if (ids.length === 0) return;
  await trx
    .deleteFrom('translated_paragraphs')
    .where('entry_id', 'in', ids)
    .where('cleared_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('slots')
            .select('slots.run_id')
            .where('slots.task_type', '=', taskType)
            .where('slots.source_kind', '=', 'entry')
            .where('slots.cleared_at', 'is', null)
            .where('slots.source_id', '=', sql<string>`cast(translated_paragraphs.entry_id as text)`)
            .where(
              'slots.variant',
              '=',
              sql<string>`'{"targetLanguage":"' || translated_paragraphs.target_language || '"}'`,
            ),
        ),
      ),
    )
    .execute();
  await indexTranslations(database, trx, ids);
}

function toParagraph({ key, text, problem, marks_json }: ParagraphRow) {
  return { key, text, problem, marks: marksSchema.safeParse(parseJson(marks_json)).data ?? [] };
}

/** Leaves one translation of each paragraph that the run translated, and updates the index. */
async function settleRun(
  database: Pick<Database, 'search'>,
  trx: TablesTransaction,
  { runId, isKept }: { runId: RunId; isKept: boolean },
): Promise<void> {
  const own = await trx
    .selectFrom('translated_paragraphs')
    .select('entry_id')
    .distinct()
    .where('run_id', '=', runId)
    .execute();
  if (own.length === 0) return;
  const ids = own.map(({ entry_id }) => entry_id);
  if (isKept) await deleteReplaced(trx, runId, ids);
  await deleteNeedless(trx, runId, isKept);
  await indexTranslations(database, trx, ids);
}

const samePlace = sql<boolean>`other.entry_id = translated_paragraphs.entry_id
  and other.target_language = translated_paragraphs.target_language
  and other.key = translated_paragraphs.key and other.cleared_at is null`;

async function deleteReplaced(trx: TablesTransaction, runId: RunId, ids: EntryId[]): Promise<void> {
  await trx
    .deleteFrom('translated_paragraphs')
    .where('entry_id', 'in', ids)
    .where('run_id', '!=', runId)
    .where('cleared_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('translated_paragraphs as other')
          .select('other.key')
          .where(samePlace)
          .where('other.run_id', '=', runId)
          .where('other.text', 'is not', null),
      ),
    )
    .execute();
}

/**
 * Deletes what the run could not translate if another translation exists. After a failure, deletes all of its
 * translations in that case.
 */
async function deleteNeedless(trx: TablesTransaction, runId: RunId, isKept: boolean): Promise<void> {
  await trx
    .deleteFrom('translated_paragraphs')
    .where('run_id', '=', runId)
    .$if(isKept, (own) => own.where('text', 'is', null))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('translated_paragraphs as other')
          .select('other.key')
          .where(samePlace)
          .where('other.run_id', '!=', runId)
          .where('other.text', 'is not', null),
      ),
    )
    .execute();
}
