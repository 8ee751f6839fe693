import type { Selectable } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import type { FetchState, LoadingFetch, NewFeed, StoredFeed } from '#sources/entry/ports.ts';
import type { FeedsTable } from './reader-tables.ts';

export function toFeed(
  row: Selectable<FeedsTable> & { unread: number; entry_id: EntryId | null },
): StoredFeed {
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

export function toNewFeedRow(feed: NewFeed) {
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
