import { cancelIfThere } from '#engine/cancel-if-there.ts';
import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryHead, EntryId } from '#schema/entry.ts';
import { type Feed, type FeedId, type Folder, type FolderId, feedSchema } from '#schema/feed.ts';
import type { RunId } from '#schema/ids.ts';
import type {
  AddEntryRequest,
  ClearedSummaries,
  EntryPage,
  EntryPatch,
  EntrySummaries,
  FeedPatch,
  FolderInput,
  FolderPatch,
  ListEntriesQuery,
  MarkReadRequest,
  OpmlReport,
  PromptPreview,
  RefreshProgress,
  SubscribeRequest,
  Subscriptions,
  SummarizeEntryRequest,
  SummarySlot,
} from '#schema/reader-wire.ts';
import type { Run } from '#schema/runs/run.ts';
import { exportOpml, importOpml } from '#sources/entry/feeds/import-opml.ts';
import { createRefresher } from '#sources/entry/feeds/refresh-feeds.ts';
import { addSample } from '#sources/entry/feeds/sample-feed.ts';
import { subscribe } from '#sources/entry/feeds/subscribe.ts';
import { fetchFullText } from '#sources/entry/pages/fetch-full-text.ts';
import {
  clearSummaries,
  listEntrySummaries,
  restoreSummaries,
} from '#sources/entry/summaries/entry-summaries.ts';
import { previewPrompt } from '#sources/entry/summaries/preview-prompt.ts';
import { summarizeEntry } from '#sources/entry/summaries/summarize-entry.ts';
import { addEntry } from './add-entry.ts';
import { createImages, type Image } from './images/create-images.ts';
import type { ReaderPorts, StoredFeed } from './ports.ts';
import { missingEntry, requireEntry } from './require-entry.ts';

/** A subscription waits for this many entries; the others follow. Most feeds have fewer. */
const mostEntriesAtOnce = 100;

/** Everything the Reader does. Throws AppError, `not_found` if something does not exist. */
export interface Reader {
  subscriptions(): Promise<Subscriptions>;
  subscribe(request: SubscribeRequest): Promise<Feed>;
  addSample(): Promise<Feed>;
  patchFeed(id: FeedId, patch: FeedPatch): Promise<Feed>;
  deleteFeed(id: FeedId): Promise<void>;
  createFolder(input: FolderInput): Promise<Folder>;
  patchFolder(id: FolderId, patch: FolderPatch): Promise<Folder>;
  deleteFolder(id: FolderId): Promise<void>;
  refresh(feedId?: FeedId): Promise<RefreshProgress>;
  refreshProgress(): RefreshProgress;
  importOpml(opml: string): Promise<OpmlReport>;
  exportOpml(): Promise<string>;

  listEntries(query: ListEntriesQuery): Promise<EntryPage>;
  getEntry(id: EntryId): Promise<Entry>;
  addEntry(request: AddEntryRequest): Promise<Entry>;
  patchEntry(id: EntryId, patch: EntryPatch): Promise<EntryHead>;
  deleteEntry(id: EntryId): Promise<void>;
  markRead(request: MarkReadRequest): Promise<number>;
  fetchFullText(id: EntryId): Promise<Entry>;
  /** An image of an article, by the key in its `src`. */
  getImage(id: EntryId, key: string): Promise<Image>;

  summarize(id: EntryId, request: SummarizeEntryRequest & { runId?: RunId | undefined }): Promise<Run>;
  listSummaries(id: EntryId): Promise<EntrySummaries>;
  /** One slot, or all of the entry; cancels its runs. */
  clearSummaries(id: EntryId, slot: SummarySlot | null): Promise<ClearedSummaries>;
  /** Undoes a recent clear; returns how many were restored. */
  restoreSummaries(id: EntryId, undoId: string): Promise<number>;
  previewPrompt(id: EntryId, slot: Partial<SummarySlot>): Promise<PromptPreview>;

  /** Resolves when all are fetched, or have failed. */
  refreshThese(feeds: StoredFeed[], listedAt: number): Promise<void>;
  /** Aborts the work in progress. */
  stop(): Promise<void>;
}

