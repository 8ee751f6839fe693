import type { Client } from '#client/create-client.ts';
import { toAppError } from '#schema/app-error.ts';
import { type EntryHead, type EntryId, entrySchema, sanitizerVersion } from '#schema/entry.ts';
import { parseJson } from '#schema/parse-json.ts';
import {
  type EntryPage,
  type EntryPatch,
  entryPageSchema,
  entryPatchSchema,
  entrySummariesSchema,
  listEntriesQuerySchema,
  patchEntriesRequestSchema,
  type Subscriptions,
  subscriptionsSchema,
} from '#schema/reader-wire.ts';
import { readerRoutes } from '#schema/routes/reader-routes.ts';
import { compareEntries } from '#web/reader/merge-newest.ts';
import { countPatch } from './count-patch.ts';
import { type Database, openDatabase, type Store, type WaitingChange } from './database.ts';
import { keepRecent } from './keep-recent.ts';
import { answerSchemas, type KeptRequest } from './kept-request.ts';
import { type Exchange, learnAnswer } from './learn-answer.ts';

/** The build writes this file. Its name must never change. */
const workerUrl = '/sw.js';

export interface DevicePorts {
  client: Pick<Client, 'reader'>;
  now(): number;
  untilIdle(): Promise<void>;
  /** Reports the number of changes not yet sent to the server. */
  onWaiting(count: number): void;
  /** Called when the stored data is deleted, here or in another tab. */
  onGone(): void;
}

export interface KeptSize {
  entries: number;
  bytes: number;
}

export interface Device {
  /** Null if this device cannot answer. */
  answer(asked: KeptRequest, sent: string): Promise<unknown>;
  learn(exchange: Exchange): Promise<void>;
  send(): Promise<void>;
  /** Resolves to false if another tab is already updating the stored entries. */
  keepRecent(): Promise<boolean>;
  measure(): Promise<KeptSize>;
  close(): void;
}

