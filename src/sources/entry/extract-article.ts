import { Readability } from '@mozilla/readability';
import { blockText, type MarkupNode } from './block-text.ts';
import { parsePage } from './parse-page.ts';

export interface Article {
  title: string | null;
  /** Blank lines between blocks, headings and list items marked. */
  text: string;
  /** Not sanitized. Null when no article was found and the text is that of the whole body. */
  html: string | null;
  byline: string | null;
  language: string | null;
  excerpt: string | null;
}

/** More elements than any article has. Readability's time grows faster than the page; such a page gives its whole body. */
const maxElements = 30_000;

/** Finds the article in a page. Never throws: a page without an article gives the text of its body. */
export function extractArticle(html: string, url: string): Article {
  const found = attempt(() => readArticle(html, url));
  if (found?.text) return found;
  return attempt(() => readBody(html, url)) ?? nothing;
}

const nothing: Article = { title: null, text: '', html: null, byline: null, language: null, excerpt: null };

function readArticle(html: string, url: string): Article | null {
  const page = parsePage(html, url);
  const article = new Readability(page.document, {
    maxElemsToParse: maxElements,
    serializer: (node: unknown) => node as MarkupNode & { innerHTML: string },
  }).parse();
  if (!article?.content) return null;
  return {
    title: clean(article.title) ?? page.title,
    text: blockText(article.content),
    html: article.content.innerHTML,
    byline: clean(article.byline),
    language: page.language,
    excerpt: clean(article.excerpt),
  };
}

function readBody(html: string, url: string): Article {
  const { title, language, body } = parsePage(html, url);
  return { ...nothing, title, language, text: blockText(body) };
}

function clean(text: string | null | undefined): string | null {
  return text?.replace(/\s+/g, ' ').trim() || null;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
