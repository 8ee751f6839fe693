import { AppError, toAppError } from '#schema/app-error.ts';
import { backOff } from '#schema/back-off.ts';
import type { EntryId } from '#schema/entry.ts';
import { issueIdSchema } from '#schema/ids.ts';
import type { Settings } from '#schema/settings.ts';
import { fetchFullText } from '#sources/entry/pages/fetch-page.ts';
import type { FetchState, ReaderPorts, StoredFeed } from '#sources/entry/ports.ts';
import { type FeedAnswer, fetchFeed } from './fetch-feed.ts';
import type { ParsedFeed } from './parse-feed.ts';
import { batchesOf, claimMs, guidOf, sortEntries, storeFetched } from './store-entries.ts';

export type RefreshResult = { kind: 'done'; newEntries: number } | { kind: 'failed' } | { kind: 'skipped' };

const defaultRefreshMinutes = 60;
/** Limits the pages fetched for one feed at one refresh. Other pages are fetched when the reader asks for them. */
const maxFullTexts = 50;

interface Refresh {
  feed: StoredFeed;
  /** A fetch that ended after this time is recent enough. */
  requestedAt: number;
  signal: AbortSignal;
}

/** Fetches a feed, unless another process does or its host is paused. Failures are stored on the feed, not thrown. */
export async function refreshFeed(ports: ReaderPorts, refresh: Refresh): Promise<RefreshResult> {
  const { store, clock } = ports;
  const { feed, requestedAt, signal } = refresh;
  const at = clock.now();
  const claimed =
    !signal.aborted && (await store.claimFeed({ id: feed.id, at, requestedAt, untilMs: at + claimMs }));
  if (!claimed) return { kind: 'skipped' };
  const refreshMinutes = intervalOf(await ports.getSettings());
  return settleFetch(ports, { feed, refreshMinutes, signal }, () =>
    fetchOne(ports, { ...refresh, refreshMinutes }),
  );
}

interface Fetch {
  feed: StoredFeed;
  refreshMinutes: number;
  signal: AbortSignal;
}

/** Runs work on a claimed feed. The claim ends with it, whatever the outcome. */
export async function settleFetch(
  ports: ReaderPorts,
  { feed, refreshMinutes, signal }: Fetch,
  work: () => Promise<RefreshResult>,
): Promise<RefreshResult> {
  const { store, clock } = ports;
  try {
    return await work();
  } catch (error) {
    const at = clock.now();
    if (signal.aborted) {
      await store.finishFetch({ feedId: feed.id, at, state: feed, added: [], changed: [] });
      return { kind: 'skipped' };
    }
    const failure = toAppError(error);
    if (failure.code === 'internal') ports.log.error({ feedId: feed.id, err: error }, 'feed refresh failed');
    const state = stateAfterFailure(feed, { error: failure, at, refreshMinutes });
    await finishFailed(ports, { feed, state, error: failure });
    return { kind: 'failed' };
  }
}

export function intervalOf({ reader }: Settings): number {
  return reader.refreshMinutes ?? defaultRefreshMinutes;
}

async function fetchOne(ports: ReaderPorts, { feed, refreshMinutes, signal }: Fetch): Promise<RefreshResult> {
  const { store, clock } = ports;
  const answer = await fetchFeed(ports.guardedFetch, feed, { now: clock.now(), signal });
  const at = clock.now();
  const { host } = new URL(feed.url);
  if (answer.kind === 'rest') {
    const error = new AppError(
      'fetch_failed',
      `${host} is busy and asked to be retried later (HTTP ${answer.status}).`,
    );
    const state = stateAfterRest(feed, { error, restMs: answer.restMs, at });
    await finishFailed(ports, { feed, state, error });
    await store.restHost(host, at + answer.restMs);
    return { kind: 'failed' };
  }
  if (answer.kind === 'gone') {
    const error = new AppError(
      'fetch_failed',
      `${host} reports that this feed is permanently gone (HTTP 410).`,
    );
    await finishFailed(ports, { feed, state: stateAfterGone(feed, { error, at }), error });
    return { kind: 'failed' };
  }
  const bodyHash = answer.kind === 'changed' ? ports.hash(answer.body) : feed.bodyHash;
  if (answer.kind === 'unchanged' || bodyHash === feed.bodyHash) {
    const state = stateAfterAnswer(feed, { answer, parsed: null, bodyHash, at, refreshMinutes });
    await store.finishFetch({ feedId: feed.id, at, state, added: [], changed: [] });
    return { kind: 'done', newEntries: 0 };
  }
  const parsed = await ports.markup.parseFeed(answer.body, {
    contentType: answer.contentType,
    url: answer.url,
  });
  const known = await store.listKnownEntries(
    feed.id,
    parsed.entries.map((entry) => guidOf(ports, entry)),
  );
  const sorted = sortEntries(ports, { feed: parsed, known, at });
  const state = stateAfterAnswer(feed, { answer, parsed, bodyHash, at, refreshMinutes });
  const stored = await storeFetched(ports, {
    feedId: feed.id,
    feed: parsed,
    batches: batchesOf(sorted),
    done: 0,
    state,
    at,
    signal,
  });
  const ids = stored ?? [];
  if (sorted.length > 0) await ports.bus.publish({ kind: 'changed', what: 'entries' });
  if (feed.fetchFullText) await fetchFullTexts(ports, { feed, ids, signal });
  if (ids.length > 0 && !signal.aborted) await ports.autoTags.tagNew(feed.id);
  return { kind: 'done', newEntries: ids.length };
}

