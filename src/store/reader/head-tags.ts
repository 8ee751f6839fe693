import type { EntryId } from '#schema/entry.ts';
import type { TagRef } from '#schema/tags/tag.ts';
import type { TablesTransaction } from '#store/database.ts';
import { compareNames } from '#store/tags/tag-library.ts';

/** The tags of all entries of a page in one statement. */
export async function readHeadTags(
  db: Pick<TablesTransaction, 'selectFrom'>,
  ids: EntryId[],
): Promise<Map<EntryId, TagRef[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('entry_tags')
    .innerJoin('tags', 'tags.id', 'entry_tags.tag_id')
    .select(['entry_tags.entry_id', 'tags.id', 'tags.name'])
    .where('entry_tags.entry_id', 'in', ids)
    .execute();
  const ofEntry = Map.groupBy(rows, ({ entry_id }) => entry_id);
  return new Map(
    [...ofEntry].map(([entryId, tags]) => [
      entryId,
      tags.map(({ id, name }) => ({ id, name })).sort((a, b) => compareNames(a.name, b.name)),
    ]),
  );
}
