import { AppError } from '#schema/app-error.ts';
import { shorten, withoutControlReferences, withoutControls } from '#sources/entry/pages/plain-text.ts';
import { decodeFeed } from './decode-feed.ts';
import { distinctEntries, type FeedDraft, finishEntry, type ParsedEntry } from './feed-entry.ts';
import { readAtom } from './read-atom.ts';
import { readJsonFeed } from './read-json-feed.ts';
import { readRss } from './read-rss.ts';
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

/** A description of what it looks like. */
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
