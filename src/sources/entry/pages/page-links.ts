import type { FeedChoice } from '#schema/reader-wire.ts';
import { resolveUrl } from '#sources/entry/feeds/feed-entry.ts';
import { parsePage } from './parse-page.ts';
import { shorten } from './plain-text.ts';

const feedTypes = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/feed+json',
  'application/xml',
  'text/xml',
]);
const maxFeeds = 20;
const maxTitle = 200;

/** The feeds that a page names in its `<link rel="alternate">`, those of comments last. */
export function readPageLinks(html: string, pageUrl: string): FeedChoice[] {
  const found = new Map<string, FeedChoice>();
  const { document } = parsePage(html, pageUrl);
  const base = document.querySelector('base[href]')?.getAttribute('href') ?? pageUrl;
  for (const link of document.querySelectorAll('link[rel][href]')) {
    const rel = (link.getAttribute('rel') ?? '').toLowerCase().split(/\s+/);
    const href = link.getAttribute('href') ?? '';
    const type = (link.getAttribute('type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (!rel.includes('alternate') || !isFeedType(type, href)) continue;
    const url = resolveUrl(href, base);
    const title = shorten(link.getAttribute('title')?.replace(/\s+/g, ' ').trim() ?? '', maxTitle) || null;
    if (url && !found.has(url)) found.set(url, { url, title, format: formatOf(type) });
    if (found.size >= maxFeeds) break;
  }
  return [...found.values()].sort((a, b) => Number(isOfComments(a)) - Number(isOfComments(b)));
}

function formatOf(type: string): FeedChoice['format'] {
  if (type.includes('atom')) return 'atom';
  if (type.includes('json')) return 'json';
  return type.includes('rss') || type.includes('rdf') ? 'rss' : null;
}

/** Plain JSON is also what sites name for their interfaces: only one that says "feed" counts. */
function isFeedType(type: string, href: string): boolean {
  return feedTypes.has(type) || (type === 'application/json' && /feed/i.test(href));
}

function isOfComments({ url, title }: FeedChoice): boolean {
  return /comment|kommentar|comentario|commentaire|комментари|评论|コメント/i.test(`${title} ${url}`);
}
