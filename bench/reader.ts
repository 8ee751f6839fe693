/**
 * Measures the Reader with 100,000 entries: every list view, all kinds of search and the counts, through the server's
 * own routes, on SQLite and PostgreSQL. Prints percentiles in milliseconds. The goal is a p95 under 50.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '#app/create-app.ts';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { createClient } from '#client/create-client.ts';
import type { FeedId } from '#schema/feed.ts';
import type { NewEntry } from '#sources/entry/ports.ts';
import type { Store } from '#store/store.ts';
import { createRandom } from '#tests/fixtures/create-random.ts';
import { createDatabase, startPostgres } from '#tests/setup/start-postgres.ts';
import { makeEntry, makeFeed } from './reader/make-rows.ts';

const entryCount = Number(process.env.PRECIS_BENCH_ENTRIES ?? 100_000);
const rounds = Number(process.env.PRECIS_BENCH_ROUNDS ?? 60);
const feedCount = 200;
const goalMs = 50;
const hourMs = 3_600_000;

/** The stores to measure. `node bench/reader.ts postgres` measures only one. */
const wanted = process.argv[2] ?? 'sqlite postgres';
const results: Awaited<ReturnType<typeof ask>>[] = [];
if (wanted.includes('sqlite')) results.push(await measure('sqlite', null));
if (wanted.includes('postgres')) {
  const postgres = await startPostgres();
  results.push(await measure('postgres', await createDatabase(postgres.url)));
  await postgres.stop();
}
const slow = results.flat().filter(({ p95 }) => p95 >= goalMs);
console.log(slow.length === 0 ? `all under ${goalMs} ms` : `${slow.length} at ${goalMs} ms or more`);
if (slow.length > 0) process.exitCode = 1;

async function measure(name: string, databaseUrl: string | null) {
  const home = mkdtempSync(join(tmpdir(), 'precis-bench-'));
  const config = readConfig({
    PRECIS_HOME: home,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  });
  const app = await createApp(config, { mode: 'embedded', log: createLog({ level: 'silent' }) });
  try {
    const startedAt = performance.now();
    const { store } = app.core;
    await fill(store);
    console.log(
      `\n${name}: ${entryCount} entries written in ${Math.round((performance.now() - startedAt) / 1000)} s`,
    );
    return await ask(app);
  } finally {
    await app.stop(0);
    rmSync(home, { recursive: true, force: true });
  }
}

async function ask(app: App) {
  const { reader } = createClient({ fetch: app.fetch });
  const { feeds, folders } = await reader.subscriptions();
  const feedId = feeds[3]?.id;
  const folderId = folders[1]?.id;
  if (feedId === undefined || folderId === undefined) throw new Error('nothing was stored');
  const { nextCursor } = await reader.entries.list({ view: 'all', limit: 500 });
  const deep = { view: 'all' as const, cursor: nextCursor ?? '' };
  const questions: Record<string, Parameters<typeof reader.entries.list>[0]> = {
    'list, unread': { view: 'unread' },
    'list, all': { view: 'all' },
    'list, all, next page': deep,
    'list, starred': { view: 'starred' },
    'list, saved': { view: 'saved' },
    'list, one feed': { view: 'all', feedId },
    'list, one feed, unread': { view: 'unread', feedId },
    'list, folder': { view: 'all', folderId },
    'list, folder, unread': { view: 'unread', folderId },
    'search, rare word': { view: 'all', query: 'zanzibar' },
    'search, word of every 50th': { view: 'all', query: 'word141' },
    'search, word of every 50th, unread': { view: 'unread', query: 'word141' },
    'search, common word': { view: 'all', query: 'the' },
    'search, two common words': { view: 'all', query: 'the harbour' },
    'search, common word, unread': { view: 'unread', query: 'the' },
    'search, common word, starred': { view: 'starred', query: 'the' },
    'search, common word, one feed': { view: 'all', query: 'the', feedId },
    'search, prefix of 2': { view: 'all', query: 'th' },
    'search, prefix of 4': { view: 'all', query: 'word' },
    'search, prefix, rare': { view: 'all', query: 'zanz' },
    'search, Chinese, common': { view: 'all', query: '温度' },
    'search, Chinese, 1 character': { view: 'all', query: '温' },
    'search, Chinese, rare': { view: 'all', query: '桑给巴尔' },
    'search, nothing found': { view: 'all', query: 'qqqqqq' },
  };
  const table = [];
  for (const [question, query] of Object.entries(questions)) {
    table.push(await time(question, async () => (await reader.entries.list(query)).items.length));
  }
  table.push(await time('counts', async () => (await reader.subscriptions()).feeds.length));
  print(table);
  return table;
}

