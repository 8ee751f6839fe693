import type { AppError } from '#schema/app-error.ts';
import { backOff } from '#schema/back-off.ts';
import type { FeedAnswer } from '#sources/entry/feeds/fetch-feed.ts';
import type { ParsedFeed } from '#sources/entry/feeds/parse-feed.ts';
import type { FetchState } from '#sources/entry/ports.ts';

const minuteMs = 60_000;
const maxWaitMs = 24 * 60 * minuteMs;
const rests = { firstMs: 15 * minuteMs, maxMs: maxWaitMs };
/** A host that is sometimes busy is normal; one that is always busy is an issue. */
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
    /** Null if there was nothing new. */
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

/** It is not fetched again automatically. */
export function stateAfterGone(feed: FetchState, { error, at }: { error: AppError; at: number }): FetchState {
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
