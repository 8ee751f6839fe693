import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import { checkEntry } from './entry-gate.ts';
import { fetchArticle } from './fetch-page.ts';
import { makeContent } from './make-content.ts';
import type { ReaderPorts, StoredContent } from './ports.ts';
import { requireEntry } from './require-entry.ts';

/** Puts the article of the entry's page in the place of its text; what the feed gave is kept as well. */
export async function fetchFullText(
  ports: Pick<ReaderPorts, 'store' | 'guardedFetch' | 'markup' | 'hash' | 'clock'>,
  id: EntryId,
  signal?: AbortSignal,
): Promise<Entry> {
  const entry = await requireEntry(ports, id);
  if (entry.url === null) throw new AppError('conflict', `“${entry.title}” has no page to fetch.`);
  const { content } = await readPage(ports, { url: entry.url, title: entry.title, signal });
  const changed = await ports.store.replaceContent(id, content, ports.clock.now());
  return changed ?? requireEntry(ports, id);
}

/** The article of a page, ready to be stored. Throws AppError `fetch_…` or `source_…` when there is none. */
export async function readPage(
  ports: Pick<ReaderPorts, 'guardedFetch' | 'markup' | 'hash'>,
  { url, title, signal }: { url: string; title: string | null; signal?: AbortSignal | undefined },
): Promise<{ content: StoredContent; url: string; byline: string | null }> {
  const article = await fetchArticle(ports, url, signal);
  const content = await makeContent(ports, {
    title: title ?? article.title ?? article.url,
    url: article.url,
    textOrigin: 'page',
    language: article.language,
    original: article.html ?? article.text,
    ...(article.html === null ? { text: article.text } : { html: article.html }),
  });
  const finding = checkEntry(content);
  // A short article is an article; the reader decides what to do with it.
  if (finding !== null && finding.code !== 'source_too_short')
    throw new AppError(finding.code, finding.message);
  return { content, url: article.url, byline: article.byline };
}
