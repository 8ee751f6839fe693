import type { Generated } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { RunId } from '#schema/ids.ts';
import type { BatchEntry, BatchId, TaggingBatch, TaggingMode, TagOrigin } from '#schema/tag-wire.ts';
import type { TagId } from '#schema/tags/tag.ts';

export interface TagTables {
  tags: TagsTable;
  /** Every name that leads to a tag: its own, and its synonyms. One table, so that no two tags share a name. */
  tag_keys: {
    key: string;
    tag_id: TagId /** As a person entered it; null: the tag's own name. */;
    synonym: string | null;
  };
  entry_tags: EntryTagsTable;
  tag_suggestions: TagSuggestionsTable;
  tagging_batches: TaggingBatchesTable;
  tagging_entries: TaggingEntriesTable;
  wished_tags: WishedTagsTable;
}

/** New entries whose feed tags them, until the run is written. */
interface WishedTagsTable {
  entry_id: EntryId;
  mode: TaggingMode;
  /** The id that the run will have. */
  run_id: RunId;
  /** The process that stored the entry starts the run before this time; then any process does. */
  held_until: number;
}

interface TagsTable {
  id: Generated<TagId>;
  name: string;
  /** Whether a person chose this spelling; no batch changes it then. */
  is_named: number;
  /** The batch that created it; null: something else did, or a person has used it since. */
  batch_id: BatchId | null;
  created_at: number;
}

interface EntryTagsTable {
  entry_id: EntryId;
  tag_id: TagId;
  origin: TagOrigin;
  quote: string | null;
  run_id: RunId | null;
  /** Null as soon as a person has confirmed it. */
  batch_id: BatchId | null;
  at: number;
}

interface TagSuggestionsTable {
  entry_id: EntryId;
  key: string;
  name: string;
  quote: string;
  position: number;
  run_id: RunId | null;
  batch_id: BatchId | null;
  at: number;
  /** Not suggested again; null: it waits for a click. */
  dismissed_at: number | null;
}

interface TaggingBatchesTable {
  id: BatchId;
  mode: TaggingBatch['mode'];
  status: TaggingBatch['status'];
  selection_json: string;
  total: number;
  created_at: number;
  finished_at: number | null;
}

interface TaggingEntriesTable {
  batch_id: BatchId;
  entry_id: EntryId;
  position: number;
  status: BatchEntry['status'];
  run_id: RunId | null;
  /** By the runs before the one that is named here. */
  spent_usd: Generated<number>;
  error_code: ErrorCode | null;
  error_message: string | null;
}
