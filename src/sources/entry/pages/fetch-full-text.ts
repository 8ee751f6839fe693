import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import { toStoredContent } from '#sources/entry/make-content.ts';
import type { ReaderPorts, StoredContent } from '#sources/entry/ports.ts';
import { requireArticle, requireEntry } from '#sources/entry/require-entry.ts';
import { fetchPageBody } from './fetch-page.ts';

/** Replaces the entry's text with the article of its page; the feed's text is kept too. */
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
