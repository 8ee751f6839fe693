import { AppError } from '#schema/app-error.ts';
import { type IndexedContent, makeEntryContent, makeIndexedContent } from '#sources/entry/entry-content.ts';
import { decodeText } from '#sources/entry/files/decode-text.ts';
import { type Article, extractArticle } from '#sources/entry/pages/extract-article.ts';
import { checkEntry } from '#sources/entry/summaries/entry-gate.ts';

export interface PageSource {
  contentType: string | null;
  url: string;
}

export interface PageContent {
  title: string;
  byline: string | null;
  /** As the page says. */
  language: string | null;
  /** The article's own markup, or its text. */
  original: string;
  content: IndexedContent;
}

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);
const plainTypes = new Set(['text/plain', 'text/markdown', 'text/x-markdown']);

/** The article in a fetched response, with markup that is safe to show. Throws AppError `fetch_unsupported`. */
export function readPage(body: Uint8Array, source: PageSource): Article & { html: string } {
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

/** As above, ready to be stored under a title that is known, or its own. Throws AppError `source_…` without an article. */
export function readPageContent(
  body: Uint8Array,
  source: PageSource & { title: string | null },
): PageContent {
  const article = readArticle(body, source);
  const { url } = source;
  const title = source.title ?? article.title ?? url;
  const content = makeIndexedContent(
    article.html === null ? { title, url, text: article.text } : { title, url, html: article.html },
  );
  const finding = checkEntry({ ...content, title, textOrigin: 'page' });
  // A short article is an article; the reader decides what to do with it.
  if (finding !== null && finding.code !== 'source_too_short') {
    throw new AppError(finding.code, finding.message);
  }
  const { byline, language } = article;
  return { title, byline, language, original: article.html ?? article.text, content };
}

function kindOf(text: string, contentType: string | null): 'html' | 'plain' {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (htmlTypes.has(type)) return 'html';
  // Binary files are often sent as text or without a type; text has no NUL.
  if ((type === '' || plainTypes.has(type)) && !text.includes('\0')) {
    return type === '' && /^\s*<(?:!doctype html|html)\b/i.test(text) ? 'html' : 'plain';
  }
  const what = plainTypes.has(type) || type === '' ? 'binary data' : type;
  throw new AppError(
    'fetch_unsupported',
    `The URL returns ${what}. Use the URL of a web page, Markdown or plain text.`,
  );
}
