import type { Engine } from '#engine/create-engine.ts';
import type { Bus, Clock, Log, Templates, Transaction } from '#engine/ports.ts';
import type { Entry, EntryHead, EntryId } from '#schema/entry.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { Feed, FeedId, Folder, FolderId } from '#schema/feed.ts';
import type { ModelProfileId, RunId } from '#schema/ids.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import type {
  EntryPage,
  EntryPatch,
  FeedPatch,
  FolderInput,
  FolderPatch,
  ListEntriesQuery,
  MarkReadRequest,
  PatchEntriesRequest,
  Subscriptions,
} from '#schema/reader-wire.ts';
import type { Issue } from '#schema/runs/issue.ts';
import type { Run, TaskType } from '#schema/runs/run.ts';
import type { Slot, Summary } from '#schema/runs/summary.ts';
import type { Settings } from '#schema/settings.ts';
import type { UsedTemplate } from '#schema/template.ts';
import type { IndexedContent } from '#sources/entry/entry-content.ts';
import type { GuardedFetch } from '#sources/entry/fetch/guarded-fetch.ts';
import type { MarkupReaders } from '#sources/entry/pages/markup-readers.ts';
import type { TranslationStore } from '#sources/entry/translations/ports.ts';

/** The fields that a fetch stores on its feed. */
export interface FetchState {
  url: string;
  siteUrl: string | null;
  /** The title that the feed gives itself. */
  ownTitle: string;
  etag: string | null;
  lastModified: string | null;
  bodyHash: string | null;
  /** The minimum interval that the feed asks for. */
  ttlMinutes: number | null;
  /** Null if the feed is never fetched automatically, because it is gone or ships with Precis. */
  nextFetchAt: number | null;
  fetchedAt: number | null;
  /** Number of fetches that failed in a row. */
  failures: number;
  /** True if an issue exists for this series of failures. */
  reported: boolean;
  errorCode: ErrorCode | null;
  errorMessage: string | null;
}

export interface StoredFeed extends Feed, FetchState {
  /** One process has the exclusive right to fetch the feed until then. */
  claimedUntil: number;
}

export interface NewFeed extends FetchState {
  folderId: FolderId | null;
  createdAt: number;
  /** Set if the first entries are part of a fetch that has not finished. */
  loading?: LoadingFetch;
}

/** A fetch whose entries are stored in several steps. */
export interface LoadingFetch {
  /** Number of entries stored so far, out of `total`. */
  done: number;
  total: number;
  claimedUntil: number;
}

export interface StoredContent extends IndexedContent {
  title: string;
  textOrigin: Entry['textOrigin'];
  /** The text as received, before anything was removed. */
  original: string;
}

export interface NewEntry extends StoredContent {
  /** Identifies the entry within its feed, or among saved entries. */
  guid: string;
  /** Hash of the feed's content, to detect changes. */
  sourceHash: string;
  url: string | null;
  author: string | null;
  /** The origin of an entry without a feed. */
  siteTitle: string | null;
  publishedAt: number;
}

/** The stored fields of an entry that a feed lists, or null if the reader deleted it. */
export type KnownEntry = { id: EntryId; sourceHash: string; textOrigin: Entry['textOrigin'] } | null;

export interface FetchedEntries {
  feedId: FeedId;
  at: number;
  added: NewEntry[];
  /** Read state and stars are kept. Without content, the text is kept as well. */
  changed: ({ id: EntryId } & Pick<NewEntry, 'sourceHash' | 'url' | 'author'> & {
      title: string;
      content: StoredContent | null;
    })[];
  /** Until then, this process starts the runs that tag the new entries. */
  heldUntil?: number;
}

export interface FinishedFetch extends FetchedEntries {
  state: FetchState;
}

export interface FeedStore {
  listSubscriptions(): Promise<Subscriptions>;
  listFeeds(): Promise<StoredFeed[]>;
  /** Feeds that are due, sorted longest due first. Paused and claimed feeds are excluded. */
  listDueFeeds(due: { at: number; limit: number }): Promise<StoredFeed[]>;
  getFeed(id: FeedId): Promise<StoredFeed | null>;
  findFeed(url: string): Promise<StoredFeed | null>;
  /** Creates a feed with its first entries. Null if it already exists. */
  createFeed(feed: NewFeed, entries: NewEntry[]): Promise<StoredFeed | null>;
  /** Creates feeds without entries and returns the new ones. Existing feeds are skipped. */
  createFeeds(feeds: NewFeed[]): Promise<StoredFeed[]>;
  patchFeed(id: FeedId, patch: FeedPatch): Promise<StoredFeed | null>;
  /** Also deletes its entries and their summaries; starred entries become saved entries. False if it did not exist. */
  deleteFeed(id: FeedId): Promise<boolean>;
  /**
   * Gives the feed to one process until the fetch finishes or `untilMs` passes. False if another process has it, it
   * was fetched after `requestedAt`, or its host is paused.
   */
  claimFeed(claim: { id: FeedId; at: number; requestedAt: number; untilMs: number }): Promise<boolean>;
  /**
   * Stores a part of a fetch. The feed stays claimed and keeps its state until the fetch finishes, so that an
   * interrupted fetch starts over. Returns the same as `finishFetch`.
   */
  storeEntries(fetch: FetchedEntries & { loading: LoadingFetch }): Promise<EntryId[] | null>;
  /** Returns the ids of the new entries, or null if the feed was deleted in the meantime. */
  finishFetch(fetch: FinishedFetch): Promise<EntryId[] | null>;
  /** Pauses all feeds of the host. */
  restHost(host: string, until: number): Promise<void>;
  /** Reschedules healthy feeds so that none waits longer than the interval. */
  bringForward(schedule: { at: number; refreshMinutes: number }): Promise<void>;

