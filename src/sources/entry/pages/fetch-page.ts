import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import type { Page } from '#schema/wire.ts';
import type { Fetched, GuardedFetch } from '#sources/entry/fetch/guarded-fetch.ts';
import { toStoredContent } from '#sources/entry/make-content.ts';
import type { ReaderPorts, StoredContent } from '#sources/entry/ports.ts';
import { requireArticle, requireEntry } from '#sources/entry/require-entry.ts';

/** Statuses for login, payment, forbidden and legal reasons, which block the article. */
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

/** Replaces the entry's text with the article of its page. The feed's text is kept too. */
export async function fetchFullText(
  ports: Pick<ReaderPorts, 'store' | 'guardedFetch' | 'markup' | 'clock'>,
  id: EntryId,
  signal?: AbortSignal,
): Promise<Entry> {
  const entry = await requireEntry(ports, id);
  if (entry.url === null)
    throw new AppError('conflict', `“${entry.title}” has no page to fetch. Use the text that is there.`);
  const { content } = await readPage(ports, { url: entry.url, title: entry.title, signal });
  const changed = await ports.store.replaceContent(id, content, ports.clock.now());
  return changed ?? requireArticle(ports, id);
}

/** The article of a page, ready to be stored. Throws AppError `fetch_…` or `source_…` if there is none. */
export async function readPage(
  { guardedFetch, markup }: Pick<ReaderPorts, 'guardedFetch' | 'markup'>,
  { url: address, title, signal }: { url: string; title: string | null; signal?: AbortSignal | undefined },
): Promise<{ content: StoredContent; url: string; byline: string | null }> {
  const { body, url, contentType } = await fetchPageBody(guardedFetch, address, signal);
  const read = await markup.readPageContent(body, { url, contentType, title });
  return {
    content: toStoredContent({ ...read, textOrigin: 'page' }, read.content),
    url,
    byline: read.byline,
  };
}