async function fetchFullTexts(
  ports: ReaderPorts,
  { feed, ids, signal }: { feed: StoredFeed; ids: EntryId[]; signal: AbortSignal },
): Promise<void> {
  for (const id of ids.toReversed().slice(0, maxFullTexts)) {
    if (signal.aborted) return;
    await ports.autoTags.holdNew(feed.id);
    try {
      await fetchFullText(ports, id, signal);
    } catch (error) {
      ports.log.debug({ entryId: id, err: error }, 'could not fetch the full text of an entry');
    }
  }
}

/** A series of failures creates only one issue. */
async function finishFailed(
  ports: ReaderPorts,
  { feed, state, error }: { feed: StoredFeed; state: FetchState; error: AppError },
): Promise<void> {
  const at = ports.clock.now();
  const ids = await ports.store.finishFetch({ feedId: feed.id, at, state, added: [], changed: [] });
  if (ids === null || !state.reported || feed.reported) return;
  await ports.runs.addIssue({
    id: issueIdSchema.parse(ports.newId()),
    kind: 'feed-failed',
    code: error.code,
    message: `${feed.title}: ${error.message}`,
    runId: null,
    details: {
      feedId: feed.id,
      title: feed.title,
      url: feed.url,
      failures: state.failures,
      ...error.details,
    },
    lastEvents: [],
    createdAt: at,
  });
  await ports.bus.publish({ kind: 'changed', what: 'issues' });
}

const minuteMs = 60_000;
const maxWaitMs = 24 * 60 * minuteMs;
const rests = { firstMs: 15 * minuteMs, maxMs: maxWaitMs };
/** A host that is busy now and then is normal; one that is busy this many times in a row becomes an issue. */
const restsBeforeReport = 3;

interface Timing {
  at: number;
  refreshMinutes: number;
}

type Seen = Extract<FeedAnswer, { kind: 'changed' | 'unchanged' }>;

export function stateAfterAnswer(
  feed: FetchState,
  {
    answer,
    parsed,
    bodyHash,
    at,
    refreshMinutes,
  }: Timing & {
    answer: Seen;
    /** Null if nothing has changed. */
    parsed: ParsedFeed | null;
    bodyHash: string | null;
  },
): FetchState {
  const ttlMinutes = parsed === null ? feed.ttlMinutes : parsed.ttlMinutes;
  const waitMs = Math.max(refreshMinutes, ttlMinutes ?? 0) * minuteMs;
  return {
    url: answer.address,
    siteUrl: parsed?.siteUrl ?? feed.siteUrl,
    ownTitle: parsed?.title ?? feed.ownTitle,
    etag: answer.etag,
    lastModified: answer.lastModified,
    bodyHash,
    ttlMinutes,
    nextFetchAt: at + waitMs,
    fetchedAt: at,
    failures: 0,
    reported: false,
    errorCode: null,
    errorMessage: null,
  };
}

/** Each failure doubles the wait, up to a day. */
export function stateAfterFailure(
  feed: FetchState,
  { error, at, refreshMinutes }: Timing & { error: AppError },
): FetchState {
  const firstMs = refreshMinutes * minuteMs;
  const waitMs = backOff(feed.failures, { firstMs, maxMs: Math.max(firstMs, maxWaitMs) });
  return { ...failed(feed, error, at), nextFetchAt: at + waitMs, reported: true };
}

export function stateAfterRest(
  feed: FetchState,
  { error, restMs, at }: { error: AppError; restMs: number; at: number },
): FetchState {
  const waitMs = backOff(feed.failures, rests);
  const state = failed(feed, error, at);
  return {
    ...state,
    nextFetchAt: at + (feed.failures === 0 ? restMs : Math.max(restMs, waitMs)),
    reported: feed.reported || state.failures >= restsBeforeReport,
  };
}

/** A feed that is gone is not fetched again automatically. */
function stateAfterGone(feed: FetchState, { error, at }: { error: AppError; at: number }): FetchState {
  return { ...failed(feed, error, at), nextFetchAt: null, reported: true };
}

function failed(feed: FetchState, error: AppError, at: number): FetchState {
  return {
    url: feed.url,
    siteUrl: feed.siteUrl,
    ownTitle: feed.ownTitle,
    etag: feed.etag,
    lastModified: feed.lastModified,
    bodyHash: feed.bodyHash,
    ttlMinutes: feed.ttlMinutes,
    nextFetchAt: feed.nextFetchAt,
    fetchedAt: at,
    failures: feed.failures + 1,
    reported: feed.reported,
    errorCode: error.code,
    errorMessage: error.message,
  };
}
