import type { Headers } from 'undici';
import { AppError } from '#schema/app-error.ts';
import type { FeedChoice, SubscribeRequest } from '#schema/reader-wire.ts';
import type { Fetched, GuardedFetch } from '#sources/entry/fetch/guarded-fetch.ts';
import { decodeText } from '#sources/entry/files/decode-text.ts';
import type { FetchState, ReaderPorts, StoredFeed } from '#sources/entry/ports.ts';
import type { ParsedFeed } from './parse-feed.ts';
import { intervalOf, type RefreshResult, settleFetch } from './refresh-feed.ts';
import { batchesOf, claimMs, readBatch, sortEntries, storeFetched } from './store-entries.ts';

/** A PostgreSQL index entry has at most 2,700 bytes. */
const maxAddressCharacters = 2000;
const minuteMs = 60_000;

interface Subscription {
  feed: StoredFeed;
  /** Stores the remaining entries of a large feed, or null if all are stored. */
  loadRest: ((signal: AbortSignal) => Promise<RefreshResult>) | null;
}

/**
 * Finds the feed of a URL and stores it with its first entries. Throws AppError `conflict` if it already exists, and
 * `feed_choice` if the site has several.
 */
export async function subscribe(
  ports: ReaderPorts,
  { url, folderId = null }: SubscribeRequest,
): Promise<Subscription> {
  const { store, clock } = ports;
  await refuseKnown(ports, url);
  const found = await findFeed(ports, url);
  await refuseKnown(ports, found.address);
  if (found.address.length > maxAddressCharacters) {
    throw new AppError('invalid_input', `url: must have at most ${maxAddressCharacters} characters.`);
  }
  const { parsed } = found;
  const refreshMinutes = intervalOf(await ports.getSettings());
  const at = clock.now();
  const state: FetchState = {
    url: found.address,
    siteUrl: parsed.siteUrl,
    ownTitle: parsed.title,
    etag: found.headers.get('etag'),
    lastModified: found.headers.get('last-modified'),
    bodyHash: ports.hash(found.body),
    ttlMinutes: parsed.ttlMinutes,
    nextFetchAt: at + Math.max(refreshMinutes, parsed.ttlMinutes ?? 0) * minuteMs,
    fetchedAt: at,
    failures: 0,
    reported: false,
    errorCode: null,
    errorMessage: null,
  };
  const sorted = sortEntries(ports, { feed: parsed, known: new Map(), at });
  const [first = [], ...rest] = batchesOf(sorted);
  const { added } = await readBatch(ports, first, parsed);
  const done = first.length;
  const feed = await store.createFeed(
    rest.length === 0
      ? { ...state, folderId, createdAt: at }
      : {
          // Stored as never fetched, so that the feed is fetched again after a crash.
          ...state,
          etag: null,
          lastModified: null,
          bodyHash: null,
          nextFetchAt: at,
          fetchedAt: null,
          folderId,
          createdAt: at,
          loading: { done, total: sorted.length, claimedUntil: clock.now() + claimMs },
        },
    added,
  );
  if (feed === null) {
    await refuseKnown(ports, found.address);
    throw new AppError('conflict', 'You just subscribed to this feed. Find it in your list of feeds.');
  }
  if (rest.length === 0) return { feed, loadRest: null };
  return {
    feed,
    loadRest: (signal) =>
      settleFetch(ports, { feed, refreshMinutes, signal }, async () => {
        const fetch = { feedId: feed.id, feed: parsed, batches: rest, done, state, at, signal };
        const ids = await storeFetched(ports, fetch);
        return { kind: 'done', newEntries: ids?.length ?? 0 };
      }),
  };
}

async function refuseKnown({ store }: Pick<ReaderPorts, 'store'>, url: string): Promise<void> {
  const known = await store.findFeed(URL.parse(url)?.href ?? url);
  if (known === null) return;
  throw new AppError(
    'conflict',
    `You are already subscribed to “${known.title}”. Find it in your list of feeds.`,
    {
      details: { feedId: known.id },
    },
  );
}

async function findFeed({ guardedFetch, markup }: Pick<ReaderPorts, 'guardedFetch' | 'markup'>, url: string) {
  /** Maps the final URL of each response to the URL to fetch in future, which ignores temporary redirects. */
  const addresses = new Map<string, string>();
  const remember: GuardedFetch = async (address, options) => {
    const fetched = await guardedFetch(address, options);
    addresses.set(fetched.url, fetched.permanentUrl ?? URL.parse(address)?.href ?? address);
    return fetched;
  };
  const ports = { guardedFetch: remember, markup };
  let discovery = await discoverFeeds(ports, url);
  if (discovery.kind === 'choices') discovery = await discoverFeeds(ports, onlyOneOf(discovery.feeds));
  if (discovery.kind === 'choices')
    throw new AppError('feed_missing', 'The site links to a page as its feed.');
  return { ...discovery, address: addresses.get(discovery.url) ?? discovery.url };
}

/** Only a person can choose between several feeds. */
function onlyOneOf(feeds: FeedChoice[]): string {
  const [first, second] = feeds;
  if (first !== undefined && second === undefined) return first.url;
  throw new AppError('feed_choice', `The site has ${feeds.length} feeds. Choose which to subscribe to.`, {
    details: { feeds },
  });
}

type DiscoveryPorts = Pick<ReaderPorts, 'guardedFetch' | 'markup'>;

type Discovery =
  | { kind: 'feed'; url: string; body: Uint8Array; headers: Headers; parsed: ParsedFeed }
  /** Contains at least one feed, the most likely first. */
  | { kind: 'choices'; feeds: FeedChoice[] };

const commonPaths = ['/feed', '/rss', '/rss.xml', '/atom.xml', '/feed.xml', '/index.xml', '/feed.json'];
const headers = {
  accept:
    'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/html;q=0.8, */*;q=0.1',
  'user-agent': 'Mozilla/5.0 (compatible; Precis)',
};

/**
 * Finds the feed of an address: the address itself, the feeds that its page links to, or a usual location on the
 * site. Makes at most ten requests. Throws AppError `fetch_…` or `feed_missing`.
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

/** The URLs that an address may stand for. `feed:` is an old scheme; without a scheme https is tried before http. */
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

/** A blog below a path is more likely to have its feed there than at the root. */
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
