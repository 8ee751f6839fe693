import { type Kysely, type Selectable, sql } from 'kysely';
import { AppError } from '#schema/app-error.ts';
import type { EntryId } from '#schema/entry.ts';
import { type FeedId, type FolderId, folderSchema } from '#schema/feed.ts';
import type { FeedStore, FetchState, LoadingFetch, NewFeed, StoredFeed } from '#sources/entry/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import type { Tables } from '#store/tables.ts';
import type { FeedsTable } from './reader-tables.ts';
import { insertEntries } from './write-entries.ts';

type Feeds = Pick<
  FeedStore,
  | 'listSubscriptions'
  | 'listFeeds'
  | 'listDueFeeds'
  | 'getFeed'
  | 'findFeed'
  | 'createFeed'
  | 'createFeeds'
  | 'patchFeed'
  | 'claimFeed'
  | 'restHost'
  | 'bringForward'
>;

const minuteMs = 60_000;

const claim = prepareQuery<Parameters<Feeds['claimFeed']>[0]>((db, { id, at, requestedAt, untilMs }) =>
  db
    .updateTable('feeds')
    .set({ claimed_until: untilMs })
    .where('id', '=', id)
    .where('claimed_until', '<=', at)
    .where((eb) => eb.or([eb('rests_until', 'is', null), eb('rests_until', '<=', at)]))
    .where((eb) => eb.or([eb('fetched_at', 'is', null), eb('fetched_at', '<=', requestedAt)])),
);

export function createFeeds(database: Database): Feeds {
  const { db, transaction, readRows } = database;
  const listFeeds = async () => (await selectFeeds(db).orderBy('id').execute()).map(toFeed);
  return {
    listFeeds,

    async listSubscriptions() {
      const folders = await db.selectFrom('folders').selectAll().orderBy('name').execute();
      const feeds = await listFeeds();
      const { starred, saved, saved_unread } = await countOthers(db);
      return {
        folders: readRows('folders', folders, ({ id, name, auto_summary, auto_tag }) =>
          folderSchema.parse({ id, name, autoSummary: auto_summary, autoTag: auto_tag }),
        ),
        feeds,
        unread: feeds.reduce((sum, feed) => sum + feed.unread, saved_unread),
        starred,
        saved,
      };
    },

    async listDueFeeds({ at, limit }) {
      const rows = await selectFeeds(db)
        .where('next_fetch_at', '<=', at)
        .where('claimed_until', '<=', at)
        .where((eb) => eb.or([eb('rests_until', 'is', null), eb('rests_until', '<=', at)]))
        .orderBy('next_fetch_at')
        .limit(limit)
        .execute();
      return rows.map(toFeed);
    },

    getFeed: (id) => readFeed(db, id),

    async findFeed(url) {
      const row = await selectFeeds(db).where('url', '=', url).executeTakeFirst();
      return row ? toFeed(row) : null;
    },

    createFeed: (feed, entries) =>
      transaction(async (trx) => {
        if (feed.folderId !== null) await requireFolder(trx, feed.folderId);
        const row = await trx
          .insertInto('feeds')
          .values(toNewFeedRow(feed))
          .onConflict((conflict) => conflict.column('url').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!row) return null;
        const { folderId, createdAt: at } = feed;
        await insertEntries(database, trx, { feedId: row.id, folderId, entries, at });
        return readFeed(trx, row.id);
      }),

    createFeeds: (feeds) =>
      transaction(async (trx) => {
        const rows = await trx
          .insertInto('feeds')
          .values(feeds.map(toNewFeedRow))
          .onConflict((conflict) => conflict.column('url').doNothing())
          .returning('id')
          .execute();
        const ids = rows.map(({ id }) => id);
        if (ids.length === 0) return [];
        return (await selectFeeds(trx).where('id', 'in', ids).orderBy('id').execute()).map(toFeed);
      }),

    patchFeed: (id, { title, folderId, autoSummary, autoTag, fetchFullText }) =>
      transaction(async (trx) => {
        const feed = await readFeed(trx, id);
        if (!feed) return null;
        if (folderId !== undefined && folderId !== null) await requireFolder(trx, folderId);
        await trx
          .updateTable('feeds')
          .set({
            custom_title: customTitle(feed, title),
            folder_id: folderId === undefined ? feed.folderId : folderId,
            auto_summary: autoSummary ?? feed.autoSummary,
            auto_tag: autoTag ?? feed.autoTag,
            fetch_full_text: Number(fetchFullText ?? feed.fetchFullText),
          })
          .where('id', '=', id)
          .execute();
        if (folderId !== undefined && folderId !== feed.folderId) {
          await trx.updateTable('entries').set({ folder_id: folderId }).where('feed_id', '=', id).execute();
        }
        return readFeed(trx, id);
      }),

    async claimFeed({ id, at, requestedAt, untilMs }) {
      const { numAffectedRows = 0n } = await claim.execute(db, { id, at, requestedAt, untilMs });
      return numAffectedRows > 0n;
    },

    async restHost(host, until) {
      await db.updateTable('feeds').set({ rests_until: until }).where('host', '=', host).execute();
    },

    async bringForward({ at, refreshMinutes }) {
      const latest = at + refreshMinutes * minuteMs;
      await db
        .updateTable('feeds')
        .set({ next_fetch_at: latest })
        .where('next_fetch_at', '>', latest)
        .where('failures', '=', 0)
        .where((eb) => eb.or([eb('ttl_minutes', 'is', null), eb('ttl_minutes', '<=', refreshMinutes)]))
        .execute();
    },
  };
}

