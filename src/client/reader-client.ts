import { type Entry, type EntryHead, type EntryId, entryHeadSchema, entrySchema } from '#schema/entry.ts';
import {
  type Feed,
  type FeedId,
  type Folder,
  type FolderId,
  feedSchema,
  folderSchema,
} from '#schema/feed.ts';
import {
  type AddEntryRequest,
  type ClearedSummaries,
  clearedSummariesSchema,
  type EntryPage,
  type EntryPatch,
  type EntrySummaries,
  entryPageSchema,
  entrySummariesSchema,
  type FeedPatch,
  type FolderPatch,
  type ListEntriesQuery,
  type MarkReadRequest,
  markedReadSchema,
  type OpmlReport,
  opmlReportSchema,
  type PromptPreview,
  promptPreviewSchema,
  type RefreshProgress,
  refreshProgressSchema,
  restoredSummariesSchema,
  type SubscribeRequest,
  type Subscriptions,
  type SummarizeEntryRequest,
  type SummarySlot,
  subscriptionsSchema,
} from '#schema/reader-wire.ts';
import { type Run, runSchema } from '#schema/runs/run.ts';
import type { Api, KeyOptions } from './call-api.ts';

export interface ReaderClient {
  subscriptions(): Promise<Subscriptions>;
  feeds: {
    subscribe(request: SubscribeRequest, options?: KeyOptions): Promise<Feed>;
    addSample(): Promise<Feed>;
    patch(id: FeedId, patch: FeedPatch): Promise<Feed>;
    remove(id: FeedId): Promise<void>;
    /** Starts a refresh of all feeds, or one. */
    refresh(feedId?: FeedId): Promise<RefreshProgress>;
    progress(): Promise<RefreshProgress>;
  };
  folders: {
    create(input: FolderPatch & Pick<Folder, 'name'>): Promise<Folder>;
    patch(id: FolderId, patch: FolderPatch): Promise<Folder>;
    remove(id: FolderId): Promise<void>;
  };
  opml: { import(opml: string): Promise<OpmlReport>; export(): Promise<string> };
  entries: {
    list(query?: Partial<ListEntriesQuery>, options?: { signal?: AbortSignal }): Promise<EntryPage>;
    get(id: EntryId): Promise<Entry>;
    add(request: AddEntryRequest): Promise<Entry>;
    patch(id: EntryId, patch: EntryPatch): Promise<EntryHead>;
    remove(id: EntryId): Promise<void>;
    /** Returns how many were unread. */
    markRead(request: MarkReadRequest): Promise<number>;
    fetchFullText(id: EntryId): Promise<Entry>;
  };
  summaries: {
    start(id: EntryId, request?: Partial<SummarizeEntryRequest>, options?: KeyOptions): Promise<Run>;
    list(id: EntryId): Promise<EntrySummaries>;
    /** One slot, or all of the entry. */
    clear(id: EntryId, slot?: SummarySlot): Promise<ClearedSummaries>;
    /** Undoes a recent clear. */
    restore(id: EntryId, undoId: string): Promise<number>;
    prompt(id: EntryId, slot?: Partial<SummarySlot>): Promise<PromptPreview>;
  };
}

export function createReaderClient({ send, read }: Api): ReaderClient {
  return {
    subscriptions: () => read(subscriptionsSchema, { path: '/api/subscriptions' }),
    feeds: {
      subscribe: (body, once = {}) => read(feedSchema, { method: 'POST', path: '/api/feeds', body, once }),
      addSample: () => read(feedSchema, { method: 'POST', path: '/api/feeds/sample' }),
      patch: (id, body) => read(feedSchema, { method: 'PATCH', path: `/api/feeds/${id}`, body }),
      remove: async (id) => void (await send({ method: 'DELETE', path: `/api/feeds/${id}` })),
      refresh: (feedId) =>
        read(refreshProgressSchema, { method: 'POST', path: '/api/feeds/refresh', query: { feedId } }),
      progress: () => read(refreshProgressSchema, { path: '/api/feeds/refresh' }),
    },
    folders: {
      create: (body) => read(folderSchema, { method: 'POST', path: '/api/folders', body }),
      patch: (id, body) => read(folderSchema, { method: 'PATCH', path: `/api/folders/${id}`, body }),
      remove: async (id) => void (await send({ method: 'DELETE', path: `/api/folders/${id}` })),
    },
    opml: {
      import: (opml) => read(opmlReportSchema, { method: 'POST', path: '/api/opml', body: { opml } }),
      export: async () => (await send({ path: '/api/opml', headers: { accept: 'text/x-opml' } })).text(),
    },
    entries: {
      list: (query, options) => read(entryPageSchema, { path: '/api/entries', query, ...options }),
      get: (id) => read(entrySchema, { path: `/api/entries/${id}` }),
      add: (body) => read(entrySchema, { method: 'POST', path: '/api/entries', body }),
      patch: (id, body) => read(entryHeadSchema, { method: 'PATCH', path: `/api/entries/${id}`, body }),
      remove: async (id) => void (await send({ method: 'DELETE', path: `/api/entries/${id}` })),
      async markRead(body) {
        const call = { method: 'POST' as const, path: '/api/entries/mark-read', body };
        return (await read(markedReadSchema, call)).marked;
      },
      fetchFullText: (id) => read(entrySchema, { method: 'POST', path: `/api/entries/${id}/full-text` }),
    },
    summaries: {
      start: (id, body = {}, once = {}) =>
        read(runSchema, { method: 'POST', path: `/api/entries/${id}/summaries`, body, once }),
      list: (id) => read(entrySummariesSchema, { path: `/api/entries/${id}/summaries` }),
      async clear(id, slot) {
        const call = { method: 'DELETE' as const, path: `/api/entries/${id}/summaries`, query: { ...slot } };
        return read(clearedSummariesSchema, call);
      },
      async restore(id, undoId) {
        const path = `/api/entries/${id}/summaries/restore`;
        return (await read(restoredSummariesSchema, { method: 'POST', path, body: { undoId } })).restored;
      },
      prompt: (id, slot) =>
        read(promptPreviewSchema, { path: `/api/entries/${id}/prompt`, query: { ...slot } }),
    },
  };
}
