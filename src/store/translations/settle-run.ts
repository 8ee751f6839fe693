import { sql } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { indexTranslations } from './index-translations.ts';

/** Leaves one translation of each paragraph that the run translated, and updates the index. */
export async function settleRun(
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

/** What the run could not translate, and after a failure all of it, where another translation is there. */
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
