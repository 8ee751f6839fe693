import type { NewEntry, NewFeed } from '#sources/entry/ports.ts';
import { startTime } from './make-run.ts';

export function makeFeed(number: number): NewFeed {
  return {
    url: `https://feed-${number}.example/`,
    siteUrl: null,
    ownTitle: `Feed ${number}`,
    etag: null,
    lastModified: null,
    bodyHash: null,
    ttlMinutes: null,
    nextFetchAt: null,
    fetchedAt: null,
    failures: 0,
    reported: false,
    errorCode: null,
    errorMessage: null,
    folderId: null,
    createdAt: startTime,
  };
}

export function makeEntry(number: number, words = 'tea'): NewEntry {
  return {
    guid: `guid-${number}`,
    sourceHash: 'hash',
    url: null,
    author: null,
    siteTitle: null,
    publishedAt: startTime + number,
    title: 'Tea',
    textOrigin: 'feed',
    original: 'Tea',
    html: '<p>Tea</p>',
    text: 'Tea',
    excerpt: 'Tea',
    contentHash: 'hash',
    imageKey: null,
    language: 'en',
    readingMinutes: 1,
    terms: { title: 'tea', text: words },
  };
}
