import { runInNewContext } from 'node:vm';
import { Readability } from '@mozilla/readability';
import { blockText, elementNode, isHidden, type MarkupNode } from './block-text.ts';
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
 * Deeper than articles are. Readability's time grows with the cube of the depth (500 levels: 4 s, 2000: 3 minutes); a page
 * that is deeper gives its whole body.
 */
const maxDepth = 100;
/** What no count foresees ends by the clock: the parser itself is slow on some markup. An ordinary page takes 0.02 s. */
const timeoutMs = 4000;

/** Finds the article in a page. Never throws: a page without an article gives the text of its body. */
export function extractArticle(html: string, url: string): Article {
  const whole = attempt(() => readBody(html, url)) ?? nothing;
  if (!whole.text) return whole;
  const article = attempt(() => readArticle(html, url));
  return article?.text ? article : whole;
}

const nothing: Article = { title: null, text: '', html: null, byline: null, language: null, excerpt: null };

function readArticle(html: string, url: string): Article | null {
  const page = parsePage(html, url);
  if (!prepare(page.body)) return null;
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

/** Removes what is hidden, which Readability sees only in part; false when the page is too deep for it. */
function prepare(body: MarkupNode): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return false;
    const next: MarkupNode[] = [];
    for (const child of level.flatMap(({ childNodes }) => [...childNodes])) {
      if (child.nodeType !== elementNode) continue;
      if (isHidden(child)) child.remove();
      else next.push(child);
    }
    level = next;
  }
  return true;
}

function clean(text: string | null | undefined): string | null {
  return text?.replace(/\s+/g, ' ').trim() || null;
}

/** Null when reading fails or takes too long. Only a vm script can be stopped in the middle of synchronous work. */
function attempt<T>(read: () => T): T | null {
  try {
    let result: T | null = null;
    const run = () => {
      result = read();
    };
    runInNewContext('run()', { run }, { timeout: timeoutMs });
    return result;
  } catch {
    return null;
  }
}
