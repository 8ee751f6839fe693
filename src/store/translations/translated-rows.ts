import { type Kysely, sql } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import type { Tables } from '#store/tables.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import { indexTerms } from '#text/search-terms.ts';

/** Selects rows that were not cleared, with the state of their run. The state is null if the run was deleted. */
export function selectRows(db: Kysely<Tables>) {
  return db
    .selectFrom('translated_paragraphs')
    .leftJoin('runs', 'runs.id', 'translated_paragraphs.run_id')
    .selectAll('translated_paragraphs')
    .select('runs.status')
    .where('translated_paragraphs.cleared_at', 'is', null);
}

export type ParagraphRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

/** Returns the row that counts for each paragraph of each entry and language. */
export function pickVisible(rows: readonly ParagraphRow[]): ParagraphRow[] {
  const groups = Map.groupBy(rows, ({ entry_id, target_language, key }) =>
    [entry_id, target_language, key].join(' '),
  );
  return [...groups.values()].flatMap((group) => pickOne(group) ?? []);
}

/**
 * A repeated translation counts once its run has succeeded or was cancelled. Until then, and after a failure, the
 * previous one counts.
 */
function pickOne(group: readonly ParagraphRow[]): ParagraphRow | undefined {
  const oldestFirst = group.toSorted((a, b) => a.created_at - b.created_at || (a.run_id < b.run_id ? -1 : 1));
  const translated = oldestFirst.filter(({ text }) => text !== null);
  if (translated.length === 0) return oldestFirst.at(-1);
  const isKept = ({ status }: ParagraphRow) =>
    status === null || status === 'succeeded' || status === 'cancelled';
  return translated.findLast(isKept) ?? translated[0];
}

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
