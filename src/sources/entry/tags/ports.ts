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

/** The tag that has a name already. */
export interface TakenName {
  taken: TagRef;
}

/** With the words that justify it; where they are in the article is looked up when they are shown. */
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
  /** By name. */
  listTags(): Promise<Tag[]>;
  createTag(input: TagInput, at: number): Promise<Tag | TakenName>;
  patchTag(id: TagId, patch: TagPatch): Promise<Tag | TakenName | null>;
  /** Its names become synonyms. Null: one of the two does not exist. */
  mergeTag(merge: { id: TagId; into: TagId }): Promise<Tag | null>;
  deleteTag(id: TagId): Promise<boolean>;
  /** What runs choose from, most used first. `before`: created earlier, so that a batch does not read what it adds. */
  listLibrary(before: number | null): Promise<LibraryTag[]>;
  exportTags(): Promise<Omit<TagExport, 'format' | 'version'>>;
  importTags(file: Omit<TagExport, 'format' | 'version'>, at: number): Promise<TagImportReport>;
}

export interface EntryTagStore {
  getEntryTags(id: EntryId): Promise<StoredEntryTags>;
  /** By a person: what a batch or a feed added counts as confirmed. False: the entry does not exist. */
  addEntryTags(add: { entryId: EntryId; names: string[]; at: number }): Promise<boolean>;
  replaceEntryTags(replace: { entryId: EntryId; names: string[]; at: number }): Promise<boolean>;
  /** It counts as dismissed. False: the entry does not have it. */
  removeEntryTag(remove: { entryId: EntryId; tagId: TagId; at: number }): Promise<boolean>;
  /** Null: all that wait. */
  acceptSuggestions(accept: { entryId: EntryId; keys: string[] | null; at: number }): Promise<void>;
  dismissSuggestions(dismiss: { entryId: EntryId; keys: string[] | null; at: number }): Promise<void>;
  /** Refused where the entry was deleted, or the batch does not wait for this run any more. */
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
   * Records runs of the batch that ended without a result, and the end of the batch if nothing is left. Returns the
   * entries to start next, at most as many as `lanes` leaves free.
   */
  advanceBatch(advance: { id: BatchId; lanes: number; at: number }): Promise<EntryId[]>;
  /** Entries with nothing to tag. */
  skipEntries(id: BatchId, skipped: { entryId: EntryId; code: ErrorCode; message: string }[]): Promise<void>;
  /** Writes the runs whose entries still wait, at most as many as `lanes` leaves free. Returns how many. */
  startEntries(start: {
    id: BatchId;
    lanes: number;
    runs: { entryId: EntryId; prepared: PreparedRun }[];
  }): Promise<number>;
  /** Returns the runs in progress, to be cancelled. Null: it does not exist. */
  abortBatch(id: BatchId, at: number): Promise<RunId[] | null>;
  /** Entries with suggestions of the batch that wait for a click, in its order. */
  listUnaccepted(id: BatchId): Promise<EntryId[]>;
  /** Turns the batch's suggestions for these entries into tags, in one transaction. They still belong to the batch. */
  acceptBatch(accept: { id: BatchId; entryIds: readonly EntryId[]; at: number }): Promise<void>;
  /** `undone`: it cannot be resumed. */
  resumeBatch(id: BatchId): Promise<'resumed' | 'undone' | 'missing'>;
  undoBatch(id: BatchId, at: number): Promise<{ removed: UndoneBatch; runIds: RunId[] } | null>;
}

/** A new entry that its feed wants tagged, with the id that the run will have. */
export interface WishedTags {
  entryId: EntryId;
  feedId: FeedId | null;
  mode: TaggingMode;
  runId: RunId;
}

/** Wishes are written by the transactions that store new entries. */
export interface WishedTagStore {
  /** Of one feed, or those that nobody holds at this time. Oldest entries first. */
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
