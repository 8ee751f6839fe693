import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '#client/create-client.ts';
import { AppError } from '#schema/app-error.ts';
import { type Entry, type EntryId, entryIdSchema, sanitizerVersion } from '#schema/entry.ts';
import type { EntryPatch } from '#schema/reader-wire.ts';
import type { Database, Store } from './database.ts';
import { answerKept, sendChanges } from './device.ts';
import { keepRecent } from './keep-recent.ts';
import { learnAnswer } from './learn-answer.ts';

/** An in-memory database that runs transactions one after the other. */
function openMemory(): Database {
  const stores = new Map<string, Map<unknown, unknown>>();
  let last: Promise<unknown> = Promise.resolve();

  function open(name: string): Store<never> {
    const rows = stores.get(name) ?? new Map<unknown, unknown>();
    stores.set(name, rows);
    return {
      get: async (key) => structuredClone(rows.get(key)) as never,
      getAll: async () => structuredClone([...rows.values()]) as never[],
      count: async () => rows.size,
      put: (value: { id?: unknown; path?: unknown }) =>
        void rows.set(value.id ?? value.path, structuredClone(value)),
      delete: (key) => void rows.delete(key),
    };
  }

  return {
    use(names, _mode, work) {
      const opened = Object.fromEntries(names.map((name) => [name, open(name)]));
      const done = last.then(() => work(opened as unknown as Parameters<typeof work>[0]));
      last = done.catch(() => {});
      return done;
    },
    close: () => {},
  };
}

const now = 1_800_000_000_000;
const idOf = (id: number): EntryId => entryIdSchema.parse(id);

function entry(id: number, patch: Partial<Entry> = {}): Entry {
  return {
    id: idOf(id),
    feedId: null,
    feedTitle: null,
    url: null,
    title: `Entry ${id}`,
    author: null,
    excerpt: '',
    publishedAt: now - id * 1000,
    read: false,
    starred: false,
    hasSummary: false,
    summaryStart: null,
    imageKey: null,
    tags: [],
    html: `<p>Text ${id}</p>`,
    sanitizer: sanitizerVersion,
    text: `Text ${id}`,
    textOrigin: 'paste',
    contentHash: 'x',
    language: 'en',
    readingMinutes: 1,
    createdAt: now,
    updatedAt: now,
    ...patch,
  };
}

/** A server with three entries that records its requests. */
function startServer() {
  const entries = new Map([1, 2, 3].map((id) => [idOf(id), entry(id)]));
  const asked: string[] = [];
  const server = {
    entries,
    asked,
    /** Called before each patch request is answered. */
    onPatch: async () => {},
  };
  function find(id: EntryId): Entry {
    const found = entries.get(id);
    if (found === undefined) throw new AppError('not_found', 'Entry not found.');
    return found;
  }
  const client = {
    reader: {
      entries: {
        async list() {
          asked.push('list');
          return { items: [...entries.values()], nextCursor: null, inSummary: [], inTranslation: [] };
        },
        async get(id: EntryId) {
          asked.push(`get ${id}`);
          return find(id);
        },
        async patch(id: EntryId, patch: EntryPatch) {
          asked.push(`patch ${id} ${JSON.stringify(patch)}`);
          await server.onPatch();
          const changed = { ...find(id), ...patch };
          entries.set(id, changed);
          return changed;
        },
      },
      summaries: {
        async list(id: EntryId) {
          asked.push(`summaries ${id}`);
          return { items: [], active: null };
        },
      },
    },
  } as unknown as Pick<Client, 'reader'>;
  return Object.assign(server, { client });
}

let database: Database;
let server: ReturnType<typeof startServer>;
beforeEach(async () => {
  database = openMemory();
  server = startServer();
});

const keep = () =>
  keepRecent({
    database,
    client: server.client,
    now: () => now,
    untilIdle: async () => {},
    learned: new Set(),
    signal: new AbortController().signal,
  });
const patch = (id: number, change: EntryPatch) =>
  answerKept(database, { kind: 'patch', id: idOf(id) }, JSON.stringify(change));
const read = (id: number) => answerKept(database, { kind: 'entry', id: idOf(id) }, '');
const send = () => sendChanges(database, server.client);
const waiting = () => database.use(['changes'], 'readonly', ({ changes }) => changes.getAll());

