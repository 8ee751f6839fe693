import { Readability } from '@mozilla/readability';
import { blockText, elementNode, type MarkupNode } from './block-text.ts';
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

/**
 * Beyond what articles have. Readability's time grows with the cube of the depth (500 levels: 4 s, 2000: 3 minutes), and
 * its own limit counts nothing on linkedom; a page over these limits gives its whole body.
 */
const maxDepth = 100;
const maxElements = 20_000;

/** Finds the article in a page. Never throws: a page without an article gives the text of its body. */
export function extractArticle(html: string, url: string): Article {
  const found = attempt(() => readArticle(html, url));
  if (found?.text) return found;
  return attempt(() => readBody(html, url)) ?? nothing;
}

const nothing: Article = { title: null, text: '', html: null, byline: null, language: null, excerpt: null };

function readArticle(html: string, url: string): Article | null {
  const page = parsePage(html, url);
  if (isTooHeavy(page.body)) return null;
  const article = new Readability(page.document, {
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

function isTooHeavy(body: MarkupNode): boolean {
  let elements = 0;
  let level = [body];
  for (let depth = 0; level.length > 0; depth++) {
    elements += level.length;
    if (depth > maxDepth || elements > maxElements) return true;
    level = level.flatMap(({ childNodes }) =>
      [...childNodes].filter(({ nodeType }) => nodeType === elementNode),
    );
  }
  return false;
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
