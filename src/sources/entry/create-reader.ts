import { cancelIfThere } from '#engine/create-engine.ts';
import { parametersOf } from '#engine/prepare-run.ts';
import { withPorts } from '#engine/with-ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import { type Feed, type FeedId, type FolderId, feedSchema } from '#schema/feed.ts';
import type {
  AddEntryRequest,
  EntryPatch,
  FeedPatch,
  FolderInput,
  FolderPatch,
  ListEntriesQuery,
  MarkReadRequest,
  PatchEntriesRequest,
  PromptPreview,
  SubscribeRequest,
  Subscriptions,
  SummarizeEntryRequest,
} from '#schema/reader-wire.ts';
import { exportOpml, importOpml } from '#sources/entry/feeds/import-opml.ts';
import { createRefresher } from '#sources/entry/feeds/refresh-feeds.ts';
import { addSample } from '#sources/entry/feeds/sample-feed.ts';
import { subscribe } from '#sources/entry/feeds/subscribe.ts';
import {
  clearSummaries,
  listEntrySummaries,
  restoreSummaries,
} from '#sources/entry/summaries/entry-summaries.ts';
import { createTranslations } from '#sources/entry/translations/create-translations.ts';
import { createIcons, createImages } from './images/create-images.ts';
import { createImageLoader } from './images/image-loader.ts';
import { makeContent, toStoredContent, withCurrentHtml } from './make-content.ts';
import { shorten } from './pages/clean-text.ts';
import { fetchFullText, readPage } from './pages/fetch-page.ts';
import type { NewEntry, ReaderPorts, StoredFeed } from './ports.ts';
import { missingEntry, requireArticle, requireEntry } from './require-entry.ts';
import { chooseVariant, summarizeEntry } from './summaries/start-summary.ts';

/** Subscribing waits until all entries of a feed with at most this many are stored. Most feeds have fewer. */
const mostEntriesAtOnce = 100;

export type Reader = ReturnType<typeof createReader>;

/** Everything the Reader does. Throws AppError, `not_found` if something does not exist. */
export function createReader(ports: ReaderPorts) {
  const { store, engine, clock, bus } = ports;
  const refresher = createRefresher(ports);
  const loadImage = createImageLoader(ports);
  const images = createImages(ports, loadImage);
  const { getIcon } = createIcons(ports, loadImage);

  async function announce<T>(result: T, ...what: ('feeds' | 'entries')[]): Promise<T> {
    for (const each of what) await bus.publish({ kind: 'changed', what: each });
    return result;
  }

  /** Cancels the runs first: a run that ends after its entry was deleted would leave an orphaned summary. */
  async function cancelRuns(of: { entryId: EntryId } | { feedId: FeedId }): Promise<void> {
    for (const run of await store.listActiveRuns(of)) await cancelIfThere(engine, run.id);
  }

  /** Omits the fields that only fetching needs. */
  function toFeed(feed: StoredFeed | Subscriptions['feeds'][number]): Feed {
    // A process that died during a fetch leaves a claim behind, which expires.
    const isLoading = 'claimedUntil' in feed && feed.claimedUntil > clock.now();
    return feedSchema.parse(isLoading ? feed : { ...feed, loading: null });
  }

  return {
    ...withPorts(ports, {
      exportOpml,
      summarize: summarizeEntry,
      listSummaries: listEntrySummaries,
      clearSummaries,
      restoreSummaries,
      previewPrompt,
    }),
    async subscriptions(): Promise<Subscriptions> {
      const found = await store.listSubscriptions();
      return { ...found, feeds: found.feeds.map(toFeed) };
    },
    async subscribe(request: SubscribeRequest) {
      const { feed, loadRest } = await subscribe(ports, request);
      const loading = loadRest === null ? null : refresher.follow(feed, loadRest);
      await announce(null, 'feeds', 'entries');
      if (loading === null || (feed.loading?.total ?? 0) > mostEntriesAtOnce) return toFeed(feed);
      await loading;
      return announce(toFeed((await store.getFeed(feed.id)) ?? feed), 'feeds', 'entries');
    },
    addSample: async () => announce(toFeed(await addSample(ports)), 'feeds', 'entries'),
    async patchFeed(id: FeedId, patch: FeedPatch) {
      const feed = await store.patchFeed(id, patch);
      if (feed === null) throw missingFeed(id);
      return announce(toFeed(feed), 'feeds', 'entries');
    },
    async deleteFeed(id: FeedId) {
      await cancelRuns({ feedId: id });
      if (!(await store.deleteFeed(id))) throw missingFeed(id);
      await announce(null, 'feeds', 'entries');
    },

    async createFolder(input: FolderInput) {
      const folder = await store.createFolder(input);
      if (folder === null)
        throw new AppError('conflict', `A folder named “${input.name}” already exists. Choose another name.`);
      return announce(folder, 'feeds');
    },
    async patchFolder(id: FolderId, patch: FolderPatch) {
      const folder = await store.patchFolder(id, patch);
      if (folder === null) throw missingFolder(id);
      return announce(folder, 'feeds');
    },
    async deleteFolder(id: FolderId) {
      if (!(await store.deleteFolder(id))) throw missingFolder(id);
      await announce(null, 'feeds', 'entries');
    },

    translations: createTranslations(ports),

    refresh: refresher.refresh,
    refreshProgress: refresher.progress,
    async importOpml(opml: string) {
      const at = clock.now();
      const { report, added } = await importOpml(ports, opml);
      void refresher.refreshThese(added, at);
      return announce(report, 'feeds');
    },

    listEntries: (query: ListEntriesQuery) => store.listEntries(query),
    getEntry: async (id: EntryId) => images.withImages(await requireArticle(ports, id)),
    addEntry: async (request: AddEntryRequest) =>
      announce(
        images.withImages(await withCurrentHtml(ports, await addEntry(ports, request))),
        'feeds',
        'entries',
      ),
    async patchEntry(id: EntryId, patch: EntryPatch) {
      const head = await store.patchEntry(id, patch, clock.now());
      if (head === null) throw missingEntry(id);
      return announce(head, 'feeds', 'entries');
    },
    patchEntries: async (request: PatchEntriesRequest) =>
      announce(await store.patchEntries(request, clock.now()), 'feeds', 'entries'),
    async deleteEntry(id: EntryId) {
      await cancelRuns({ entryId: id });
      if (!(await store.deleteEntry(id))) throw missingEntry(id);
      await announce(null, 'feeds', 'entries');
    },
    markRead: async (request: MarkReadRequest) =>
      announce(await store.markRead(request, clock.now()), 'feeds', 'entries'),
    fetchFullText: async (id: EntryId) =>
      announce(images.withImages(await fetchFullText(ports, id)), 'entries'),
    /** Gets an image of an article by the key in its `src`. */
    getImage: images.getImage,
    getIcon,

    /** Resolves when each of the feeds has been fetched or has failed. */
    refreshThese: refresher.refreshThese,
    /** Aborts the work in progress. */
    stop: refresher.stop,
  };
}

