import { AppError } from '#schema/app-error.ts';
import type { SubscribeRequest } from '#schema/reader-wire.ts';
import { discoverFeeds } from './discover-feeds.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import type { NewFeed, ReaderPorts, StoredFeed } from './ports.ts';
import { intervalOf } from './refresh-feed.ts';
import { sortEntries } from './sort-entries.ts';

/** An index of PostgreSQL takes 2,700 bytes. */
const maxAddressCharacters = 2000;
const minuteMs = 60_000;

type DiscoveryPorts = Pick<ReaderPorts, 'guardedFetch' | 'markup'>;

/** Finds the feed of an address and stores it with its first entries. Throws AppError `conflict` when it is there already. */
export async function subscribe(
  ports: Pick<ReaderPorts, 'store' | 'guardedFetch' | 'markup' | 'hash' | 'clock'>,
  { url, folderId = null }: SubscribeRequest,
): Promise<StoredFeed> {
  const { store, clock } = ports;
  await refuseKnown(ports, url);
  const found = await findFeed(ports, url);
  await refuseKnown(ports, found.address);
  if (found.address.length > maxAddressCharacters) {
    throw new AppError('invalid_input', `url: it may have at most ${maxAddressCharacters} characters.`);
  }
  const parsed = await ports.markup.parseFeed(found.body, {
    contentType: found.headers.get('content-type'),
    url: found.url,
  });
  const refreshMinutes = intervalOf(await store.getSettings());
  const at = clock.now();
  const { added } = await sortEntries(ports, { feed: parsed, known: new Map(), at });
  const feed: NewFeed = {
    url: found.address,
    siteUrl: parsed.siteUrl,
    ownTitle: parsed.title,
    folderId,
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
    createdAt: at,
  };
  const created = await store.createFeed(feed, added);
  if (created !== null) return created;
  await refuseKnown(ports, found.address);
  throw new AppError('conflict', 'You have just subscribed to this feed.');
}

async function refuseKnown({ store }: Pick<ReaderPorts, 'store'>, url: string): Promise<void> {
  const known = await store.findFeed(URL.parse(url)?.href ?? url);
  if (known === null) return;
  throw new AppError('conflict', `You have subscribed to “${known.title}” already.`, {
    details: { feedId: known.id },
  });
}

async function findFeed({ guardedFetch, markup }: DiscoveryPorts, url: string) {
  /** By where the answer came from: the address to ask again, which follows no redirect that is only for now. */
  const addresses = new Map<string, string>();
  const remember: GuardedFetch = async (address, options) => {
    const fetched = await guardedFetch(address, options);
    addresses.set(fetched.url, fetched.permanentUrl ?? URL.parse(address)?.href ?? address);
    return fetched;
  };
  const ports = { guardedFetch: remember, markup };
  const discovery = await discoverFeeds(ports, url);
  const feed = discovery.kind === 'feed' ? discovery : await takeFirst(ports, discovery.feeds);
  return { ...feed, address: addresses.get(feed.url) ?? feed.url };
}

/** A page may name feeds that are not there. */
async function takeFirst(ports: DiscoveryPorts, choices: { url: string }[]) {
  let failure: unknown = new AppError('feed_missing', 'The page names no feed that can be read.');
  for (const { url } of choices.slice(0, 3)) {
    try {
      const discovery = await discoverFeeds(ports, url);
      if (discovery.kind === 'feed') return discovery;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
