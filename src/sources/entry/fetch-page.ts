import { AppError } from '#schema/app-error.ts';
import type { Page } from '#schema/wire.ts';
import { decodeText } from './decode-text.ts';
import type { Article } from './extract-article.ts';
import type { Fetched } from './guarded-fetch.ts';
import type { ReaderPorts } from './ports.ts';

type PagePorts = Pick<ReaderPorts, 'guardedFetch' | 'markup'>;

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);
const plainTypes = new Set(['text/plain', 'text/markdown', 'text/x-markdown']);
/** Log in, pay, forbidden, unavailable for legal reasons: answers that stand in the way of the article. */
const blockingStatuses = new Set([401, 402, 403, 451]);

/** Fetches a page and finds its text. Throws AppError `fetch_…` or `source_blocked`. */
export async function fetchPage(ports: PagePorts, address: string, signal?: AbortSignal): Promise<Page> {
  const { url, title, text, byline, language } = await fetchArticle(ports, address, signal);
  return { url, title, text, byline, language };
}

/** As above, with the article's own markup. */
export async function fetchArticle(
  { guardedFetch, markup }: PagePorts,
  url: string,
  signal?: AbortSignal,
): Promise<Article & { url: string }> {
  const fetched = await guardedFetch(url, {
    headers: {
      accept: 'text/html, application/xhtml+xml, text/markdown, text/plain;q=0.9, */*;q=0.1',
      'user-agent': 'Mozilla/5.0 (compatible; Precis)',
    },
    ...(signal ? { signal } : {}),
  });
  checkStatus(fetched);

  const contentType = fetched.headers.get('content-type');
  const text = decodeText(fetched.body, contentType);
  if (kindOf(text, contentType) === 'plain') {
    const nothingElse = { title: null, html: null, byline: null, language: null, excerpt: null };
    return { ...nothingElse, url: fetched.url, text };
  }
  return { ...(await markup.extractArticle(text, fetched.url)), url: fetched.url };
}

function checkStatus({ status, url }: Fetched): void {
  if (status >= 200 && status < 300) return;
  const host = new URL(url).host;
  const details = { status };
  if (blockingStatuses.has(status)) {
    const message = `${host} does not give the article away (HTTP ${status}). Open it in a browser and paste its text.`;
    throw new AppError('source_blocked', message, { details });
  }
  throw new AppError('fetch_failed', `${host} answered with HTTP ${status}.`, { details });
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
    `The address holds ${what}. Give a web page, Markdown or plain text.`,
  );
}
