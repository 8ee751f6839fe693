import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FeedId } from '#schema/feed.ts';
import type { EntryStore, FeedStore } from '#sources/entry/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';

/** Runs stay: they are the usage history. */
export function createDeleteEntries(
  database: Database,
): Pick<FeedStore, 'deleteFeed'> & Pick<EntryStore, 'deleteEntry'> {
  const { transaction, lockSlots } = database;
  return {
    deleteFeed: (id) =>
      transaction(async (trx) => {
        // Before anything else, so that a fetch that is about to store its entries either comes first or finds no feed.
        const feed = await trx
          .selectFrom('feeds')
          .select(['title', 'custom_title'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!feed) return false;
        await lockSlots(trx);
        await keepStarred(trx, id, feed.custom_title ?? feed.title);
        await deleteWhere(database, trx, sql`feed_id = ${id}`);
        await trx.deleteFrom('feeds').where('id', '=', id).execute();
        return true;
      }),

    deleteEntry: (id) =>
      transaction(async (trx) => {
        const entry = await trx
          .selectFrom('entries')
          .select(['feed_id', 'guid'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (!entry) return false;
        await lockSlots(trx);
        await deleteWhere(database, trx, sql`id = ${id}`);
        if (entry.feed_id !== null) {
          await trx
            .insertInto('deleted_entries')
            .values({ feed_id: entry.feed_id, guid: entry.guid })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
        return true;
      }),
  };
}

async function keepStarred(trx: TablesTransaction, feedId: FeedId, feedTitle: string): Promise<void> {
  await trx
    .updateTable('entries')
    .set({
      feed_id: null,
      folder_id: null,
      site_title: feedTitle,
      // Two feeds may have used the same one.
      guid: sql<string>`'removed:' || id`,
    })
    .where('feed_id', '=', feedId)
    .where('starred_at', 'is not', null)
    .execute();
}

async function deleteWhere(
  { search }: Database,
  trx: TablesTransaction,
  which: RawBuilder<SqlBool>,
): Promise<void> {
  await trx
    .deleteFrom('slots')
    .where('source_kind', '=', 'entry')
    .where('source_id', 'in', (eb) =>
      eb.selectFrom('entries').select(sql<string>`cast(id as text)`.as('id')).where(which),
    )
    .execute();
  await search.entries.remove(trx, which);
  await search.summaries.remove(trx, which);
  await search.translations.remove(trx, which);
  await trx.deleteFrom('entries').where(which).execute();
}
