import { parseRssFeed, type RssFeed } from 'feedsmith';
import { AppError } from '#schema/app-error.ts';
import { byteOrderMark, charsetIn, decoderFor } from '#sources/entry/files/decode-text.ts';
import {
  asHtml,
  lineOfHtml,
  shorten,
  withoutControlReferences,
  withoutControls,
} from '#sources/entry/pages/plain-text.ts';
import {
  distinctEntries,
  type EntryDraft,
  type FeedDraft,
  finishEntry,
  mediaAttachments,
  mediaDescription,
  type ParsedEntry,
  resolveUrl,
} from './feed-entry.ts';
import { chooseLink, htmlOfAtom, readAtom } from './read-atom.ts';
import { readJsonFeed } from './read-json-feed.ts';
import { repairFeed } from './repair-feed.ts';

export interface ParsedFeed {
  title: string;
  siteUrl: string | null;
  language: string | null;
  /** The minimum interval between fetches that the feed asks for. */
  ttlMinutes: number | null;
  entries: ParsedEntry[];
}

const maxTtlMinutes = 7 * 24 * 60;

/** Reads RSS, Atom or JSON Feed, even if broken. Throws only AppError `feed_unreadable`. */
export function parseFeed(
  body: Uint8Array,
  { contentType, url }: { contentType: string | null; url: string },
): ParsedFeed {
  const text = withoutControlReferences(withoutControls(decodeFeed(body, contentType)));
  const draft = readDraft(text, url);
  const { ttlMinutes } = draft;
  if (draft.title === '' && draft.siteUrl === null && draft.entries.length === 0) {
    throw unreadable(describe(text, null));
  }
  return {
    title: shorten(draft.title, 300) || (URL.parse(url)?.host ?? url),
    siteUrl: draft.siteUrl,
    language: draft.language?.trim() || null,
    ttlMinutes: ttlMinutes && ttlMinutes > 0 ? Math.min(Math.ceil(ttlMinutes), maxTtlMinutes) : null,
    entries: distinctEntries(draft.entries.map(finishEntry).filter((entry) => entry !== null)),
  };
}

function readDraft(text: string, url: string): FeedDraft {
  try {
    const start = text.search(/[{<]/);
    if (start !== -1 && text[start] === '{') {
      const feed = readJsonFeed(text.slice(start), url);
      if (feed) return feed;
    }
    const repaired = repairFeed(text);
    if (repaired.format === 'rss') return readRss(repaired.xml, url);
    if (repaired.format === 'atom') return readAtom(repaired.xml, url);
    throw unreadable(describe(text, repaired.format === null ? repaired.element : null));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unreadable(describe(text, null), error);
  }
}

function unreadable(what: string, cause?: unknown): AppError {
  return new AppError('feed_unreadable', `There is no readable feed at this URL. It returned ${what}.`, {
    cause,
  });
}

/** Describes what the text looks like. */
function describe(text: string, element: string | null): string {
  const start = text.slice(0, 1000).trim();
  if (start === '') return 'nothing';
  if (element === 'html' || element === 'head' || element === 'body' || /^<!doctype html/i.test(start))
    return 'a web page';
  if (element === 'opml') return 'a list of feeds (OPML); import it instead';
  if (element === 'urlset' || element === 'sitemapindex') return 'a sitemap';
  if (start.startsWith('%PDF-')) return 'a PDF';
  if (start.startsWith('{') || start.startsWith('[')) return 'JSON that is not a feed';
  if (/^<(?:\?xml|rss|feed|rdf)/i.test(start)) return 'XML that is broken or not a feed';
  if (element !== null) return `markup that starts with <${element.slice(0, 40)}>`;
  return start.includes('\ufffd') ? 'binary data' : 'plain text';
}

/** Encodings with invalid byte sequences, so that a text which decodes without an error confirms the label. */
const checkable =
  /^(?:gb|big5|shift_jis|sjis|euc-|iso-2022|utf-16|ms_kanji|x-sjis|windows-31j|ks_c|korean|hz)/i;

/**
 * Decodes a feed whose labels may be wrong. It tries in this order: a byte order mark; the pattern of UTF-16; valid
 * UTF-8, which other text does not resemble by accident; labels that can be confirmed; mostly valid UTF-8, such as a
 * file cut in the middle of a character; the other labels; Windows-1252.
 */
function decodeFeed(body: Uint8Array, contentType: string | null): string {
  const marked = byteOrderMark(body) ?? utf16Pattern(body);
  if (marked) return new TextDecoder(marked).decode(body);

  const start = new TextDecoder('latin1').decode(body.subarray(0, 1024));
  const labels = [charsetIn(contentType ?? ''), charsetIn(start.trimStart())].filter(
    (label) => label !== null,
  );
  const seven = labels.find((label) => /^(?:iso-2022|hz)/i.test(label));
  const utf8 = new TextDecoder().decode(body);
  if (!seven && !utf8.includes('\ufffd')) return utf8;
  for (const label of labels.filter((each) => checkable.test(each))) {
    const text = decodeStrictly(body, label);
    if (text !== null) return text;
  }
  if (isMostlyUtf8(utf8)) return utf8;
  for (const label of labels) {
    const decoder = /^utf-?8$/i.test(label) ? null : decoderFor(label);
    if (decoder) return decoder.decode(body);
  }
  return new TextDecoder('windows-1252').decode(body);
}

function utf16Pattern(body: Uint8Array): string | null {
  const [first, second, third, fourth] = body;
  if (first === 0 && second === 0x3c && third === 0) return 'utf-16be';
  if (first === 0x3c && second === 0 && fourth === 0) return 'utf-16le';
  return null;
}

function decodeStrictly(body: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** True if there are at least as many real characters beyond ASCII as broken ones. */
function isMostlyUtf8(text: string): boolean {
  let broken = 0;
  let real = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xfffd) broken++;
    else if (code > 0x7f) real++;
  }
  return broken <= real;
}

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

/** Reads RSS 2.0 that `repairFeed` has written. Throws what feedsmith throws. */
function readRss(xml: string, url: string): FeedDraft {
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
    // In RSS, links are usually relative to the entry's page unless `xml:base` says otherwise.
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