export async function openDevice(ports: DevicePorts): Promise<Device> {
  const { client, now, untilIdle, onWaiting, onGone } = ports;
  const leaving = new AbortController();
  const database = await openDatabase(() => {
    leaving.abort();
    onGone();
  });
  let learned = new Set<EntryId>();
  let sending: Promise<void> | null = null;

  async function countWaiting(): Promise<void> {
    onWaiting(await database.use(['changes'], 'readonly', ({ changes }) => changes.count()));
  }

  async function sendAll(): Promise<void> {
    try {
      await sendChanges(database, client);
    } finally {
      sending = null;
      await countWaiting();
    }
  }

  await countWaiting();
  return {
    async answer(asked, sent) {
      const answer = await answerKept(database, asked, sent);
      if (asked.kind === 'patch' || asked.kind === 'patch-many') await countWaiting();
      return answer;
    },
    async learn(exchange) {
      if ('id' in exchange.asked) learned.add(exchange.asked.id);
      await learnAnswer({ database, client, now }, exchange);
    },
    send() {
      sending ??= sendAll();
      return sending;
    },
    keepRecent() {
      learned = new Set();
      return keepRecent({ database, client, now, untilIdle, learned, signal: leaving.signal });
    },
    async measure() {
      const kept = await database.use(['heads'], 'readonly', ({ heads }) => heads.getAll());
      return { entries: kept.length, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    close() {
      leaving.abort();
      database.close();
    },
  };
}

/** Stores the app's files, so that the page opens without the server. */
export async function keepApp(): Promise<void> {
  const worker = await navigator.serviceWorker.register(workerUrl, { updateViaCache: 'none' });
  // A worker's postMessage takes no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.active?.postMessage('keep');
}

/** Only one tab sends at a time, because the newest change to an entry must arrive last. */
const lockName = 'precis.changes';

/** Sends stored changes one at a time. Stops at the first one that the server does not answer. */
export async function sendChanges(database: Database, client: Pick<Client, 'reader'>): Promise<void> {
  await navigator.locks.request(lockName, async () => {
    const waiting = await database.use(['changes'], 'readonly', ({ changes }) => changes.getAll());
    for (const change of waiting) {
      const head = await send(client, change);
      if (head === 'later') return;
      await database.use(['heads', 'changes'], 'readwrite', async ({ heads, changes }) => {
        const kept = await heads.get(change.id);
        if (kept !== undefined && head !== null) heads.put({ ...kept, head });
        await settle(changes, change);
      });
    }
  });
}

/** The entry's state on the server, or null if the server rejects the change permanently. */
async function send(client: Pick<Client, 'reader'>, { id, patch }: WaitingChange) {
  try {
    return await client.reader.entries.patch(id, patch);
  } catch (error) {
    const { code } = toAppError(error);
    return code === 'not_found' || code === 'invalid_input' ? null : 'later';
  }
}

/** Removes the sent fields. A field that changed again in the meantime is still to be sent. */
async function settle(changes: Store<WaitingChange>, { id, patch }: WaitingChange): Promise<void> {
  const waiting = await changes.get(id);
  if (waiting === undefined) return;
  const sent = new Map<string, unknown>(Object.entries(patch));
  const left = Object.entries(waiting.patch).filter(([field, value]) => sent.get(field) !== value);
  if (left.length === 0) changes.delete(id);
  else changes.put({ id, patch: entryPatchSchema.parse(Object.fromEntries(left)) });
}

/**
 * Answers a request from stored data, or null if that is impossible. A change is stored to be sent later. Data that
 * an earlier version stored in another form is ignored.
 */
export async function answerKept(database: Database, asked: KeptRequest, sent: string): Promise<unknown> {
  switch (asked.kind) {
    case 'list':
      return answerList(database, asked.search);
    case 'entry':
      return answerEntry(database, asked.id);
    case 'summaries':
      return answerSummaries(database, asked.id);
    case 'answer':
      return answerAsKept(database, asked.path);
    case 'patch': {
      const patch = entryPatchSchema.safeParse(parseJson(sent)).data;
      return patch === undefined ? null : ((await change(database, [asked.id], patch))?.[0]?.after ?? null);
    }
    case 'patch-many': {
      const request = patchEntriesRequestSchema.safeParse(parseJson(sent)).data;
      if (request === undefined) return null;
      const { ids, ...patch } = request;
      const heads = await change(database, [...new Set(ids)], patch);
      return heads === null ? null : { changed: heads.filter(isChanged).map(({ after }) => after.id) };
    }
    case 'remove':
    case 'full-text':
    case 'mark-read':
      break;
  }
  return null;
}

async function answerList(database: Database, search: URLSearchParams): Promise<unknown> {
  const { heads, subscriptions } = await readHeads(database);
  if (heads.length === 0) return null;
  const page = listKept({ search, heads: heads.map(({ after }) => after), subscriptions });
  return entryPageSchema.safeParse(page).data ?? null;
}

async function answerEntry(database: Database, id: EntryId): Promise<unknown> {
  const names = ['heads', 'articles', 'changes'] as const;
  const entry = await database.use(names, 'readonly', async ({ heads, articles, changes }) => {
    const [kept, article, waiting] = await Promise.all([heads.get(id), articles.get(id), changes.get(id)]);
    if (kept === undefined || article === undefined) return null;
    return applyChange({ ...article.entry, ...kept.head }, waiting);
  });
  const known = entrySchema.safeParse(entry).data;
  // HTML from an older sanitizer is not shown; the server sanitizes it again.
  return known === undefined || known.sanitizer < sanitizerVersion ? null : known;
}

async function answerSummaries(database: Database, id: EntryId): Promise<unknown> {
  const kept = await database.use(['articles'], 'readonly', ({ articles }) => articles.get(id));
  const items = kept?.summaries.items;
  // Without the server, a run in progress cannot be followed.
  return entrySummariesSchema.safeParse({ items, active: null }).data ?? null;
}

async function answerAsKept(database: Database, path: string): Promise<unknown> {
  if (path === readerRoutes.subscriptions.path) {
    const { heads, subscriptions } = await readHeads(database);
    const counted = (known: Subscriptions, { before, after }: Seen) => countPatch(known, before, after);
    return subscriptions === null ? null : heads.reduce(counted, subscriptions);
  }
  const kept = await database.use(['answers'], 'readonly', ({ answers }) => answers.get(path));
  const checked = await answerSchemas.get(path)?.safeParse(kept?.body);
  return checked?.success === true ? checked.data : null;
}

/** An entry without and with its unsent changes. */
interface Seen {
  before: EntryHead;
  after: EntryHead;
}

async function readHeads(
  database: Database,
): Promise<{ heads: Seen[]; subscriptions: Subscriptions | null }> {
  const names = ['heads', 'changes', 'answers'] as const;
  return database.use(names, 'readonly', async ({ heads, changes, answers }) => {
    const [kept, waiting, known] = await Promise.all([
      heads.getAll(),
      changes.getAll(),
      answers.get(readerRoutes.subscriptions.path),
    ]);
    const byId = new Map(waiting.map((each) => [each.id, each]));
    return {
      heads: kept.map(({ id, head }) => ({ before: head, after: applyChange(head, byId.get(id)) })),
      subscriptions: subscriptionsSchema.safeParse(known?.body).data ?? null,
    };
  });
}

/** Changes all entries or none. Null if an entry is not stored here. */
async function change(
  database: Database,
  ids: readonly EntryId[],
  patch: EntryPatch,
): Promise<Seen[] | null> {
  return database.use(['heads', 'changes'], 'readwrite', async ({ heads, changes }) => {
    const kept = await Promise.all(ids.map((id) => heads.get(id)));
    const seen: (Seen & { waiting: WaitingChange })[] = [];
    for (const each of kept) {
      if (each === undefined) return null;
      const { id, head } = each;
      const earlier = await changes.get(id);
      const waiting = { id, patch: { ...earlier?.patch, ...patch } };
      seen.push({ waiting, before: applyChange(head, earlier), after: applyChange(head, waiting) });
    }
    for (const { waiting } of seen) changes.put(waiting);
    return seen;
  });
}

function isChanged({ before, after }: Seen): boolean {
  return before.read !== after.read || before.starred !== after.starred;
}

interface KeptList {
  /** Query parameters of the list request. */
  search: URLSearchParams;
  heads: readonly EntryHead[];
  /** Null if the feeds of a folder are unknown. */
  subscriptions: Subscriptions | null;
}

/** Lists stored entries in one page. Null if only the server can answer, as for further pages and searches. */
export function listKept({ search, heads, subscriptions }: KeptList): EntryPage | null {
  const asked = listEntriesQuerySchema.safeParse(Object.fromEntries(search)).data;
  if (asked === undefined || asked.cursor !== undefined || asked.query !== undefined) return null;
  const { view, feedId, folderId, tagId } = asked;
  if (folderId !== undefined && subscriptions === null) return null;
  const inFolder = new Set(
    subscriptions?.feeds.filter((feed) => feed.folderId === folderId).map(({ id }) => id),
  );
  const items = heads.filter((head) => {
    if (view === 'unread' && head.read) return false;
    if (view === 'starred' && !head.starred) return false;
    if (view === 'saved' && head.feedId !== null) return false;
    if (feedId !== undefined && head.feedId !== feedId) return false;
    if (folderId !== undefined && (head.feedId === null || !inFolder.has(head.feedId))) return false;
    return tagId === undefined || head.tags.some(({ id }) => id === tagId);
  });
  return { items: items.sort(compareEntries), nextCursor: null, inSummary: [], inTranslation: [] };
}

/** Applies changes that were not yet sent to the server. */
export function applyChange<T extends EntryHead>(head: T, change: WaitingChange | undefined): T {
  return change === undefined ? head : { ...head, ...change.patch };
}
