import { type Entry, sanitizerVersion } from '#schema/entry.ts';
import type { ContentSource, IndexedContent } from './entry-content.ts';
import type { ReaderPorts, StoredContent } from './ports.ts';

type Source = Pick<StoredContent, 'title' | 'original' | 'textOrigin'> & {
  /** The base of relative links. */
  url: string | null;
  /** The language that the source declares. It is used only if the text does not reveal its language. */
  language: string | null;
} & ({ html: string } | { text: string });

export async function makeContent(
  { markup }: Pick<ReaderPorts, 'markup'>,
  source: Source,
): Promise<StoredContent> {
  const [made] = await markup.makeIndexedContents([toContentSource(source)]);
  if (made === undefined) throw new Error('the text was not read');
  return toStoredContent(source, made);
}

/** Makes the content of several sources together, in the same order. */
export async function makeContents(
  { markup }: Pick<ReaderPorts, 'markup'>,
  sources: readonly Source[],
): Promise<StoredContent[]> {
  const made = await markup.makeIndexedContents(sources.map(toContentSource));
  return made.map((content, index) => toStoredContent(sources[index] as Source, content));
}

/**
 * Returns the entry with markup of the current sanitizer, and stores it. The markup of a feed's entry is made again
 * from what the feed sent. The text stays, because summaries were checked against it.
 */
export async function withCurrentHtml(
  { markup, store }: Pick<ReaderPorts, 'markup' | 'store'>,
  entry: Entry,
): Promise<Entry> {
  if (entry.sanitizer >= sanitizerVersion) return entry;
  const { id, title, url, textOrigin } = entry;
  const isFromFeed = textOrigin === 'feed' || textOrigin === 'excerpt';
  const received = isFromFeed ? await store.getOriginal(id, textOrigin) : null;
  const [made] = await markup.makeIndexedContents([{ title, url, html: received ?? entry.html }]);
  if (made === undefined) throw new Error('the text was not read');
  await store.replaceHtml(id, made.html);
  return { ...entry, html: made.html, sanitizer: sanitizerVersion };
}

export function toStoredContent(
  source: Pick<Source, 'title' | 'original' | 'textOrigin' | 'language'>,
  made: IndexedContent,
): StoredContent {
  const { title, original, textOrigin } = source;
  return { ...made, title, original, textOrigin, language: made.language ?? source.language };
}

function toContentSource(source: Source): ContentSource {
  const { title, url } = source;
  return 'html' in source ? { title, url, html: source.html } : { title, url, text: source.text };
}
