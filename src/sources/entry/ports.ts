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

/** What a fetch stores on its feed. */
export interface FetchState {
  url: string;
  siteUrl: string | null;
  /** As the feed names itself. */
  ownTitle: string;
  etag: string | null;
  lastModified: string | null;
  bodyHash: string | null;
  /** The minimum interval that the feed asks for. */
  ttlMinutes: number | null;
  /** Null: never automatically, because the feed is gone or ships with Precis. */
  nextFetchAt: number | null;
  fetchedAt: number | null;
  /** Fetches that failed in a row. */
  failures: number;
  /** Whether this series of failures has its issue. */
  reported: boolean;
  errorCode: ErrorCode | null;
  errorMessage: string | null;
}

export interface StoredFeed extends Feed, FetchState {
  /** Until then one process fetches it. */
  claimedUntil: number;
}

export interface NewFeed extends FetchState {
  folderId: FolderId | null;
  createdAt: number;
  /** Its first entries are part of a fetch that is not finished yet. */
  loading?: LoadingFetch;
}

/** A fetch whose entries are stored in several steps. */
export interface LoadingFetch {
  /** Entries stored so far, of those to be stored. */
  done: number;
  total: number;
  claimedUntil: number;
}

/** An entry's text in all its forms. */
export interface StoredContent extends IndexedContent {
  title: string;
  textOrigin: Entry['textOrigin'];
  /** As received, before anything was removed. */
  original: string;
}

export interface NewEntry extends StoredContent {
  /** Identifies the entry within its feed, or among saved entries. */
  guid: string;
  /** Of the feed's content, to detect changes. */
  sourceHash: string;
  url: string | null;
  author: string | null;
  /** Where it comes from when it has no feed. */
  siteTitle: string | null;
  publishedAt: number;
}

/** What is stored of an entry that a feed lists; null: the reader deleted it. */
export type KnownEntry = { id: EntryId; sourceHash: string; textOrigin: Entry['textOrigin'] } | null;

/** The result of a fetch, or a part of it. */
export interface FetchedEntries {
  feedId: FeedId;
  at: number;
  added: NewEntry[];
  /** Read state and stars stay. Without content the text stays as well. */
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
  /** Feeds that are due, longest due first. Paused and claimed feeds are excluded. */
  listDueFeeds(due: { at: number; limit: number }): Promise<StoredFeed[]>;
  getFeed(id: FeedId): Promise<StoredFeed | null>;
  findFeed(url: string): Promise<StoredFeed | null>;
  /** With its first entries. Null if already subscribed. */
  createFeed(feed: NewFeed, entries: NewEntry[]): Promise<StoredFeed | null>;
  /** Without entries; feeds already subscribed to are left out. */
  createFeeds(feeds: NewFeed[]): Promise<StoredFeed[]>;
  patchFeed(id: FeedId, patch: FeedPatch): Promise<StoredFeed | null>;
  /** With its entries and their summaries; starred entries are kept as saved entries. False if it did not exist. */
  deleteFeed(id: FeedId): Promise<boolean>;
  /**
   * Of several processes one gets the feed, until the fetch is finished or `untilMs` has come. False as well when it was
   * fetched after `requestedAt` or its host is paused.
   */
  claimFeed(claim: { id: FeedId; at: number; requestedAt: number; untilMs: number }): Promise<boolean>;
  /**
   * A part of a fetch; the feed stays claimed, and its state is unchanged until the fetch is finished: an
   * interrupted fetch starts over. Returns the same as `finishFetch`.
   */
  storeEntries(fetch: FetchedEntries & { loading: LoadingFetch }): Promise<EntryId[] | null>;
  /** Returns the ids of the new entries; null if the feed was deleted in the meantime. */
  finishFetch(fetch: FinishedFetch): Promise<EntryId[] | null>;
  /** Pauses all feeds of the host. */
  restHost(host: string, until: number): Promise<void>;
  /** From now on, no healthy feed waits longer than this. */
  bringForward(schedule: { at: number; refreshMinutes: number }): Promise<void>;

