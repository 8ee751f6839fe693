import { sql } from 'kysely';
import type { TranslationStore } from '#sources/entry/translations/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { clearSlots, keptMs, restoreSlots } from '#store/runs/slots.ts';
import { indexTranslations } from './translated-rows.ts';

const taskType = 'translation';

export function createClearTranslations(
  database: Database,
): Pick<TranslationStore, 'clear' | 'restore' | 'deleteAll'> {
  const { transaction, lockSlots } = database;
  return {
    clear: ({ entryId, targetLanguage, undoId, at }) =>
      transaction(async (trx) => {
        await lockSlots(trx);
        await deleteExpired(trx, at);
        const source = { kind: 'entry' as const, id: String(entryId) };
        const variant = targetLanguage === null ? null : { targetLanguage };
        await clearSlots(trx, { taskType, source, variant, undoId, at });
        const cleared = await trx
          .updateTable('translated_paragraphs')
          .set({ undo_id: undoId, cleared_at: at })
          .where('entry_id', '=', entryId)
          .where('cleared_at', 'is', null)
          .$if(targetLanguage !== null, (own) => own.where('target_language', '=', targetLanguage ?? ''))
          .returning(['target_language', 'key'])
          .execute();
        await indexTranslations(database, trx, [entryId]);
        return new Set(cleared.map(({ target_language, key }) => `${target_language} ${key}`)).size;
      }),

    deleteAll: () =>
      transaction(async (trx) => {
        await lockSlots(trx);
        await trx.deleteFrom('slots').where('task_type', '=', taskType).execute();
        const rows = await trx
          .deleteFrom('translated_paragraphs')
          .returning(['entry_id', 'target_language', 'cleared_at'])
          .execute();
        await indexTranslations(
          database,
          trx,
          rows.map(({ entry_id }) => entry_id),
        );
        const shown = rows.filter(({ cleared_at }) => cleared_at === null);
        return new Set(shown.map(({ entry_id, target_language }) => `${entry_id} ${target_language}`)).size;
      }),

    restore: ({ entryId, undoId, at, cap }) =>
      transaction(async (trx) => {
        await lockSlots(trx);
        await deleteExpired(trx, at);
        const source = { kind: 'entry' as const, id: String(entryId) };
        await restoreSlots(trx, { taskType, source, undoId, at, cap });
        const rows = trx
          .updateTable('translated_paragraphs')
          .set({ undo_id: null, cleared_at: null })
          .where('entry_id', '=', entryId)
          .where('undo_id', '=', undoId);
        const restored = await rows
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('translated_paragraphs as other')
                  .select('other.key')
                  .where(
                    sql<boolean>`other.entry_id = translated_paragraphs.entry_id
                      and other.target_language = translated_paragraphs.target_language
                      and other.key = translated_paragraphs.key and other.cleared_at is null`,
                  )
                  .where('other.text', 'is not', null),
              ),
            ),
          )
          .returning(['target_language', 'key'])
          .execute();
        await trx.deleteFrom('translated_paragraphs').where('undo_id', '=', undoId).execute();
        await indexTranslations(database, trx, [entryId]);
        return new Set(restored.map(({ target_language, key }) => `${target_language} ${key}`)).size;
      }),
  };
}

async function deleteExpired(trx: TablesTransaction, at: number): Promise<void> {
  await trx
    .deleteFrom('translated_paragraphs')
    .where('cleared_at', '<', at - keptMs)
    .execute();
}
