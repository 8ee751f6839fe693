import type { Engine } from '#engine/create-engine.ts';
import type { Bus, Clock, Log, Models, PreparedRun, Save, Transaction } from '#engine/ports.ts';
import type { EntryId } from '#schema/entry.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { FeedId } from '#schema/feed.ts';
import type { RunId } from '#schema/ids.ts';
import type { Settings } from '#schema/settings.ts';
import type {
  BatchEntriesQuery,
  BatchEntryPage,
  BatchId,
  EntrySelection,
  EntryTag,
  Tag,
  TagExport,
  TaggingBatch,
  TaggingMode,
  TagImportReport,
  TagInput,
  TagPatch,
  TagSuggestion,
  UndoneBatch,
} from '#schema/tag-wire.ts';
import type { TagId, TagRef } from '#schema/tags/tag.ts';
import type { ListRunsQuery, RunPage } from '#schema/wire.ts';
import type { EntryStore } from '#sources/entry/ports.ts';
import type { LibraryTag } from '#text/tags/suggest-tags.ts';

/** The tag that already has the name. */
export interface TakenName {
  taken: TagRef;
}

/** Stored with the quotation that justifies the tag. Its place in the article is looked up when the tag is shown. */
export type StoredEntryTag = Omit<EntryTag, 'passage'> & { quote: string | null };
export type StoredSuggestion = Omit<TagSuggestion, 'passage'> & { quote: string };

export interface StoredEntryTags {
  tags: StoredEntryTag[];
  suggestions: StoredSuggestion[];
}

/** The tags that a run found in an entry. */
export interface FoundTags {
  entryId: EntryId;
  runId: RunId;
  batchId: BatchId | null;
  mode: TaggingMode;
  found: { name: string; quote: string }[];
  at: number;
}

export interface TagLibraryStore {
  /** Sorted by name. */
  listTags(): Promise<Tag[]>;
  createTag(input: TagInput, at: number): Promise<Tag | TakenName>;
  patchTag(id: TagId, patch: TagPatch): Promise<Tag | TakenName | null>;
  /** The names of the merged tag become synonyms. Null if one of the two does not exist. */
  mergeTag(merge: { id: TagId; into: TagId }): Promise<Tag | null>;
  deleteTag(id: TagId): Promise<boolean>;
  /** The tags that runs choose from, most used first. `before` excludes newer tags, such as those a batch adds. */
  listLibrary(before: number | null): Promise<LibraryTag[]>;
  exportTags(): Promise<Omit<TagExport, 'format' | 'version'>>;
  importTags(file: Omit<TagExport, 'format' | 'version'>, at: number): Promise<TagImportReport>;
}

export interface EntryTagStore {
  getEntryTags(id: EntryId): Promise<StoredEntryTags>;
  /** Adds tags for a person, which confirms those that a batch or feed added. False if the entry does not exist. */
  addEntryTags(add: { entryId: EntryId; names: string[]; at: number }): Promise<boolean>;
  replaceEntryTags(replace: { entryId: EntryId; names: string[]; at: number }): Promise<boolean>;
  /** Removes a tag, which then counts as dismissed. False if the entry does not have it. */
  removeEntryTag(remove: { entryId: EntryId; tagId: TagId; at: number }): Promise<boolean>;
  /** Accepts the suggestions with these keys, or all pending ones if null. */
  acceptSuggestions(accept: { entryId: EntryId; keys: string[] | null; at: number }): Promise<void>;
  dismissSuggestions(dismiss: { entryId: EntryId; keys: string[] | null; at: number }): Promise<void>;
  /** Refused if the entry was deleted or the batch no longer waits for this run. */
  saveFoundTags(tx: Transaction, found: FoundTags): ReturnType<Save>;
}

export interface BatchStore {
  createBatch(batch: {
    id: BatchId;
    mode: TaggingMode;
    selection: EntrySelection;
    entryIds: EntryId[];
    at: number;
  }): Promise<void>;
  getBatch(id: BatchId): Promise<TaggingBatch | null>;
  listBatches(limit: number): Promise<TaggingBatch[]>;
  listRunningBatches(): Promise<Pick<TaggingBatch, 'id' | 'mode' | 'createdAt'>[]>;
  listBatchEntries(id: BatchId, query: BatchEntriesQuery): Promise<BatchEntryPage>;
  /**
   * Records runs of the batch that ended without a result, and ends the batch if nothing is left. Returns the entries
   * to start next, at most as many as `lanes` leaves free.
   */
  advanceBatch(advance: { id: BatchId; lanes: number; at: number }): Promise<EntryId[]>;
  /** Records entries that have nothing to tag. */
  skipEntries(id: BatchId, skipped: { entryId: EntryId; code: ErrorCode; message: string }[]): Promise<void>;
  /** Writes the runs of entries that are still waiting, at most as many as `lanes` leaves free. Returns how many. */
  startEntries(start: {
    id: BatchId;
    lanes: number;
    runs: { entryId: EntryId; prepared: PreparedRun }[];
  }): Promise<number>;
  /** Returns the runs in progress, which must be cancelled. Null if the batch does not exist. */
  abortBatch(id: BatchId, at: number): Promise<RunId[] | null>;
  /** Entries with pending suggestions of the batch, in its order. */
  listUnaccepted(id: BatchId): Promise<EntryId[]>;
  /** Turns the batch's suggestions for these entries into its tags, in one transaction. */
  acceptBatch(accept: { id: BatchId; entryIds: readonly EntryId[]; at: number }): Promise<void>;
  /** `undone`: the batch was undone and cannot be resumed. */
  resumeBatch(id: BatchId): Promise<'resumed' | 'undone' | 'missing'>;
  undoBatch(id: BatchId, at: number): Promise<{ removed: UndoneBatch; runIds: RunId[] } | null>;
}

/** A new entry that its feed wants tagged, with the id that its run will have. */
export interface WishedTags {
  entryId: EntryId;
  feedId: FeedId | null;
  mode: TaggingMode;
  runId: RunId;
}

/** Requests to tag are written by the transactions that store new entries. */
export interface WishedTagStore {
  /** The requests of one feed, or those that nobody holds at this time. Sorted oldest entries first. */
  listWished(of: { feedId: FeedId } | { at: number }): Promise<WishedTags[]>;
  holdWished(feedId: FeedId, until: number): Promise<void>;
  dropWished(entryIds: readonly EntryId[]): Promise<void>;
}

export interface TagStore extends TagLibraryStore, EntryTagStore, BatchStore, WishedTagStore {}

export interface TagPorts {
  store: TagStore;
  entries: Pick<EntryStore, 'getEntry' | 'listEntries' | 'listActiveRuns'>;
  runs: { listRuns(query: ListRunsQuery): Promise<RunPage> };
  engine: Pick<Engine, 'submit' | 'prepare' | 'cancel'>;
  models: Models;
  getSettings(): Promise<Settings>;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
  log: Log;
  newId(): string;
}
