import { expect } from 'vitest';
import type { EntryId } from '#schema/entry.ts';
import type { FeedId } from '#schema/feed.ts';
import { rss } from '#tests/fixtures/feed-server.ts';
import { pause } from './pause.ts';
import type { Load, Scene } from './scene.ts';

const stepsPerFeed = 12;
const waitsForRefresh = 40;

/** Makes a load of feeds that gain one entry per fetch, pasted texts, stars, and summaries of entries. */
export function loadFeeds({ client, feeds }: Scene, name: string): Load {
  const subscribed = new Set<FeedId>();
  /** The titles of all entries seen so far. None of them may disappear. */
  const seen = new Map<EntryId, string>();
  const starred = new Set<EntryId>();
  let acknowledged = 0;
  let feedId: FeedId | null = null;
  let number = 0;

  async function subscribe(): Promise<void> {
    const path = `/${name}-${number}`;
    let entries = 1;
    feeds.on(path, (_request, response) => {
      entries += 1;
      const items = Array.from({ length: entries }, (_, n) => ({ id: `${n + 1}`, title: `Entry ${n + 1}` }));
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rss(`Feed ${path}`, items));
    });
    feedId = (await client().reader.feeds.subscribe({ url: feeds.url(path) })).id;
    subscribed.add(feedId);
  }

  async function refresh(id: FeedId): Promise<void> {
    const { reader } = client();
    await reader.feeds.refresh(id);
    for (let waits = 0; waits < waitsForRefresh && (await reader.feeds.progress()).running; waits++)
      await pause(25);
    const { items } = await reader.entries.list({ view: 'all', feedId: id, limit: 500 });
    for (const entry of items) seen.set(entry.id, entry.title);
  }

  async function paste(): Promise<void> {
    const title = `Pasted ${name}-${number}`;
    const text = `${title}. ${'The harbour bridge will be closed, and people walk around it. '.repeat(12)}`;
    const entry = await client().reader.entries.add({ kind: 'text', title, text });
    seen.set(entry.id, entry.title);
    await client().reader.entries.patch(entry.id, { starred: true });
    starred.add(entry.id);
    await client().reader.summaries.start(entry.id);
  }

  return {
    name: 'entries',
    async step() {
      number += 1;
      const id = feedId;
      try {
        if (id === null || number % stepsPerFeed === 0) await subscribe();
        else if (number % 3 === 0) await paste();
        else await refresh(id);
        acknowledged += 1;
      } catch (error) {
        // A feed whose fetch was interrupted is locked for a while.
        feedId = null;
        throw error;
      }
    },
    async check(store) {
      for (const [id, title] of seen) {
        const entry = await store.reader.getEntry(id);
        expect(entry?.title, `entry ${id}`).toBe(title);
        if (starred.has(id)) expect(entry?.starred, `the star of ${title}`).toBe(true);
      }
      for (const id of subscribed) {
        expect(await store.reader.getFeed(id), `feed ${id}`).not.toBeNull();
        const { items } = await store.reader.listEntries({ view: 'all', feedId: id, limit: 500 });
        const titles = items.map((entry) => entry.title);
        const all = Array.from({ length: titles.length }, (_, n) => `Entry ${n + 1}`);
        expect(titles.toSorted(), `entries of feed ${id}`).toEqual(all.toSorted());
      }
    },
    acknowledged: () => acknowledged,
  };
}
