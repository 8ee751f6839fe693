import { AppError } from '#schema/app-error.ts';
import type { Fetched, GuardedFetch } from '#sources/entry/fetch/guarded-fetch.ts';

/** The response of a feed's host. Every other outcome throws AppError `fetch_…`. */
export type FeedAnswer =
  | ({ kind: 'changed'; body: Uint8Array; contentType: string | null } & Seen)
  | ({ kind: 'unchanged' } & Seen)
  | { kind: 'rest'; status: number; restMs: number }
  | { kind: 'gone' };

interface Seen {
  /** The URL after all redirects, which is the base of relative links. */
  url: string;
  /** The URL to fetch from now on. */
  address: string;
  etag: string | null;
  lastModified: string | null;
}

export interface FeedRequest {
  url: string;
  etag: string | null;
  lastModified: string | null;
}

/** For hosts that ask for a later retry without saying when. */
const defaultRestMs = 15 * 60_000;

const accept =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1';

export async function fetchFeed(
  guardedFetch: GuardedFetch,
  request: FeedRequest,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<FeedAnswer> {
  const { url, etag, lastModified } = request;
  const fetched = await guardedFetch(url, {
    headers: {
      accept,
      'user-agent': 'Mozilla/5.0 (compatible; Precis)',
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
    },
    signal,
  });
  const { status, headers } = fetched;
  if (status === 304) return { kind: 'unchanged', ...seen(fetched, request) };
  if (status === 429 || status === 503) {
    const restMs = readRetryAfter(headers.get('retry-after'), now) ?? defaultRestMs;
    return { kind: 'rest', status, restMs };
  }
  if (status === 410) return { kind: 'gone' };
  if (status < 200 || status > 299) {
    const { host } = new URL(fetched.url);
    throw new AppError('fetch_failed', `${host} returned HTTP ${status}.`, { details: { status } });
  }
  const contentType = headers.get('content-type');
  return { kind: 'changed', body: fetched.body, contentType, ...seen(fetched, request) };
}

/** If a 304 response omits the validators, the old values are kept. */
function seen(fetched: Fetched, request: FeedRequest): Seen {
  const { url, permanentUrl, headers, status } = fetched;
  const kept = status === 304 ? request : { etag: null, lastModified: null };
  return {
    url,
    address: permanentUrl !== null && !isDowngrade(request.url, permanentUrl) ? permanentUrl : request.url,
    etag: headers.get('etag') ?? kept.etag,
    lastModified: headers.get('last-modified') ?? kept.lastModified,
  };
}

/** True if a redirect would replace https with http permanently, which must not happen. */
function isDowngrade(from: string, to: string): boolean {
  return from.startsWith('https:') && to.startsWith('http:');
}

const leastMs = 1000;
const mostMs = 24 * 60 * 60 * 1000;

/** How long a host asks to wait, in seconds or as a date; null if it does not say. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null || value.trim() === '') return null;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now;
  if (Number.isNaN(ms)) return null;
  return Math.min(Math.max(ms, leastMs), mostMs);
}
