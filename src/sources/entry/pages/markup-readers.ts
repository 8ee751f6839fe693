import { AppError } from '#schema/app-error.ts';
import type { FeedChoice } from '#schema/reader-wire.ts';
import {
  type IndexedContent,
  makeEntryContent,
  makeIndexedContent,
  makeIndexedContents,
} from '#sources/entry/entry-content.ts';
import { resolveUrl } from '#sources/entry/feeds/feed-entry.ts';
import { parseFeed } from '#sources/entry/feeds/parse-feed.ts';
import { readOpml } from '#sources/entry/feeds/read-opml.ts';
import { decodeText } from '#sources/entry/files/decode-text.ts';
import { readFile } from '#sources/entry/files/read-file.ts';
import { checkEntry } from '#sources/entry/summaries/entry-gate.ts';
import type { ArticleParagraph } from '#sources/entry/translations/title-paragraph.ts';
import { writeTranslated } from '#sources/entry/translations/write-translated.ts';
import { findParagraphs } from '#text/paragraphs/find-paragraphs.ts';
import { type Article, extractArticle } from './extract-article.ts';
import { parsePage } from './parse-markup.ts';
import { shorten } from './plain-text.ts';

interface PageSource {
  contentType: string | null;
  url: string;
}

interface PageContent {
  title: string;
  byline: string | null;
  /** The language that the page declares. */
  language: string | null;
  /** The article's own markup, or its text if there is none. */
  original: string;
  content: IndexedContent;
}

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);
const plainTypes = new Set(['text/plain', 'text/markdown', 'text/x-markdown']);

/** The article in a fetched response, with markup that is safe to show. Throws AppError `fetch_unsupported`. */
function readPage(body: Uint8Array, source: PageSource): Article & { html: string } {
  const { url } = source;
  const article = readArticle(body, source);
  const title = article.title ?? '';
  const { html } = makeEntryContent(
    article.html === null ? { title, url, text: article.text } : { title, url, html: article.html },
  );
  return { ...article, html };
}

function readArticle(body: Uint8Array, { contentType, url }: PageSource): Article {
  const text = decodeText(body, contentType);
  if (kindOf(text, contentType) === 'html') return extractArticle(text, url);
  return { title: null, text, html: null, byline: null, language: null, excerpt: null };
}

/** Reads a page to be stored under the given title, or its own. Throws AppError `source_…` if there is no article. */
function readPageContent(body: Uint8Array, source: PageSource & { title: string | null }): PageContent {
  const article = readArticle(body, source);
  const { url } = source;
  const title = source.title ?? article.title ?? url;
  const content = makeIndexedContent(
    article.html === null ? { title, url, text: article.text } : { title, url, html: article.html },
  );
  const finding = checkEntry({ ...content, title, textOrigin: 'page' });
  // A short article is still an article. The reader decides what to do with it.
  if (finding !== null && finding.code !== 'source_too_short') {
    throw new AppError(finding.code, finding.message);
  }
  const { byline, language } = article;
  return { title, byline, language, original: article.html ?? article.text, content };
}

function kindOf(text: string, contentType: string | null): 'html' | 'plain' {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (htmlTypes.has(type)) return 'html';
  // Binary files are often sent as text or without a type. Text contains no NUL.
  if ((type === '' || plainTypes.has(type)) && !text.includes('\0')) {
    return type === '' && /^\s*<(?:!doctype html|html)\b/i.test(text) ? 'html' : 'plain';
  }
  const what = plainTypes.has(type) || type === '' ? 'binary data' : type;
  throw new AppError(
    'fetch_unsupported',
    `The URL returns ${what}. Use the URL of a web page, Markdown or plain text.`,
  );
}

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

/** The feeds that a page names in `<link rel="alternate">`, with comment feeds last. */
function readPageLinks(html: string, pageUrl: string): FeedChoice[] {
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

/** Sites also link to their APIs as plain JSON, so JSON counts only if its URL contains "feed". */
function isFeedType(type: string, href: string): boolean {
  return feedTypes.has(type) || (type === 'application/json' && /feed/i.test(href));
}

function isOfComments({ url, title }: FeedChoice): boolean {
  return /comment|kommentar|comentario|commentaire|комментари|评论|コメント/i.test(`${title} ${url}`);
}

interface FileContent {
  title: string;
  /** For a PDF this is its text, because the file itself is not stored. */
  original: string;
  content: IndexedContent;
}

/** A file's text, ready to be stored. Throws AppError `too_large`, `file_unsupported`, `source_empty`. */
async function readFileContent(name: string, bytes: Uint8Array): Promise<FileContent> {
  const { title, html, text } = await readFile(name, bytes);
  const content = makeIndexedContent({ title, url: null, html });
  if (content.text.trim() === '') throw new AppError('source_empty', `“${name}” contains no text.`);
  return { title, original: isPdf(bytes) ? text : new TextDecoder().decode(bytes), content };
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';
}

/** A page may name dozens of icons, but one that cannot be loaded is rare. */
const maxIcons = 3;

/** The icons that a page names in `<link rel="icon">`, followed by larger ones for home screens. */
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

/** The paragraphs of sanitized markup without duplicates. */
export function readParagraphs(html: string): ArticleParagraph[] {
  if (html === '') return [];
  const found = findParagraphs(parsePage(html, 'about:blank').body);
  return [...new Map(found.map(({ key, markup }) => [key, { key, markup }])).values()];
}

/**
 * The readers of untrusted markup. They are synchronous, and hostile markup can take minutes and gigabytes, so a
 * server calls them in a thread.
 */
export const markupReaders = {
  makeIndexedContents,
  parseFeed,
  readFileContent,
  readOpml,
  readPage,
  readPageContent,
  readPageIcons,
  readPageLinks,
  readParagraphs,
  writeTranslated,
};

type Readers = typeof markupReaders;
export type ReaderName = keyof Readers;

/** The same readers, possibly in a thread. Then they throw AppError `too_large` if reading takes too much. */
export type MarkupReaders = {
  [Name in ReaderName]: (
    ...given: Parameters<Readers[Name]>
  ) => Awaited<ReturnType<Readers[Name]>> | Promise<Awaited<ReturnType<Readers[Name]>>>;
};