  createFolder(input: FolderInput): Promise<Folder | null>;
  /** Null if the folder does not exist. Throws AppError `conflict` if the name is taken. */
  patchFolder(id: FolderId, patch: FolderPatch): Promise<Folder | null>;
  /** Its feeds are kept, outside any folder. */
  deleteFolder(id: FolderId): Promise<boolean>;
}

export interface EntryStore {
  listEntries(query: ListEntriesQuery): Promise<EntryPage>;
  getEntry(id: EntryId): Promise<Entry | null>;
  /** In the requested order. Entries that do not exist are omitted. */
  listTitles(ids: readonly EntryId[]): Promise<Pick<Entry, 'id' | 'title' | 'language'>[]>;
  /** The text as received from this origin. */
  getOriginal(id: EntryId, origin: Entry['textOrigin']): Promise<string | null>;
  listKnownEntries(feedId: FeedId, guids: string[]): Promise<Map<string, KnownEntry>>;
  /** Saves an entry without a feed. An entry with the same guid is replaced and counts as new. */
  saveEntry(entry: NewEntry, at: number): Promise<Entry>;
  patchEntry(id: EntryId, patch: EntryPatch, at: number): Promise<EntryHead | null>;
  /** Returns the entries that have changed. */
  patchEntries(request: PatchEntriesRequest, at: number): Promise<EntryId[]>;
  /** Returns how many entries were unread. */
  markRead(request: MarkReadRequest, at: number): Promise<number>;
  replaceContent(id: EntryId, content: StoredContent, at: number): Promise<Entry | null>;
  /** Replaces markup that an older sanitizer wrote. Everything that depends on the text is kept. */
  replaceHtml(id: EntryId, html: string): Promise<void>;
  /** Also deletes its summaries. Its feed does not add it again. */
  deleteEntry(id: EntryId): Promise<boolean>;
  /** Unfinished runs of an entry, of one task or all tasks, or of all entries of a feed. Sorted newest first. */
  listActiveRuns(of: { entryId: EntryId; taskType?: TaskType } | { feedId: FeedId }): Promise<Run[]>;
}

/** Stores the results of the task `summary`, for entries and for texts given directly. */
export interface SummaryStore {
  getSummary(slot: Slot): Promise<Summary | null>;
  getSummaryByRun(runId: RunId): Promise<Summary | null>;
  /** Sorted newest first. */
  listSummaries(source: Slot['source']): Promise<Summary[]>;
  /** Saves the summary in the slot that the run fills in the same transaction. */
  saveSummary(
    tx: Transaction,
    summary: Pick<Summary, 'runId' | 'source' | 'text' | 'outputLanguage'>,
    evicted: readonly string[],
  ): Promise<boolean>;
  /** False if the slot was empty. */
  deleteSummary(slot: Slot): Promise<boolean>;
  /** Returns how many summaries were deleted. */
  deleteSummaries(source: Slot['source']): Promise<number>;
  /** Keeps summaries of threads. Returns how many summaries were deleted. */
  deleteAllSummaries(): Promise<number>;
  /** Clears one slot, or all. Can be undone with `undoId` for some minutes. Returns how many summaries there were. */
  clearSummaries(clear: {
    source: Slot['source'];
    slot: Omit<Slot, 'source'> | null;
    undoId: string;
    at: number;
  }): Promise<number>;
  /** Returns how many are restored. A summary made in the meantime is kept. The oldest above `cap` are deleted. */
  restoreSummaries(restore: {
    source: Slot['source'];
    undoId: string;
    at: number;
    cap: number;
  }): Promise<number>;
}

export interface ReaderStore extends FeedStore, EntryStore, SummaryStore {}

export interface EntryRuns {
  getRun(id: RunId): Promise<Run | null>;
  addIssue(issue: Issue): Promise<void>;
}

/** A text that ships with the program. */
export interface SampleFile {
  name: string;
  markdown: string;
}

/** Caches fetched images by the hash of their URL. The least recently used are deleted first when the cache is full. */
export interface ImageCache {
  read(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Never throws. An image that cannot be stored is fetched again. */
  write(key: string, bytes: Uint8Array): Promise<void>;
}

export interface ReaderPorts {
  store: ReaderStore;
  translations: TranslationStore;
  runs: EntryRuns;
  getSettings(): Promise<Settings>;
  engine: Pick<Engine, 'submit' | 'cancel'>;
  templates: Templates & { areCurrent(used: UsedTemplate[]): Promise<boolean> };
  /** Throws AppError `not_found`. */
  getProfile(id: ModelProfileId): Promise<ModelProfile>;
  /** Throws AppError `invalid_input` that names the field if there is no such profile. */
  requireNamed(id: ModelProfileId, field: string): Promise<void>;
  guardedFetch: GuardedFetch;
  /** Guarded in the same way, with the limits for images. */
  fetchImage: GuardedFetch;
  imageCache: ImageCache;
  markup: MarkupReaders;
  readSample(): Promise<SampleFile[]>;
  /** For feeds that tag new entries automatically. */
  autoTags: {
    /** Starts the runs of the new entries. */
    tagNew(feedId: FeedId): Promise<void>;
    /** Delays the runs of the new entries. */
    holdNew(feedId: FeedId): Promise<void>;
  };
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
  log: Log;
  newId(): string;
  /** SHA-256 in hex. */
  hash(text: string | Uint8Array): string;
}
