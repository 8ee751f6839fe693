import type { Entry } from '#schema/entry.ts';
import { countWords, isUnspaced } from '#text/sentences/words.ts';
import { checkSource, type GateCode } from '#text/source-gate.ts';
import patterns from './wall-patterns.json' with { type: 'json' };

export interface EntryFinding {
  code: GateCode | 'source_blocked';
  message: string;
}

/** Statuses for login, payment, forbidden, too many requests and legal reasons, which replace the article. */
const blockingStatuses = new Set([401, 402, 403, 407, 429, 451]);
/** A longer text is an article, even if it is about cookies. Characters count in scripts without spaces. */
const wallWords = 250;
const wallCharacters = 500;

type WallKind = keyof typeof patterns;

/** What pages say in place of an article, in lower case with straight apostrophes and single spaces. */
const wallPatterns = Object.entries(patterns).map(([kind, list]) => ({
  kind: kind as WallKind,
  pattern: new RegExp(list.join('|'), 'u'),
}));

const messages: Record<WallKind, string> = {
  robot: 'The page shows a robot check instead of the article. Open the original and paste its text.',
  script: 'The page shows nothing without JavaScript. Open the original and paste its text.',
  cookies: 'The page shows a cookie dialog instead of the article. Open the original and paste its text.',
  paywall: 'The article is available to subscribers only. Open the original and paste its text.',
  login: 'The page requires you to log in to read the article. Open the original and paste its text.',
};

/** Checks an entry before any model is called. Null if there is an article to summarize. */
export function checkEntry(
  entry: Pick<Entry, 'title' | 'text' | 'html' | 'textOrigin'> & { httpStatus?: number },
): EntryFinding | null {
  const { title, text, httpStatus } = entry;
  if (httpStatus !== undefined && blockingStatuses.has(httpStatus)) {
    const message = `The site denied access to the article (HTTP ${httpStatus}). Open the original and paste its text.`;
    return { code: 'source_blocked', message };
  }
  const wall = isShort(text) && isFetched(entry.textOrigin) ? findWall(entry) : null;
  if (wall) return { code: 'source_blocked', message: messages[wall] };
  const finding = checkSource(text, title);
  if (entry.textOrigin !== 'excerpt' || finding?.code === 'source_empty') return finding;
  if (finding?.code === 'source_title_only') return finding;
  return {
    code: 'source_too_short',
    message: 'The feed contains only an excerpt. Fetch the full article first.',
  };
}

/** Text that a person pasted or dropped is taken as intended. */
function isFetched(origin: Entry['textOrigin']): boolean {
  return origin === 'page' || origin === 'feed' || origin === 'excerpt';
}

function isShort(text: string): boolean {
  return isUnspaced(text) ? text.length < wallCharacters : countWords(text) < wallWords;
}

function findWall({ title, text, html }: { title: string; text: string; html: string }): WallKind | null {
  const words = `${title}\n${text}`.normalize('NFKC').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ');
  const found = wallPatterns.find(({ pattern }) => pattern.test(words));
  if (found) return found.kind;
  return /cf-chl|challenge-platform|g-recaptcha|h-captcha|px-captcha|_incapsula_|datadome/i.test(html)
    ? 'robot'
    : null;
}