export async function readFeed(db: Kysely<Tables>, id: FeedId): Promise<StoredFeed | null> {
  const row = await selectFeeds(db).where('id', '=', id).executeTakeFirst();
  return row ? toFeed(row) : null;
}

function selectFeeds(db: Kysely<Tables>) {
  return db
    .selectFrom('feeds')
    .selectAll('feeds')
    .select((eb) =>
      eb
        .selectFrom('entry_counts')
        .select(sql<number>`cast(coalesce(sum(unread), 0) as bigint)`.as('count'))
        .whereRef('entry_counts.feed_id', '=', 'feeds.id')
        .$asScalar()
        .$notNull()
        .as('unread'),
    )
    .select((eb) =>
      eb
        .selectFrom('entries')
        .select('entries.id')
        .whereRef('entries.feed_id', '=', 'feeds.id')
        .limit(1)
        .$asScalar()
        .as('entry_id'),
    );
}

async function countOthers(db: Kysely<Tables>) {
  const { rows } = await sql<{ starred: number; saved: number; saved_unread: number }>`
    select cast(coalesce(sum(starred), 0) as bigint) as starred,
      cast(coalesce(sum(case when feed_id = 0 then entries end), 0) as bigint) as saved,
      cast(coalesce(sum(case when feed_id = 0 then unread end), 0) as bigint) as saved_unread
    from entry_counts
  `.execute(db);
  return rows[0] ?? { starred: 0, saved: 0, saved_unread: 0 };
}

/** Returns null when the title is the feed's own, so that the name follows the feed again. */
function customTitle(feed: StoredFeed, title: string | undefined): string | null {
  const next = title ?? feed.title;
  return next === feed.ownTitle ? null : next;
}

async function requireFolder(trx: TablesTransaction, id: FolderId): Promise<void> {
  const row = await trx.selectFrom('folders').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found', `Folder ${id} not found.`);
}

function toFeed(row: Selectable<FeedsTable> & { unread: number; entry_id: EntryId | null }): StoredFeed {
  const { loading_done: done, loading_total: total } = row;
  return {
    id: row.id,
    url: row.url,
    siteUrl: row.site_url,
    title: row.custom_title ?? row.title,
    ownTitle: row.title,
    folderId: row.folder_id,
    autoSummary: row.auto_summary,
    autoTag: row.auto_tag,
    fetchFullText: row.fetch_full_text === 1,
    unread: row.unread,
    etag: row.etag,
    lastModified: row.last_modified,
    bodyHash: row.body_hash,
    ttlMinutes: row.ttl_minutes,
    nextFetchAt: row.next_fetch_at,
    fetchedAt: row.fetched_at,
    restsUntil: row.rests_until,
    failures: row.failures,
    reported: row.reported === 1,
    errorCode: row.error_code,
    errorMessage: row.error_message,
    loading: done === null || total === null ? null : { done, total },
    claimedUntil: row.claimed_until,
    isEmpty: row.fetched_at !== null && row.error_code === null && row.entry_id === null,
    createdAt: row.created_at,
  };
}

function toNewFeedRow(feed: NewFeed) {
  return {
    ...toFetchColumns(feed),
    folder_id: feed.folderId,
    auto_summary: 'inherit' as const,
    auto_tag: 'inherit' as const,
    fetch_full_text: 0,
    ...toLoadingColumns(feed.loading),
    created_at: feed.createdAt,
  };
}

export function toLoadingColumns(loading: LoadingFetch | undefined) {
  return {
    loading_done: loading?.done ?? null,
    loading_total: loading?.total ?? null,
    claimed_until: loading?.claimedUntil ?? 0,
  };
}

export function toFetchColumns(state: FetchState) {
  return {
    url: state.url,
    host: hostOf(state.url),
    site_url: state.siteUrl,
    title: state.ownTitle,
    etag: state.etag,
    last_modified: state.lastModified,
    body_hash: state.bodyHash,
    ttl_minutes: state.ttlMinutes,
    next_fetch_at: state.nextFetchAt,
    fetched_at: state.fetchedAt,
    failures: state.failures,
    reported: Number(state.reported),
    error_code: state.errorCode,
    error_message: state.errorMessage,
  };
}

function hostOf(url: string): string | null {
  return URL.parse(url)?.host || null;
}