function missingFeed(id: FeedId): AppError {
  return new AppError('not_found', `Feed ${id} not found.`);
}

function missingFolder(id: FolderId): AppError {
  return new AppError('not_found', `Folder ${id} not found.`);
}

/** The prompt that a run of this entry sends if the text fits into the model's context. */
async function previewPrompt(
  { store, getSettings, templates }: Pick<ReaderPorts, 'store' | 'getSettings' | 'templates'>,
  id: EntryId,
  request: Pick<SummarizeEntryRequest, 'targetLanguage' | 'detailLevel'>,
): Promise<PromptPreview> {
  const entry = await requireEntry({ store }, id);
  const { summaryAgent } = await getSettings();
  const { template, system, prompt } = await templates.render({
    templateId: summaryAgent.templateId,
    parameters: parametersOf(chooseVariant(request, summaryAgent)),
    texts: { sourceText: entry.text, ...(entry.title.trim() === '' ? {} : { title: entry.title }) },
    systemPromptOverride: null,
  });
  return { template, system, prompt };
}

type AddPorts = Pick<ReaderPorts, 'store' | 'guardedFetch' | 'markup' | 'hash' | 'clock'>;
type Draft = Omit<NewEntry, 'publishedAt' | 'sourceHash'>;

const titleCharacters = 100;

/** Saves a page, a pasted text or a file as an entry without a feed. Saving the same source again replaces it. */
async function addEntry(ports: AddPorts, request: AddEntryRequest): Promise<Entry> {
  const draft = await readDraft(ports, request);
  const at = ports.clock.now();
  return ports.store.saveEntry({ ...draft, sourceHash: draft.contentHash, publishedAt: at }, at);
}

async function readDraft(ports: AddPorts, request: AddEntryRequest): Promise<Draft> {
  if (request.kind === 'page') return readPageDraft(ports, request.url);
  if (request.kind === 'text') return readTextDraft(ports, request);
  return readFileDraft(ports, request);
}

async function readPageDraft(ports: AddPorts, address: string): Promise<Draft> {
  const asked = /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`;
  const { content, url, byline } = await readPage(ports, { url: asked, title: null });
  const siteTitle = URL.parse(url)?.host ?? null;
  return { ...content, guid: `page:${ports.hash(url)}`, url, author: byline, siteTitle };
}

async function readTextDraft(
  ports: AddPorts,
  { text, title }: Extract<AddEntryRequest, { kind: 'text' }>,
): Promise<Draft> {
  if (text.trim() === '') throw new AppError('source_empty', 'The text is empty.');
  const content = await makeContent(ports, {
    title: title || (await titleOf(text)),
    text,
    url: null,
    original: text,
    textOrigin: 'paste',
    language: null,
  });
  const guid = `text:${ports.hash(`${content.title}\n${text}`)}`;
  return { ...content, guid, url: null, author: null, siteTitle: null };
}

async function readFileDraft(
  ports: AddPorts,
  { name, content: base64 }: Extract<AddEntryRequest, { kind: 'file' }>,
): Promise<Draft> {
  const bytes = Buffer.from(base64, 'base64');
  const read = await ports.markup.readFileContent(name, bytes);
  const content = toStoredContent({ ...read, textOrigin: 'file', language: null }, read.content);
  const guid = `file:${ports.hash(bytes)}`;
  return { ...content, guid, url: null, author: null, siteTitle: name };
}

function firstLine(text: string): string {
  return text.trimStart().slice(0, 1000).split('\n')[0] ?? '';
}

async function titleOf(text: string): Promise<string> {
  // Loaded on first use because the parser is large.
  const { lineOfText } = await import('#sources/entry/pages/plain-text.ts');
  return shorten(lineOfText(firstLine(text)), titleCharacters);
}
