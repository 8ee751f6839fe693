import type { Generated } from 'kysely';
import type { Entry, EntryId } from '#schema/entry.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { AutoSummaryRule, FeedId, FolderId } from '#schema/feed.ts';
import type { AutoTagRule, FeedAutoTagRule } from '#schema/tags/tag.ts';

/**
 * The dialect's own table `entry_search` is missing here, because only the files of the term index know its columns.
 */
export interface ReaderTables {
  folders: FoldersTable;
  feeds: FeedsTable;
  entries: EntriesTable;
  entry_texts: {
    entry_id: EntryId;
    html: string;
    text: string;
    /** The version of the sanitizer that wrote the markup. */
    sanitizer: Generated<number>;
  };
  entry_originals: { entry_id: EntryId; origin: Entry['textOrigin']; body: string };
  /** Entries that the reader deleted while their feed may still list them. */
  deleted_entries: { feed_id: FeedId; guid: string };
  /** Entries whose terms or mark of the feed may be missing from the search index. Triggers add them. */
  entry_queue: { entry_id: EntryId };
}

export interface FoldersTable {
  id: Generated<FolderId>;
  name: string;
  auto_summary: AutoSummaryRule;
  auto_tag: Generated<AutoTagRule>;
}

export interface FeedsTable {
  id: Generated<FeedId>;
  url: string;
  /** The host of the url, or null if the address has none. */
  host: string | null;
  site_url: string | null;
  title: string;
  /** The name that the reader gave the feed. */
  custom_title: string | null;
  folder_id: FolderId | null;
  auto_summary: AutoSummaryRule;
  auto_tag: Generated<FeedAutoTagRule>;
  fetch_full_text: number;
  etag: string | null;
  last_modified: string | null;
  body_hash: string | null;
  ttl_minutes: number | null;
  next_fetch_at: number | null;
  fetched_at: number | null;
  claimed_until: number;
  /** The number of entries that the fetch in progress has stored so far, and the number that it will store. */
  loading_done: number | null;
  loading_total: number | null;
  rests_until: number | null;
  failures: number;
  reported: number;
  error_code: ErrorCode | null;
  error_message: string | null;
  created_at: number;
}

export interface EntriesTable {
  id: Generated<EntryId>;
  feed_id: FeedId | null;
  /** The folder of the feed, so that a folder's newest entries are one range of an index. */
  folder_id: FolderId | null;
  guid: string;
  source_hash: string;
  url: string | null;
  title: string;
  author: string | null;
  site_title: string | null;
  excerpt: string;
  text_origin: Entry['textOrigin'];
  content_hash: string;
  image_key: string | null;
  language: string | null;
  reading_minutes: number;
  published_at: number;
  read_at: number | null;
  starred_at: number | null;
  created_at: number;
  updated_at: number;
}