describe('entries on this device', () => {
  test('are asked for once, again when they change, and forgotten when they are deleted', async () => {
    expect(await keep()).toBe(true);
    expect(server.asked).toEqual(['list', 'get 1', 'get 2', 'get 3']);
    expect(await read(2)).toMatchObject({ title: 'Entry 2', text: 'Text 2' });
    server.asked.length = 0;
    await keep();
    expect(server.asked).toEqual(['list']);
    server.entries.set(idOf(2), entry(2, { hasSummary: true, summaryStart: 'Short.' }));
    server.entries.delete(idOf(3));
    server.asked.length = 0;
    await keep();
    expect(server.asked).toEqual(['list', 'get 2', 'summaries 2']);
    expect(await read(3)).toBeNull();
  });

  test.each([
    ['of an older sanitizer', { sanitizer: sanitizerVersion - 1 }],
    ['without its version', { sanitizer: undefined }],
  ])('with markup %s are not shown, and asked for again', async (_, version) => {
    await keep();
    await database.use(['heads', 'articles'], 'readwrite', async ({ heads, articles }) => {
      const [head, article] = await Promise.all([heads.get(2), articles.get(2)]);
      if (head === undefined || article === undefined) throw new Error('nothing is kept');
      // Earlier versions stored a stamp without the sanitizer version.
      const stamp = JSON.stringify(JSON.parse(head.stamp).slice(0, -1));
      heads.put({ ...head, stamp });
      articles.put({ ...article, entry: { ...article.entry, ...version } as Entry });
    });
    expect(await read(2)).toBeNull();
    expect(await read(1)).toMatchObject({ text: 'Text 1' });
    server.asked.length = 0;
    await keep();
    expect(server.asked).toEqual(['list', 'get 2']);
    expect(await read(2)).toMatchObject({ text: 'Text 2' });
  });

  test('follow what the server answers', async () => {
    const learn = (asked: Parameters<typeof answerKept>[1], body: unknown, status = 200) =>
      learnAnswer(
        { database, client: server.client, now: () => now },
        { asked, sent: '', status, answered: JSON.stringify(body) },
      );
    await learn({ kind: 'entry', id: idOf(1) }, entry(1));
    expect(await read(1)).toMatchObject({ read: false });
    await learn({ kind: 'patch', id: idOf(1) }, entry(1, { read: true }));
    expect(await read(1)).toMatchObject({ read: true });
    await learn({ kind: 'patch', id: idOf(2) }, entry(2, { read: true }));
    expect(await read(2)).toBeNull();
    await learn({ kind: 'entry', id: idOf(1) }, { nonsense: true });
    expect(await read(1)).toMatchObject({ read: true });
    await learn({ kind: 'entry', id: idOf(1) }, {}, 404);
    expect(await read(1)).toBeNull();
  });

  test('have no answer where only the server has one', async () => {
    await keep();
    expect(await patch(9, { starred: true })).toBeNull();
    expect(await answerKept(database, { kind: 'remove', id: idOf(1) }, '')).toBeNull();
    const many = { ids: [1, 9], read: true };
    expect(await answerKept(database, { kind: 'patch-many' }, JSON.stringify(many))).toBeNull();
    expect(await patch(1, { starred: 'yes' } as unknown as EntryPatch)).toBeNull();
    expect(await waiting()).toEqual([]);
  });
});

describe('changes that wait', () => {
  test('show at once, are merged, and are sent once each', async () => {
    await keep();
    expect(await patch(1, { starred: true })).toMatchObject({ starred: true, read: false });
    expect(await patch(1, { read: true })).toMatchObject({ starred: true, read: true });
    const many = { ids: [1, 2], read: true };
    expect(await answerKept(database, { kind: 'patch-many' }, JSON.stringify(many))).toEqual({
      changed: [2],
    });
    server.asked.length = 0;
    await send();
    expect(server.asked).toEqual(['patch 1 {"starred":true,"read":true}', 'patch 2 {"read":true}']);
    expect(await waiting()).toEqual([]);
    expect(await read(1)).toMatchObject({ starred: true, read: true });
    await send();
    expect(server.asked).toHaveLength(2);
  });

  test('are not undone by an older answer', async () => {
    await keep();
    await patch(1, { starred: true });
    await keep();
    expect(await read(1)).toMatchObject({ starred: true });
  });

  test('stay if changed again while they are sent', async () => {
    await keep();
    await patch(1, { starred: true, read: true });
    server.onPatch = async () => void (await patch(1, { starred: false }));
    await send();
    expect(await waiting()).toEqual([{ id: 1, patch: { starred: false } }]);
    server.onPatch = async () => {};
    await send();
    expect(server.entries.get(idOf(1))).toMatchObject({ starred: false, read: true });
  });

  test('stay while the server fails, and are dropped if their entry is gone', async () => {
    await keep();
    await patch(1, { starred: true });
    await patch(2, { starred: true });
    server.onPatch = async () => {
      throw new AppError('internal', 'Something went wrong.');
    };
    server.asked.length = 0;
    await send();
    expect(server.asked).toHaveLength(1);
    expect(await waiting()).toHaveLength(2);
    server.onPatch = async () => {};
    server.entries.delete(idOf(1));
    await send();
    expect(await waiting()).toEqual([]);
    expect(server.entries.get(idOf(2))?.starred).toBe(true);
  });
});
