import type { Generated } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { RunId } from '#schema/ids.ts';
import type { BatchEntry, BatchId, TaggingBatch, TaggingMode, TagOrigin } from '#schema/tag-wire.ts';
import type { TagId } from '#schema/tags/tag.ts';

export interface TagTables {
  tags: TagsTable;
  /**
   * Every name that leads to a tag: its own name and its synonyms. They share a table, so that no two tags share a
   * name.
   */
  tag_keys: {
    key: string;
    tag_id: TagId;
    /** The synonym as a person entered it. It is null for the tag's own name. */
    synonym: string | null;
  };
  entry_tags: EntryTagsTable;
  tag_suggestions: TagSuggestionsTable;
  tagging_batches: TaggingBatchesTable;
  tagging_entries: TaggingEntriesTable;
  wished_tags: WishedTagsTable;
}

/** New entries whose feed tags them. They wait here until the run is written. */
interface WishedTagsTable {
  entry_id: EntryId;
  mode: TaggingMode;
  /** The id that the run will have. */
  run_id: RunId;
  /** The process that stored the entry starts the run before this time. After it, any process does. */
  held_until: number;
}

interface TagsTable {
  id: Generated<TagId>;
  name: string;
  /** Whether a person chose this spelling. No batch changes it then. */
  is_named: number;
  /** The batch that created the tag. It is null if something else did, or if a person has used the tag since. */
  batch_id: BatchId | null;
  created_at: number;
}

interface EntryTagsTable {
  entry_id: EntryId;
  tag_id: TagId;
  origin: TagOrigin;
  quote: string | null;
  run_id: RunId | null;
  /** The batch is null as soon as a person has confirmed the tag. */
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
  /**
   * The time at which a person dismissed it, so that it is not suggested again. It is null while it waits for a
   * click.
   */
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
  /** The cost of the runs before the one named here. */
  spent_usd: Generated<number>;
  error_code: ErrorCode | null;
  error_message: string | null;
}
