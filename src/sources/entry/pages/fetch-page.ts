import { AppError } from '#schema/app-error.ts';
import type { Page } from '#schema/wire.ts';
import type { Fetched, GuardedFetch } from '#sources/entry/fetch/guarded-fetch.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';

/** Log in, pay, forbidden, unavailable for legal reasons: responses that block the article. */
const blockingStatuses = new Set([401, 402, 403, 451]);

/** Fetches a page and finds its text. Throws AppError `fetch_…` or `source_blocked`. */
export async function fetchPage(
  { guardedFetch, markup }: Pick<ReaderPorts, 'guardedFetch' | 'markup'>,
  address: string,
  signal?: AbortSignal,
): Promise<Page> {
  const { body, url, contentType } = await fetchPageBody(guardedFetch, address, signal);
  const { title, text, html, byline, language } = await markup.readPage(body, { url, contentType });
  return { url, title, text, html, byline, language };
}

/** The response for a page's URL, with its final URL. */
export async function fetchPageBody(
  guardedFetch: GuardedFetch,
  address: string,
  signal?: AbortSignal,
): Promise<{ url: string; body: Uint8Array; contentType: string | null }> {
  const fetched = await guardedFetch(address, {
    headers: {
      accept: 'text/html, application/xhtml+xml, text/markdown, text/plain;q=0.9, */*;q=0.1',
      'user-agent': 'Mozilla/5.0 (compatible; Precis)',
    },
    ...(signal ? { signal } : {}),
  });
  checkStatus(fetched);
  return { url: fetched.url, body: fetched.body, contentType: fetched.headers.get('content-type') };
}

function checkStatus({ status, url }: Fetched): void {
  if (status >= 200 && status < 300) return;
  const host = new URL(url).host;
  const details = { status };
  if (blockingStatuses.has(status)) {
    const message = `${host} denied access to the article (HTTP ${status}). Open it in a browser and paste its text.`;
    throw new AppError('source_blocked', message, { details });
  }
  throw new AppError('fetch_failed', `${host} returned HTTP ${status}.`, { details });
}
