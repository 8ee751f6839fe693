import type { Entry, EntryHead, EntryId } from '#schema/entry.ts';
import type { EntryPatch, EntrySummaries } from '#schema/reader-wire.ts';
import { databaseName } from './clear-device.ts';

const version = 1;

/** What lists show of a stored entry. `head` is the server's state; unsent changes are stored separately. */
export interface KeptHead {
  id: EntryId;
  head: EntryHead;
  /** Stamp of the head at the time the article was fetched. A different stamp means the article may have changed. */
  stamp: string;
  bytes: number;
  /** Null if the entry was stored without being opened. */
  openedAt: number | null;
}

export interface KeptArticle {
  id: EntryId;
  entry: Entry;
  summaries: EntrySummaries;
}

/** A change not yet sent to the server. Later changes to the same entry are merged into it. */
export interface WaitingChange {
  id: EntryId;
  patch: EntryPatch;
}

interface KeptAnswer {
  path: string;
  body: unknown;
}

interface Stores {
  heads: KeptHead;
  articles: KeptArticle;
  changes: WaitingChange;
  answers: KeptAnswer;
}
export type StoreName = keyof Stores;

const keys = { heads: 'id', articles: 'id', changes: 'id', answers: 'path' } satisfies Record<
  StoreName,
  string
>;

export interface Store<T> {
  get(key: number | string): Promise<T | undefined>;
  getAll(): Promise<T[]>;
  count(): Promise<number>;
  put(value: T): void;
  delete(key: number | string): void;
}

export interface Database {
  /**
   * Runs `work` in one transaction and resolves when it is stored. `work` may await only store operations, because
   * the browser ends an idle transaction.
   */
  use<N extends StoreName, R>(
    names: readonly N[],
    mode: IDBTransactionMode,
    work: (stores: { [K in N]: Store<Stores[K]> }) => Promise<R>,
  ): Promise<R>;
  close(): void;
}

/** `onGone` is called after the connection closes because the database is deleted, here or in another tab. */
export async function openDatabase(onGone: () => void): Promise<Database> {
  const request = indexedDB.open(databaseName, version);
  request.addEventListener('upgradeneeded', () => {
    for (const [store, keyPath] of Object.entries(keys)) request.result.createObjectStore(store, { keyPath });
  });
  const database = await resultOf(request);
  const leave = () => {
    database.close();
    onGone();
  };
  database.addEventListener('versionchange', leave);
  // The browser closes the connection itself, for example when the user clears the site's data.
  database.addEventListener('close', leave);

  return {
    async use(names, mode, work) {
      const transaction = database.transaction(names, mode);
      const stored = endOf(transaction);
      // `stored` is awaited below. Until then, a rejection would count as unhandled.
      stored.catch(() => {});
      const stores = Object.fromEntries(names.map((each) => [each, toStore(transaction.objectStore(each))]));
      try {
        const result = await work(stores as unknown as Parameters<typeof work>[0]);
        await stored;
        return result;
      } catch (error) {
        abort(transaction);
        throw error;
      }
    },
    close: () => database.close(),
  };
}

function toStore<T>(store: IDBObjectStore): Store<T> {
  return {
    get: (key) => resultOf<T | undefined>(store.get(key)),
    getAll: () => resultOf<T[]>(store.getAll()),
    count: () => resultOf(store.count()),
    put: (value) => void store.put(value),
    delete: (key) => void store.delete(key),
  };
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the request failed')));
  });
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('the transaction was aborted'));
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('error', fail);
    transaction.addEventListener('abort', fail);
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
  }
}
