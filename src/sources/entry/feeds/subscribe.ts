import { AppError } from '#schema/app-error.ts';
import type { FeedChoice, SubscribeRequest } from '#schema/reader-wire.ts';
import type { GuardedFetch } from '#sources/entry/fetch/guarded-fetch.ts';
import type { FetchState, ReaderPorts, StoredFeed } from '#sources/entry/ports.ts';
import { batchesOf, claimMs, readBatch, storeFetched } from '#sources/entry/reading/store-entries.ts';
import { sortEntries } from '#sources/entry/sort-entries.ts';
import { discoverFeeds } from './discover-feeds.ts';
import { intervalOf, type RefreshResult, settleFetch } from './refresh-feed.ts';

/** An index of PostgreSQL takes 2,700 bytes. */
const maxAddressCharacters = 2000;
const minuteMs = 60_000;

interface Subscription {
  feed: StoredFeed;
  /** Stores the remaining entries of a large feed; null: all are stored. */
  loadRest: ((signal: AbortSignal) => Promise<RefreshResult>) | null;
}

/**
 * Finds the feed of a URL and stores it with its first entries. Throws AppError `conflict` if it already exists,
 * and `feed_choice` when the address names several.
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
          // As if never fetched: after a crash, it is fetched again.
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
  /** By where the answer came from: the address to ask again, which follows no redirect that is only for now. */
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
