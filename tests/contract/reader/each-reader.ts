import { afterEach, beforeEach } from 'vitest';
import { type App, createApp } from '#app/create-app.ts';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { type Client, createClient } from '#client/create-client.ts';
import type { EntryHead } from '#schema/entry.ts';
import type { FeedId } from '#schema/feed.ts';
import type { RefreshProgress } from '#schema/reader-wire.ts';
import type { Run } from '#schema/runs/run.ts';
import { describeEachPlace, type StorePlace } from '#tests/contract/each-store.ts';
import { type FeedServer, startFeedServer } from '#tests/fixtures/feed-server.ts';

export interface ReaderTest {
  app: App;
  client: Client;
  reader: Client['reader'];
  feeds: FeedServer;
  place: StorePlace;
  /** The data folder of the program. */
  home: string;
  /** A second instance of the program on the same database. */
  openAnother(): Promise<Client>;
  openAnotherApp(): Promise<App>;
  /** Refreshes one feed or all feeds, and waits for the end. */
  refresh(feedId?: FeedId): Promise<RefreshProgress>;
  listAll(view?: 'all' | 'unread' | 'starred' | 'saved'): Promise<EntryHead[]>;
  /** Follows the run to its end and returns the result. */
  finish(run: Run): Promise<Run>;
}

/**
 * Tells which tests may be skipped. A skipped test costs nothing, because it is left out before its database is made.
 */
export interface Repetition {
  /**
   * Whether a test that does not depend on the store would only repeat. This is true on PostgreSQL, unless
   * PRECIS_FAULT=full.
   */
  isRepeated: boolean;
}

/**
 * Runs the body on both dialects. Each test gets the whole program on an empty database, and a feed server that only
 * it may reach.
 */
export function describeEachReader(
  title: string,
  body: (current: () => ReaderTest, repetition: Repetition) => void,
): void {
  describeEachPlace(title, (currentPlace, dialect) => {
    let state: ReaderTest;
    let opened: App[];

    beforeEach(async () => {
      const { place } = currentPlace();
      const feeds = await startFeedServer();
      opened = [];
      const openApp = async () => {
        const config = readConfig({
          PRECIS_HOME: place.home,
          PRECIS_ALLOW_HOSTS: '127.0.0.1,localhost',
          ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
        });
        const app = await createApp(config, { mode: 'embedded', log: createLog({ level: 'silent' }) });
        opened.push(app);
        await app.start();
        return app;
      };
      const app = await openApp();
      const client = createClient({ fetch: app.fetch });
      const { reader } = client;
      state = {
        app,
        client,
        reader,
        feeds,
        place,
        home: place.home,
        openAnotherApp: openApp,
        openAnother: async () => createClient({ fetch: (await openApp()).fetch }),
        async refresh(feedId) {
          await reader.feeds.refresh(feedId);
          return untilIdle(reader);
        },
        listAll: (view = 'all') => collectPages(reader, { view }),
        async finish(run) {
          for await (const event of client.runs.events(run.id)) if (event.type === 'run-end') break;
          return (await client.runs.get(run.id)).run;
        },
      };
    });
    afterEach(async () => {
      for (const app of opened) await app.stop(0);
      await state.feeds.close();
    });

    body(() => state, { isRepeated: dialect === 'postgres' && process.env.PRECIS_FAULT !== 'full' });
  });
}

export async function untilIdle(reader: Client['reader']): Promise<RefreshProgress> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const progress = await reader.feeds.progress();
    if (!progress.running) return progress;
    if (Date.now() > deadline) throw new Error('the refresh does not end');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export async function collectPages(
  reader: Client['reader'],
  query: Parameters<Client['reader']['entries']['list']>[0],
): Promise<EntryHead[]> {
  const items: EntryHead[] = [];
  let cursor: string | undefined;
  do {
    const page = await reader.entries.list({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

/** An article so long that its summary is shorter. */
export const article = Array.from(
  { length: 12 },
  (_, n) =>
    `<p>Paragraph ${n + 1} tells how the harbour bridge will be closed and who has to walk around.</p>`,
).join('\n');
