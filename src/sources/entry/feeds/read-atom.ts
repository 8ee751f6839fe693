import { type AtomFeed, parseAtomFeed } from 'feedsmith';
import { asHtml, htmlOfText, lineOfHtml, lineOfText } from '#sources/entry/pages/plain-text.ts';
import {
  type EntryDraft,
  type FeedDraft,
  mediaAttachments,
  mediaDescription,
  resolveUrl,
} from './feed-entry.ts';

type Feed = AtomFeed.Feed<string>;
type Entry = AtomFeed.Entry<string>;
type Link = { href?: string; rel?: string; type?: string };
type Typed = { value?: string; type?: string };

/** Links to something other than the page of the entry. */
const otherRelations = new Set([
  'self',
  'edit',
  'edit-media',
  'hub',
  'enclosure',
  'replies',
  'next',
  'previous',
]);

/** Reads Atom 0.3 or 1.0 that `repairFeed` has written. Throws what feedsmith throws. */
export function readAtom(xml: string, url: string): FeedDraft {
  const feed = parseAtomFeed(xml);
  const base = resolveUrl(feed.xml?.base, url) ?? url;
  return {
    title: titleText(feed.title),
    siteUrl: resolveUrl(chooseLink(feed.links), base),
    language: feed.xml?.lang,
    ttlMinutes: undefined,
    entries: (feed.entries ?? []).map((entry) => readEntry(entry, { feed, base })),
  };
}

function readEntry(entry: Entry, { feed, base: feedBase }: { feed: Feed; base: string }): EntryDraft {
  const base = resolveUrl(entry.xml?.base, feedBase) ?? feedBase;
  const contentBase = resolveUrl(entry.content?.xml?.base ?? entry.summary?.xml?.base, base);
  const url = resolveUrl(chooseLink(entry.links) ?? entry.content?.src, base);
  const hasBase = Boolean(contentBase ?? entry.xml?.base ?? feed.xml?.base);
  const author = (entry.authors ?? entry.source?.authors ?? feed.authors)?.find(
    ({ name, email }) => name || email,
  );
  const described = mediaDescription(entry.media);
  return {
    id: entry.id,
    url,
    baseUrl: contentBase ?? (hasBase ? base : (url ?? base)),
    title: titleText(entry.title) || lineOfText(entry.media?.groups?.[0]?.title?.value ?? ''),
    author: author?.name ?? entry.dc?.creators?.[0] ?? author?.email,
    published: entry.published ?? entry.dc?.dates?.[0] ?? entry.dcterms?.issued?.[0],
    updated: entry.updated,
    content: htmlOfAtom(entry.content),
    summary: htmlOfAtom(entry.summary) ?? (described === undefined ? undefined : asHtml(described)),
    attachments: [
      ...(entry.links ?? [])
        .filter(({ rel }) => rel === 'enclosure')
        .map(({ href, type, title }) => ({ url: href, type, title })),
      ...mediaAttachments(entry.media),
    ],
    language: entry.content?.xml?.lang ?? entry.xml?.lang,
  };
}

/** Prefers alternate HTML, then any alternate, then any HTML, then the first link that can be the entry's page. */
export function chooseLink(links: Link[] | undefined): string | undefined {
  const candidates = (links ?? []).filter(({ href }) => href);
  const isAlternate = ({ rel }: Link) => rel === undefined || rel === 'alternate';
  const isHtml = ({ type }: Link) => type === 'text/html' || type === 'application/xhtml+xml';
  const pages = candidates.filter(({ rel }) => !otherRelations.has(rel ?? ''));
  const chosen =
    candidates.find((link) => isAlternate(link) && isHtml(link)) ??
    candidates.find(isAlternate) ??
    pages.find(isHtml) ??
    pages[0];
  return chosen?.href;
}

/** Content as HTML. Text is escaped; anything that is neither text nor markup, such as a base64 picture, is omitted. */
export function htmlOfAtom(content: Typed | undefined): string | undefined {
  if (!content?.value) return undefined;
  const type = content.type?.trim().toLowerCase() ?? 'text';
  if (type.includes('html')) return content.value;
  if (type === 'text' || type === 'text/plain') return asHtmlUnlessText(content.value, content.type);
  return type.startsWith('text/') || /[/+]xml$/.test(type) ? asHtml(content.value) : undefined;
}

/** Many feeds forget the type of their markup; only content labelled as text is treated as text. */
function asHtmlUnlessText(value: string, type: string | undefined): string {
  return type === undefined ? asHtml(value) : htmlOfText(value);
}

function titleText(title: Typed | undefined): string {
  if (!title?.value) return '';
  return title.type?.includes('html') ? lineOfHtml(title.value) : lineOfText(title.value);
}
