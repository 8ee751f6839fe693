import { type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import { AppError } from '#schema/app-error.ts';
import type { EntryId } from '#schema/entry.ts';
import type { FeedId, Folder, FolderId } from '#schema/feed.ts';
import type { AutoTagRule } from '#schema/tags/tag.ts';
import type { EntryStore, FeedStore, FetchedEntries, FinishedFetch } from '#sources/entry/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import type { Store } from '#store/store.ts';
import { wishTags } from '#store/tags/wished-tags.ts';
import { createEntries } from './entries.ts';
import { createFeeds, toFetchColumns, toLoadingColumns } from './feeds.ts';
import { createListEntries } from './list-entries.ts';
import type { FeedsTable } from './reader-tables.ts';
import { createSummaries } from './summaries.ts';
import { insertEntries, replaceTexts, toContentColumns } from './write-entries.ts';

export function openReader(database: Database): Store['reader'] {
  return {
    ...createFeeds(database),
    ...createFolders(database),
    ...createFinishFetch(database),
    ...createEntries(database),
    ...createListEntries(database),
    ...createDeleteEntries(database),
    ...createSummaries(database),
  };
}

type Folders = Pick<FeedStore, 'createFolder' | 'patchFolder' | 'deleteFolder'>;

function createFolders({ db, transaction }: Database): Folders {
  return {
    async createFolder({ name, autoSummary, autoTag }) {
      const row = await db
        .insertInto('folders')
        .values({ name, auto_summary: autoSummary, auto_tag: autoTag })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row ? { id: row.id, name, autoSummary, autoTag } : null;
    },

    patchFolder: (id, { name, autoSummary, autoTag }) =>
      transaction(async (trx) => {
        if (name !== undefined) await refuseTwin(trx, id, name);
        if (name !== undefined || autoSummary !== undefined || autoTag !== undefined) {
          await trx
            .updateTable('folders')
            .set({
              ...(name === undefined ? {} : { name }),
              ...(autoSummary === undefined ? {} : { auto_summary: autoSummary }),
              ...(autoTag === undefined ? {} : { auto_tag: autoTag }),
            })
            .where('id', '=', id)
            .execute();
        }
        return readFolder(trx, id);
      }),

    deleteFolder: (id) =>
      transaction(async (trx) => {
        await trx.updateTable('entries').set({ folder_id: null }).where('folder_id', '=', id).execute();
        const { numDeletedRows } = await trx.deleteFrom('folders').where('id', '=', id).executeTakeFirst();
        return numDeletedRows > 0n;
      }),
  };
}

async function readFolder(trx: TablesTransaction, id: FolderId): Promise<Folder | null> {
  const row = await trx.selectFrom('folders').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? { id, name: row.name, autoSummary: row.auto_summary, autoTag: row.auto_tag } : null;
}

async function refuseTwin(trx: TablesTransaction, id: FolderId, name: string): Promise<void> {
  const twin = await trx
    .selectFrom('folders')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (twin) throw new AppError('conflict', `A folder named “${name}” already exists. Choose another name.`);
}

/** Deletes feeds and entries. Their runs stay, because they are the usage history. */
function createDeleteEntries(
  database: Database,
): Pick<FeedStore, 'deleteFeed'> & Pick<EntryStore, 'deleteEntry'> {
  const { transaction, lockSlots } = database;
  return {
    deleteFeed: (id) =>
      transaction(async (trx) => {
        // The feed is locked first, so that a fetch stores its entries before this or finds no feed.
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
      // Two feeds may have used the same guid.
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

const selectLocked = prepareQuery<
  { id: FeedId },
  LockedFeed & Pick<Selectable<FeedsTable>, 'url' | 'rests_until'>
>((db, { id }) =>
  db
    .selectFrom('feeds')
    .select(['url', 'folder_id', 'rests_until', 'auto_tag', 'fetched_at'])
    .where('id', '=', id)
    .forUpdate(),
);
const updateFetched = prepareQuery<Updateable<FeedsTable> & { id: FeedId }>((db, { id, ...columns }) =>
  db.updateTable('feeds').set(columns).where('id', '=', id),
);
const updateLoading = prepareQuery<Updateable<FeedsTable> & { id: FeedId }>((db, { id, ...columns }) =>
  db.updateTable('feeds').set(columns).where('id', '=', id),
);

function createFinishFetch(database: Database): Pick<FeedStore, 'finishFetch' | 'storeEntries'> {
  const { transaction } = database;
  const lockFeed = async (trx: TablesTransaction, id: FeedId) =>
    (await selectLocked.execute(trx, { id })).rows[0];
  return {
    finishFetch: (fetch) =>
      transaction(async (trx) => {
        const { feedId, at } = fetch;
        const feed = await lockFeed(trx, feedId);
        if (!feed) return null;
        const url = await chooseUrl(trx, fetch, feed.url);
        await updateFetched.execute(trx, {
          ...toFetchColumns({ ...fetch.state, url }),
          ...toLoadingColumns(undefined),
          rests_until: feed.rests_until !== null && feed.rests_until <= at ? null : feed.rests_until,
          id: feedId,
        });
        return writeEntries(database, trx, { fetch, feed });
      }),

    storeEntries: ({ loading, ...fetch }) =>
      transaction(async (trx) => {
        const feed = await lockFeed(trx, fetch.feedId);
        if (!feed) return null;
        await updateLoading.execute(trx, { ...toLoadingColumns(loading), id: fetch.feedId });
        return writeEntries(database, trx, { fetch, feed });
      }),
  };
}

type LockedFeed = Pick<Selectable<FeedsTable>, 'folder_id' | 'auto_tag' | 'fetched_at'>;

async function writeEntries(
  database: Database,
  trx: TablesTransaction,
  { fetch, feed }: { fetch: FetchedEntries; feed: LockedFeed },
): Promise<EntryId[]> {
  const { feedId, at, added, changed } = fetch;
  for (const change of changed) await changeEntry(database, trx, { change, at });
  const ids = await insertEntries(database, trx, { feedId, folderId: feed.folder_id, entries: added, at });
  // Entries that a feed had when it was added are not new.
  if (ids.length > 0 && feed.fetched_at !== null) {
    await wishTags(trx, { ids, mode: await autoTagOf(trx, feed), heldUntil: fetch.heldUntil ?? at });
  }
  return ids;
}

async function autoTagOf(trx: TablesTransaction, feed: LockedFeed): Promise<AutoTagRule> {
  if (feed.auto_tag !== 'inherit') return feed.auto_tag;
  if (feed.folder_id === null) return 'off';
  const folder = await trx
    .selectFrom('folders')
    .select('auto_tag')
    .where('id', '=', feed.folder_id)
    .executeTakeFirst();
  return folder?.auto_tag ?? 'off';
}

/** If two subscriptions move to the same address, both stay, and the later one keeps its old address. */
async function chooseUrl(
  trx: TablesTransaction,
  { feedId, state }: FinishedFetch,
  current: string,
): Promise<string> {
  if (state.url === current) return current;
  const other = await trx
    .selectFrom('feeds')
    .select('id')
    .where('url', '=', state.url)
    .where('id', '!=', feedId)
    .executeTakeFirst();
  return other ? current : state.url;
}

async function changeEntry(
  database: Database,
  trx: TablesTransaction,
  { change, at }: { change: FetchedEntries['changed'][number]; at: number },
): Promise<void> {
  const { id, content, title, author, url, sourceHash } = change;
  const row = await trx
    .updateTable('entries')
    .set({
      ...(content === null ? { title } : toContentColumns(content)),
      source_hash: sourceHash,
      url,
      author,
      updated_at: at,
    })
    .where('id', '=', id)
    .returning('feed_id')
    .executeTakeFirst();
  // The entry was deleted while it was read.
  if (!row || content === null) return;
  await replaceTexts(database, trx, { id, feedId: row.feed_id, author, content });
}
