import type { Selectable, Updateable } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import type { FeedId } from '#schema/feed.ts';
import type { AutoTagRule } from '#schema/tags/tag.ts';
import type { FeedStore, FetchedEntries, FinishedFetch } from '#sources/entry/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import { wishTags } from '#store/tags/wished-tags.ts';
import { toFetchColumns, toLoadingColumns } from './feed-row.ts';
import type { FeedsTable } from './reader-tables.ts';
import { insertEntries, replaceTexts, toContentColumns } from './write-entries.ts';

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

export function createFinishFetch(database: Database): Pick<FeedStore, 'finishFetch' | 'storeEntries'> {
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
  // What a feed had when it was added is not new.
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

/** Two subscriptions that moved to one address stay two; the later one keeps its old address. */
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
  // Deleted while it was read.
  if (!row || content === null) return;
  await replaceTexts(database, trx, { id, feedId: row.feed_id, author, content });
}
