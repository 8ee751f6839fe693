import type { FeedStore, FinishedFetch } from '#sources/entry/ports.ts';
import type { Database, TablesTransaction } from './database.ts';
import { toFetchColumns } from './feed-row.ts';
import { insertEntries, replaceTexts, toContentColumns } from './write-entries.ts';

export function createFinishFetch(database: Database): Pick<FeedStore, 'finishFetch'> {
  const { transaction, forUpdate } = database;
  return {
    finishFetch: (fetch) =>
      transaction(async (trx) => {
        const { feedId, at } = fetch;
        const feed = await forUpdate(
          trx.selectFrom('feeds').select(['url', 'folder_id', 'rests_until']).where('id', '=', feedId),
        ).executeTakeFirst();
        if (!feed) return null;
        const url = await chooseUrl(trx, fetch, feed.url);
        await trx
          .updateTable('feeds')
          .set({
            ...toFetchColumns({ ...fetch.state, url }),
            claimed_until: 0,
            rests_until: feed.rests_until !== null && feed.rests_until <= at ? null : feed.rests_until,
          })
          .where('id', '=', feedId)
          .execute();
        for (const change of fetch.changed) await changeEntry(database, trx, { change, at });
        return insertEntries(database, trx, {
          feedId,
          folderId: feed.folder_id,
          entries: fetch.added,
          at,
        });
      }),
  };
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
  { change, at }: { change: FinishedFetch['changed'][number]; at: number },
): Promise<void> {
  const { id, content, title, author, url, sourceHash } = change;
  await trx
    .updateTable('entries')
    .set({
      ...(content === null ? { title } : toContentColumns(content)),
      source_hash: sourceHash,
      url,
      author,
      updated_at: at,
    })
    .where('id', '=', id)
    .execute();
  if (content !== null) await replaceTexts(database, trx, { id, author, content });
}
