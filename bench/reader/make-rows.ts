import type { NewEntry } from '#sources/entry/ports.ts';
import type { Store } from '#store/store.ts';
import { indexTerms } from '#text/search-terms.ts';

type NewFeed = Parameters<Store['reader']['createFeed']>[0];

export function makeFeed(
  n: number,
  folderId: NewFeed['folderId'],
  nextFetchAt: number | null = null,
): NewFeed {
  return {
    url: `https://feed-${n}.example/`,
    siteUrl: null,
    ownTitle: `Feed ${n}`,
    folderId,
    etag: null,
    lastModified: null,
    bodyHash: null,
    ttlMinutes: null,
    nextFetchAt,
    fetchedAt: null,
    failures: 0,
    reported: false,
    errorCode: null,
    errorMessage: null,
    createdAt: Date.now(),
  };
}

export function makeEntry(entry: Pick<NewEntry, 'guid' | 'title' | 'text' | 'publishedAt'>): NewEntry {
  return {
    ...entry,
    sourceHash: entry.guid,
    url: `https://feed.example/${entry.guid}`,
    author: 'A. Writer',
    siteTitle: null,
    html: `<p>${entry.text}</p>`,
    excerpt: entry.text.slice(0, 240),
    textOrigin: 'feed',
    imageKey: null,
    contentHash: entry.guid,
    language: null,
    readingMinutes: 2,
    terms: { title: indexTerms(entry.title), text: indexTerms(entry.text) },
    original: `<p>${entry.text}</p>`,
  };
}
