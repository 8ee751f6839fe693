import { runInNewContext } from 'node:vm';
import { Readability } from '@mozilla/readability';
import { blockText, elementNode, isHidden, type MarkupNode } from './block-text.ts';
import { parsePage } from './parse-markup.ts';

export interface Article {
  title: string | null;
  /** Has blank lines between blocks, and marks headings and list items. */
  text: string;
  /** Not sanitized. Null if no article was found and the text is that of the whole body. */
  html: string | null;
  byline: string | null;
  language: string | null;
  excerpt: string | null;
}

/**
 * Articles are not nested this deeply. Readability's time grows with the cube of the depth (500 levels: 4 s, 2000: 3
 * minutes), so deeper pages return the text of their whole body.
 */
const maxDepth = 100;
/**
 * Limits of processor time for everything that the depth limit does not catch. An ordinary page takes 0.05 s; parsing
 * 8 MB takes 3 s, and without parsing there is no text at all.
 */
const parsingLimitMs = 8000;
const readingLimitMs = 4000;
/** Limit of real time, however little processor time a busy machine provides. */
const longestMs = 60_000;

/** Finds the article in a page. Never throws: a page without an article returns the text of its body. */
export function extractArticle(html: string, url: string): Article {
  const read = attempt(parsingLimitMs, () => {
    const page = parsePage(html, url);
    return { page, whole: readBody(page) };
  });
  if (!read?.whole.text) return read?.whole ?? nothing;
  // Readability changes the page, so a second attempt parses it again.
  let page: Page | null = read.page;
  const article = attempt(readingLimitMs, () => {
    const unchanged = page ?? parsePage(html, url);
    page = null;
    return readArticle(unchanged);
  });
  return article?.text ? article : read.whole;
}

type Page = ReturnType<typeof parsePage>;

const nothing: Article = { title: null, text: '', html: null, byline: null, language: null, excerpt: null };

function readArticle(page: Page): Article | null {
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

function readBody({ title, language, body }: Page): Article {
  return { ...nothing, title, language, text: blockText(body) };
}

/** Removes hidden elements, which Readability finds only in part. False if the page is too deep for it. */
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

/** Null if reading fails or takes too long. Only a vm script can interrupt synchronous work. */
function attempt<T>(cpuLimitMs: number, read: () => T): T | null {
  for (let limitMs = cpuLimitMs; ; ) {
    const before = process.threadCpuUsage();
    try {
      let result: T | null = null;
      const run = () => {
        result = read();
      };
      runInNewContext('run()', { run }, { timeout: limitMs });
      return result;
    } catch (error) {
      const { user, system } = process.threadCpuUsage(before);
      const usedMs = (user + system) / 1000;
      // The script's limit is real time. If it mostly waited for a processor, it gets more.
      if (!isTimeout(error) || usedMs > cpuLimitMs * 0.8 || limitMs >= longestMs) return null;
      limitMs = Math.min(longestMs, Math.ceil((1.5 * limitMs * cpuLimitMs) / Math.max(usedMs, 1)));
    }
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
