import { sql } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import { indexTerms } from '#text/search-terms.ts';
import { pickVisible, selectRows } from './visible-rows.ts';

/** Updates the translation search index for these entries. */
export async function indexTranslations(
  { search }: Pick<Database, 'search'>,
  trx: TablesTransaction,
  entryIds: readonly EntryId[],
): Promise<void> {
  const ids = [...new Set(entryIds)];
  if (ids.length === 0) return;
  const rows = await selectRows(trx).where('translated_paragraphs.entry_id', 'in', ids).execute();
  const texts = Map.groupBy(
    pickVisible(rows).filter(({ text }) => text !== null),
    ({ entry_id }) => entry_id,
  );
  const bare = ids.filter((id) => !texts.has(id));
  if (bare.length > 0) await search.translations.remove(trx, sql`id in (${sql.join(bare)})`);
  if (texts.size === 0) return;
  await search.translations.put(
    trx,
    [...texts].map(([id, found]) => ({
      id,
      title: '',
      body: indexTerms(found.map(({ text }) => plainOf(text ?? '')).join('\n')),
    })),
  );
}
