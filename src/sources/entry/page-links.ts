import { resolveUrl } from './feed-entry.ts';
import { parsePage } from './parse-page.ts';

const feedTypes = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/feed+json',
  'application/xml',
  'text/xml',
]);
const maxFeeds = 20;

/** The feeds that a page names in its `<link rel="alternate">`, those of comments last. */
export function readPageLinks(html: string, pageUrl: string): { url: string; title: string | null }[] {
  const found = new Map<string, string | null>();
  const { document } = parsePage(html, pageUrl);
  const base = document.querySelector('base[href]')?.getAttribute('href') ?? pageUrl;
  for (const link of document.querySelectorAll('link[rel][href]')) {
    const rel = (link.getAttribute('rel') ?? '').toLowerCase().split(/\s+/);
    const href = link.getAttribute('href') ?? '';
    if (!rel.includes('alternate') || !isFeedType(link.getAttribute('type') ?? '', href)) continue;
    const url = resolveUrl(href, base);
    if (url && !found.has(url)) found.set(url, link.getAttribute('title')?.trim() || null);
    if (found.size >= maxFeeds) break;
  }
  return [...found]
    .map(([url, title]) => ({ url, title }))
    .sort((a, b) => Number(isOfComments(a)) - Number(isOfComments(b)));
}

/** Plain JSON is also what sites name for their interfaces: only one that says "feed" counts. */
function isFeedType(type: string, href: string): boolean {
  const bare = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return feedTypes.has(bare) || (bare === 'application/json' && /feed/i.test(href));
}

function isOfComments({ url, title }: { url: string; title: string | null }): boolean {
  return /comment|kommentar|comentario|commentaire|комментари|评论|コメント/i.test(`${title} ${url}`);
}
