import { resolveUrl } from '#sources/entry/feeds/feed-entry.ts';
import { parsePage } from './parse-page.ts';

/** A page may name dozens; one that cannot be loaded is rare. */
const maxIcons = 3;

/** The icons that a page names in its `<link rel="icon">`, before larger ones for home screens. */
export function readPageIcons(html: string, pageUrl: string): string[] {
  const { document } = parsePage(html, pageUrl);
  const base = document.querySelector('base[href]')?.getAttribute('href') ?? pageUrl;
  const small = new Set<string>();
  const large = new Set<string>();
  for (const link of document.querySelectorAll('link[rel][href]')) {
    const rel = (link.getAttribute('rel') ?? '').toLowerCase().split(/\s+/);
    const url = resolveUrl(link.getAttribute('href') ?? '', base);
    if (url === null) continue;
    if (rel.includes('icon')) small.add(url);
    else if (rel.includes('apple-touch-icon')) large.add(url);
  }
  return [...new Set([...small, ...large])].slice(0, maxIcons);
}