async function time(question: string, work: () => Promise<number>) {
  const times: number[] = [];
  let found = 0;
  for (let round = -5; round < rounds; round += 1) {
    const startedAt = performance.now();
    found = await work();
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { question, found, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function print(table: Awaited<ReturnType<typeof time>>[]): void {
  const row = (cells: string[]) =>
    cells.map((cell, n) => (n === 0 ? cell.padEnd(36) : cell.padStart(8))).join('');
  console.log(row(['', 'rows', 'p50', 'p95', 'p99']));
  for (const { question, found, p50, p95, p99 } of table) {
    console.log(row([question, String(found), ...[p50, p95, p99].map((ms) => ms.toFixed(1))]));
  }
}

/**
 * Fills the store with the word frequencies of real texts (Zipf's law). The first word is in nearly every entry, and
 * the last ones are in hardly any.
 */
async function fill(store: Store): Promise<void> {
  const random = createRandom(1);
  const common = ['the', 'harbour', 'bridge', 'city', 'water', 'year', 'people', 'engine'];
  const vocabulary = [...common, ...Array.from({ length: 30_000 }, (_, n) => `word${n.toString(36)}`)];
  const word = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? 'the';
  const han = () => String.fromCodePoint(0x4e00 + Math.floor(3000 ** random()));
  const folders = [];
  for (const name of ['News', 'Blogs', 'Science', 'Other']) {
    folders.push(await store.reader.createFolder({ name, autoSummary: 'inherit', autoTag: 'off' }));
  }
  const feedIds: FeedId[] = [];
  for (let n = 0; n < feedCount; n += 1) {
    const feed = await store.reader.createFeed(makeFeed(n, folders[n % 5]?.id ?? null), []);
    if (feed) feedIds.push(feed.id);
  }
  const now = Date.now();
  const perFeed = Math.ceil(entryCount / feedCount);
  for (const [index, feedId] of feedIds.entries()) {
    const added = Array.from({ length: perFeed }, (_, n): NewEntry => {
      const isChinese = (index + n) % 10 === 0;
      const length = 150 + Math.floor(random() * 300);
      const text = isChinese
        ? `${Array.from({ length }, han).join('')}温度${n === 2 && index === 8 ? '桑给巴尔' : ''}`
        : Array.from({ length }, word).join(' ') + (n === 7 && index < 5 ? ' zanzibar' : '');
      const title = isChinese ? text.slice(0, 20) : text.split(' ').slice(0, 8).join(' ');
      return makeEntry({
        guid: String(n),
        title,
        text,
        publishedAt: now - (n * feedCount + index) * (hourMs / 4),
      });
    });
    const feed = await store.reader.getFeed(feedId);
    if (feed) await store.reader.finishFetch({ feedId, at: now, state: feed, added, changed: [] });
  }
  for (let n = 0; n < 200; n += 1) {
    await store.reader.saveEntry(
      makeEntry({ guid: `saved-${n}`, title: `Saved ${n}`, text: 'The saved one.', publishedAt: now - n }),
      now,
    );
  }
  // Half of the entries are read, as after a few months of use, and one in a hundred is starred.
  let cursor: string | undefined;
  let seen = 0;
  do {
    const page = await store.reader.listEntries({ view: 'all', limit: 500, ...(cursor ? { cursor } : {}) });
    for (const { id } of page.items) {
      seen += 1;
      if (seen % 100 === 0) await store.reader.patchEntry(id, { starred: true }, now);
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  await store.reader.markRead({ before: now - (entryCount / 2) * (hourMs / 4) }, now);
}
