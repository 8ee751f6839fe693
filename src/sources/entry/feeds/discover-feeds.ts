import type { Headers } from 'undici';
import { AppError } from '#schema/app-error.ts';
import type { FeedChoice } from '#schema/reader-wire.ts';
import type { Fetched } from '#sources/entry/fetch/guarded-fetch.ts';
import { decodeText } from '#sources/entry/files/decode-text.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import type { ParsedFeed } from './parse-feed.ts';

type DiscoveryPorts = Pick<ReaderPorts, 'guardedFetch' | 'markup'>;

export type Discovery =
  | { kind: 'feed'; url: string; body: Uint8Array; headers: Headers; parsed: ParsedFeed }
  /** At least one; the likeliest first. */
  | { kind: 'choices'; feeds: FeedChoice[] };

const commonPaths = ['/feed', '/rss', '/rss.xml', '/atom.xml', '/feed.xml', '/index.xml', '/feed.json'];
const headers = {
  accept:
    'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/html;q=0.8, */*;q=0.1',
  'user-agent': 'Mozilla/5.0 (compatible; Precis)',
};

/**
 * Finds the feed of an address: the address itself, the feeds its page names, or a usual place on the site. At most ten
 * requests. Throws AppError `fetch_…` or `feed_missing`.
 */
export async function discoverFeeds(
  { guardedFetch, markup }: DiscoveryPorts,
  address: string,
  signal?: AbortSignal,
): Promise<Discovery> {
  const get = (url: string) => guardedFetch(url, { headers, ...(signal ? { signal } : {}) });
  const fetched = await fetchFirst(get, candidatesOf(address));
  const isFound = fetched.status >= 200 && fetched.status < 300;
  if (isFound) {
    const parsed = await parseOrNull(markup, fetched);
    if (parsed !== null) return asFeed(fetched, parsed);
    const html = decodeText(fetched.body, fetched.headers.get('content-type'));
    const feeds = await markup.readPageLinks(html, fetched.url);
    if (feeds.length > 0) return { kind: 'choices', feeds };
  }
  for (const url of usualPlaces(fetched.url)) {
    const found = await getOrNull(get, url);
    if (!found || found.status < 200 || found.status > 299) continue;
    const parsed = await parseOrNull(markup, found);
    if (parsed !== null) return asFeed(found, parsed);
  }
  const { host } = new URL(fetched.url);
  if (!isFound) {
    const details = { status: fetched.status };
    throw new AppError('fetch_failed', `${host} returned HTTP ${fetched.status}.`, { details });
  }
  throw new AppError(
    'feed_missing',
    `${host} links to no feed, and there is none at the usual locations. Look for a feed URL on the site.`,
  );
}

/** What a person means by an address: `feed:` is an old scheme, and without any https is tried before http. */
function candidatesOf(address: string): string[] {
  const plain = address
    .trim()
    .replace(/^feed:(?:\/\/)?(?=https?:)/i, '')
    .replace(/^feed:(?:\/\/)?/i, 'https://');
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(plain)) return [plain];
  const bare = plain.replace(/^\/+/, '');
  return [`https://${bare}`, `http://${bare}`];
}

async function fetchFirst(get: (url: string) => Promise<Fetched>, urls: string[]): Promise<Fetched> {
  const [first = '', second] = urls;
  try {
    return await get(first);
  } catch (error) {
    const mayAnswerPlainly =
      error instanceof AppError && (error.code === 'fetch_failed' || error.code === 'fetch_timeout');
    if (second === undefined || !mayAnswerPlainly) throw error;
    try {
      return await get(second);
    } catch {
      throw error;
    }
  }
}

async function getOrNull(get: (url: string) => Promise<Fetched>, url: string): Promise<Fetched | null> {
  try {
    return await get(url);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A blog below a path is likelier to have its feed there than at the root. */
function usualPlaces(pageUrl: string): string[] {
  const { origin, pathname } = new URL(pageUrl);
  const below = pathname.replace(/(?<!\/)\/+$/, '');
  const own = below === '' || /\.\w+$/.test(below) ? [] : [`${origin}${below}/feed`];
  return [...new Set([...own, ...commonPaths.map((path) => origin + path)])];
}

async function parseOrNull(markup: DiscoveryPorts['markup'], fetched: Fetched): Promise<ParsedFeed | null> {
  try {
    return await markup.parseFeed(fetched.body, {
      contentType: fetched.headers.get('content-type'),
      url: fetched.url,
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'feed_unreadable') return null;
    throw error;
  }
}

function asFeed({ url, body, headers: answered }: Fetched, parsed: ParsedFeed): Discovery {
  return { kind: 'feed', url, body, headers: answered, parsed };
}
