import { parseRssFeed, type RssFeed } from 'feedsmith';
import { asHtml, lineOfHtml } from '#sources/entry/pages/plain-text.ts';
import { type EntryDraft, type FeedDraft, resolveUrl } from './feed-entry.ts';
import { mediaAttachments, mediaDescription } from './feed-media.ts';
import { chooseLink, htmlOfAtom } from './read-atom.ts';

type Channel = RssFeed.Feed<string>;
type Item = RssFeed.Item<string>;

const periodMinutes = new Map(
  Object.entries<number>({
    hourly: 60,
    daily: 1440,
    weekly: 10_080,
    monthly: 43_200,
    yearly: 525_600,
  }),
);

/** Reads RSS 2.0 that was repaired before. Throws what feedsmith throws. */
export function readRss(xml: string, url: string): FeedDraft {
  const feed = parseRssFeed(xml);
  const base = resolveUrl(feed.xml?.base, url) ?? url;
  const link = feed.link ?? chooseLink(feed.atom?.links);
  return {
    title: lineOfHtml(feed.title ?? feed.dc?.titles?.[0] ?? feed.itunes?.title ?? ''),
    siteUrl: resolveUrl(link, base),
    language: feed.language ?? feed.dc?.languages?.[0] ?? feed.xml?.lang,
    ttlMinutes: feed.ttl ?? syndicationMinutes(feed.sy),
    entries: (feed.items ?? []).map((item) => readItem(item, base)),
  };
}

function syndicationMinutes(sy: Channel['sy']): number | undefined {
  const period = periodMinutes.get(sy?.updatePeriod?.trim().toLowerCase() ?? '');
  return period === undefined ? undefined : period / Math.max(1, sy?.updateFrequency ?? 1);
}

function readItem(item: Item, feedBase: string): EntryDraft {
  const base = resolveUrl(item.xml?.base, feedBase) ?? feedBase;
  const url = resolveUrl(item.link ?? chooseLink(item.atom?.links) ?? permalink(item.guid), base);
  const title = item.title ?? item.dc?.titles?.[0] ?? item.media?.title?.value ?? item.itunes?.title ?? '';
  const described =
    item.description ??
    item.atom?.summary?.value ??
    item.dc?.descriptions?.[0] ??
    mediaDescription(item.media) ??
    item.itunes?.summary;
  return {
    id: item.guid?.value ?? item.atom?.id,
    url,
    // Writers of RSS mean links relative to the entry's page, unless they say otherwise.
    baseUrl: item.xml?.base ? base : (url ?? base),
    title: lineOfHtml(title),
    author: authorOf(item),
    published:
      item.pubDate ??
      item.dc?.dates?.[0] ??
      item.atom?.published ??
      item.dcterms?.issued?.[0] ??
      item.dcterms?.created?.[0],
    updated: item.atom?.updated ?? item.dcterms?.modified?.[0],
    content: item.content?.encoded ?? htmlOfAtom(item.atom?.content),
    summary: described === undefined ? undefined : asHtml(described),
    attachments: [...(item.enclosures ?? []), ...mediaAttachments(item.media)],
    language: item.dc?.languages?.[0] ?? item.xml?.lang,
  };
}

function permalink(guid: Item['guid']): string | undefined {
  return guid?.isPermaLink !== false && /^https?:\/\//i.test(guid?.value ?? '') ? guid?.value : undefined;
}

function authorOf(item: Item): string | undefined {
  const person = item.authors?.find(({ name, email }) => name || email);
  return (
    person?.name ??
    item.dc?.creators?.[0] ??
    item.itunes?.author ??
    item.atom?.authors?.[0]?.name ??
    person?.email
  );
}