  createFolder(input: FolderInput): Promise<Folder | null>;
  /** Null: the folder does not exist. Throws AppError `conflict` if the name is taken. */
  patchFolder(id: FolderId, patch: FolderPatch): Promise<Folder | null>;
  /** Its feeds are kept, outside any folder. */
  deleteFolder(id: FolderId): Promise<boolean>;
}

export interface EntryStore {
  listEntries(query: ListEntriesQuery): Promise<EntryPage>;
  getEntry(id: EntryId): Promise<Entry | null>;
  /** In the order asked for; those that do not exist are left out. */
  listTitles(ids: readonly EntryId[]): Promise<Pick<Entry, 'id' | 'title' | 'language'>[]>;
  /** As received, by origin. */
  getOriginal(id: EntryId, origin: Entry['textOrigin']): Promise<string | null>;
  listKnownEntries(feedId: FeedId, guids: string[]): Promise<Map<string, KnownEntry>>;
  /** An entry without a feed. One with the same guid is replaced and counts as new. */
  saveEntry(entry: NewEntry, at: number): Promise<Entry>;
  patchEntry(id: EntryId, patch: EntryPatch, at: number): Promise<EntryHead | null>;
  /** Returns those that were marked otherwise until now. */
  patchEntries(request: PatchEntriesRequest, at: number): Promise<EntryId[]>;
  /** Returns how many were unread. */
  markRead(request: MarkReadRequest, at: number): Promise<number>;
  replaceContent(id: EntryId, content: StoredContent, at: number): Promise<Entry | null>;
  /** Replaces the markup that an older sanitizer wrote; what depends on the text stays. */
  replaceHtml(id: EntryId, html: string): Promise<void>;
  /** With its summaries; its feed does not add it again. */
  deleteEntry(id: EntryId): Promise<boolean>;
  /** Unfinished runs of one entry, of one task or all, or of all entries of a feed; newest first. */
  listActiveRuns(of: { entryId: EntryId; taskType?: TaskType } | { feedId: FeedId }): Promise<Run[]>;
}

/** The payloads of the task `summary`, of entries and of texts that were handed over. */
export interface SummaryStore {
  getSummary(slot: Slot): Promise<Summary | null>;
  getSummaryByRun(runId: RunId): Promise<Summary | null>;
  /** Newest first. */
  listSummaries(source: Slot['source']): Promise<Summary[]>;
  /** Into the slot that the run fills in the same transaction. */
  saveSummary(
    tx: Transaction,
    summary: Pick<Summary, 'runId' | 'source' | 'text' | 'outputLanguage'>,
    evicted: readonly string[],
  ): Promise<boolean>;
  /** False when the slot was empty. */
  deleteSummary(slot: Slot): Promise<boolean>;
  /** Returns how many were removed. */
  deleteSummaries(source: Slot['source']): Promise<number>;
  /** Not those of threads. Returns how many were removed. */
  deleteAllSummaries(): Promise<number>;
  /** One slot, or all of the source, kept for some minutes under `undoId`. Returns how many there were. */
  clearSummaries(clear: {
    source: Slot['source'];
    slot: Omit<Slot, 'source'> | null;
    undoId: string;
    at: number;
  }): Promise<number>;
  /** Returns how many were kept. A summary made in the meantime stays; more than `cap` are not kept. */
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

/** Fetched images, by the hash of their URL. Bounded: the least recently used are deleted first. */
export interface ImageCache {
  read(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Never throws: an image that cannot be stored is fetched again. */
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
  guardedFetch: GuardedFetch;
  /** Guarded as well, with the limits for images. */
  fetchImage: GuardedFetch;
  imageCache: ImageCache;
  markup: MarkupReaders;
  readSample(): Promise<SampleFile[]>;
  /** Of feeds that tag their new entries. */
  autoTags: {
    /** Starts the runs. */
    tagNew(feedId: FeedId): Promise<void>;
    /** Waits with them a while. */
    holdNew(feedId: FeedId): Promise<void>;
  };
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
  log: Log;
  newId(): string;
  /** SHA-256 in hex. */
  hash(text: string | Uint8Array): string;
}