export function createReader(ports: ReaderPorts): Reader {
  const { store, engine, clock, bus } = ports;
  const refresher = createRefresher(ports);
  const images = createImages(ports);

  async function announce<T>(result: T, ...what: ('feeds' | 'entries')[]): Promise<T> {
    for (const each of what) await bus.publish({ kind: 'changed', what: each });
    return result;
  }

  /** A run that ends after its entry was deleted would leave an orphaned summary. */
  async function cancelRuns(of: { entryId: EntryId } | { feedId: FeedId }): Promise<void> {
    for (const run of await store.listActiveRuns(of)) await cancelIfThere(engine, run.id);
  }

  /** What a feed shows of itself; how it is fetched stays here. */
  function toFeed(feed: StoredFeed | Subscriptions['feeds'][number]): Feed {
    // A process that died in the middle of a fetch left a claim, which expires.
    const isLoading = 'claimedUntil' in feed && feed.claimedUntil > clock.now();
    return feedSchema.parse(isLoading ? feed : { ...feed, loading: null });
  }

  return {
    async subscriptions() {
      const found = await store.listSubscriptions();
      return { ...found, feeds: found.feeds.map(toFeed) };
    },
    async subscribe(request) {
      const { feed, loadRest } = await subscribe(ports, request);
      const loading = loadRest === null ? null : refresher.follow(feed, loadRest);
      await announce(null, 'feeds', 'entries');
      if (loading === null || (feed.loading?.total ?? 0) > mostEntriesAtOnce) return toFeed(feed);
      await loading;
      return announce(toFeed((await store.getFeed(feed.id)) ?? feed), 'feeds', 'entries');
    },
    addSample: async () => announce(toFeed(await addSample(ports)), 'feeds', 'entries'),
    async patchFeed(id, patch) {
      const feed = await store.patchFeed(id, patch);
      if (feed === null) throw missingFeed(id);
      return announce(toFeed(feed), 'feeds', 'entries');
    },
    async deleteFeed(id) {
      await cancelRuns({ feedId: id });
      if (!(await store.deleteFeed(id))) throw missingFeed(id);
      await announce(null, 'feeds', 'entries');
    },

    async createFolder(input) {
      const folder = await store.createFolder(input);
      if (folder === null) throw new AppError('conflict', `A folder named “${input.name}” already exists.`);
      return announce(folder, 'feeds');
    },
    async patchFolder(id, patch) {
      const folder = await store.patchFolder(id, patch);
      if (folder === null) throw missingFolder(id);
      return announce(folder, 'feeds');
    },
    async deleteFolder(id) {
      if (!(await store.deleteFolder(id))) throw missingFolder(id);
      await announce(null, 'feeds', 'entries');
    },

    refresh: refresher.refresh,
    refreshProgress: refresher.progress,
    async importOpml(opml) {
      const at = clock.now();
      const { report, added } = await importOpml(ports, opml);
      void refresher.refreshThese(added, at);
      return announce(report, 'feeds');
    },
    exportOpml: () => exportOpml(ports),

    listEntries: (query) => store.listEntries(query),
    getEntry: async (id) => images.withImages(await requireEntry(ports, id)),
    addEntry: async (request) =>
      announce(images.withImages(await addEntry(ports, request)), 'feeds', 'entries'),
    async patchEntry(id, patch) {
      const head = await store.patchEntry(id, patch, clock.now());
      if (head === null) throw missingEntry(id);
      return announce(head, 'feeds', 'entries');
    },
    async deleteEntry(id) {
      await cancelRuns({ entryId: id });
      if (!(await store.deleteEntry(id))) throw missingEntry(id);
      await announce(null, 'feeds', 'entries');
    },
    markRead: async (request) => announce(await store.markRead(request, clock.now()), 'feeds', 'entries'),
    fetchFullText: async (id) => announce(images.withImages(await fetchFullText(ports, id)), 'entries'),
    getImage: images.getImage,

    summarize: (id, request) => summarizeEntry(ports, id, request),
    listSummaries: (id) => listEntrySummaries(ports, id),
    clearSummaries: (id, slot) => clearSummaries(ports, id, slot),
    restoreSummaries: (id, undoId) => restoreSummaries(ports, id, undoId),
    previewPrompt: (id, slot) => previewPrompt(ports, id, slot),

    refreshThese: refresher.refreshThese,
    stop: refresher.stop,
  };
}

function missingFeed(id: FeedId): AppError {
  return new AppError('not_found', `Feed ${id} not found.`);
}

function missingFolder(id: FolderId): AppError {
  return new AppError('not_found', `Folder ${id} not found.`);
}
