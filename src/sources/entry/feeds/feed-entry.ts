import { hash as digest } from 'node:crypto';
import type { MediaNs } from 'feedsmith';
import { escapeHtml, lineOfHtml, shorten, singleSpaced } from '#sources/entry/pages/plain-text.ts';
import { parseFeedDate } from './feed-date.ts';

export interface ParsedEntry {
  /** Unique in its feed, and the same at every fetch. */
  guid: string;
  url: string | null;
  title: string;
  author: string | null;
  /** May be in the future if the feed announces something or is wrong. */
  publishedAt: number | null;
  updatedAt: number | null;
  /** The markup of the feed, not sanitized. */
  html: string;
  /** Hash of the entry's content in the feed, to detect changes. */
  sourceHash: string;
  /** The base of relative links in the markup. */
  baseUrl: string;
  /** True if the feed seems to contain less than the page. */
  isExcerpt: boolean;
  language: string | null;
}

/** An entry of any format, in the fields that all formats share. */
export interface EntryDraft {
  id?: string | undefined;
  /** An absolute URL. */
  url: string | null;
  baseUrl: string;
  /** Plain text. */
  title: string;
  author?: string | undefined;
  published?: string | undefined;
  updated?: string | undefined;
  /** HTML. `content` is meant to be complete, `summary` may be. */
  content?: string | undefined;
  summary?: string | undefined;
  attachments: Attachment[];
  language?: string | undefined;
}

interface Attachment {
  url?: string | undefined;
  type?: string | undefined;
  title?: string | undefined;
}

/** A feed of any format. */
export interface FeedDraft {
  /** Plain text. */
  title: string;
  siteUrl: string | null;
  language: string | undefined;
  ttlMinutes: number | undefined;
  entries: EntryDraft[];
}

const maxAttachments = 10;
/** Descriptions with fewer characters are rarely a whole article. Chinese, Japanese and Korean need half as many. */
const excerptCharacters = 1000;
const cutOff =
  /(?:\[\s*(?:…|\.{3}|&#8230;|&hellip;)\s*\]|…|\.{3}|&hellip;|&#8230;|(?:read|view|see) (?:more|full|the rest)[^<]{0,40}|continue reading[^<]{0,80}|weiterlesen|lire la suite|leer más|seguir leyendo|continua a leggere|читать далее|阅读全文|閱讀全文|查看全文|続きを読む|더 ?보기)\s*(?:→|»|›|&raquo;|&rarr;)?\s*$/i;

/** Null if there is nothing to show: no title, text or URL. */
export function finishEntry(draft: EntryDraft): ParsedEntry | null {
  const { url } = draft;
  const body = chooseBody(draft);
  const html = body.html + attachmentsHtml(draft, body.html);
  const title = draft.title || titleOf(body.html) || url || '';
  if (title === '') return null;
  const publishedAt = dateOf(draft.published) ?? dateOf(draft.updated);
  const shortTitle = shorten(title, 500);
  const author = draft.author ? shorten(lineOfHtml(draft.author), 200) || null : null;
  return {
    guid: guidOf(draft, { url, title, html }),
    url,
    title: shortTitle,
    author,
    sourceHash: hash([shortTitle, author, url, html]),
    publishedAt,
    updatedAt: dateOf(draft.updated),
    html,
    baseUrl: draft.baseUrl,
    isExcerpt: url !== null && isExcerpt(body),
    language: draft.language || null,
  };
}

/** Entries that share a guid but not their URL or title are different entries. Repeated entries are removed. */
export function distinctEntries(entries: ParsedEntry[]): ParsedEntry[] {
  const seen = new Map<string, ParsedEntry>();
  for (const entry of entries) {
    const first = seen.get(entry.guid);
    if (!first) seen.set(entry.guid, entry);
    else if (first.url !== entry.url || first.title !== entry.title) {
      const guid = `${entry.guid}#${hash([entry.url ?? '', entry.title]).slice(0, 16)}`;
      if (!seen.has(guid)) seen.set(guid, { ...entry, guid });
    }
  }
  return [...seen.values()];
}

/** An absolute http(s) URL, or null. */
export function resolveUrl(address: string | undefined, base: string): string | null {
  if (!address?.trim()) return null;
  const url = URL.parse(address.trim(), base) ?? URL.parse(address.trim());
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

function chooseBody({ content = '', summary = '' }: EntryDraft) {
  const isWhole = content !== '' && (summary === '' || textLength(content) >= textLength(summary) * 0.8);
  return { html: isWhole ? content : summary, isWhole };
}

function isExcerpt({ html, isWhole }: { html: string; isWhole: boolean }): boolean {
  const end = endOf(html);
  if (end === '' || cutOff.test(end.slice(-200))) return true;
  if (isWhole) return false;
  const text = textOf(html);
  const dense = /[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(text.slice(0, 100));
  return text.length < (dense ? excerptCharacters / 2 : excerptCharacters);
}

/** At least the last 200 characters of the text, if it has as many. */
function endOf(html: string): string {
  for (const size of [500, 2000]) {
    const from = html.indexOf('<', Math.max(0, html.length - size));
    const end = from === -1 ? '' : textOf(html.slice(from));
    if (end.length > 200) return end;
  }
  return textOf(html);
}

function textLength(html: string): number {
  return textOf(html).length;
}

/** The approximate text, good enough to measure its length. */
function textOf(html: string): string {
  return singleSpaced(html.replace(/<[^<>]*>/g, ' ')).trim();
}

function titleOf(html: string): string {
  const line = lineOfHtml(html.slice(0, 4000));
  const sentence = /^.{20,120}?[.!?。！？](?=\s|$|[^ -~])/u.exec(line)?.[0];
  return sentence ?? shorten(line, 100);
}

function attachmentsHtml({ attachments, baseUrl }: EntryDraft, html: string): string {
  const seen = new Set<string>();
  let written = '';
  for (const { url: address, type = '', title } of attachments) {
    const url = resolveUrl(address, baseUrl);
    if (!url || seen.has(url) || seen.size >= maxAttachments || html.includes(address ?? url)) continue;
    const isImage = type.startsWith('image') || /\.(?:jpe?g|png|gif|webp|avif)(?:\?|$)/i.test(url);
    if (isImage && /<img\b/i.test(html + written)) continue;
    seen.add(url);
    const name = title || decodeURIComponentSafely(URL.parse(url)?.pathname.split('/').at(-1) ?? '') || url;
    written += isImage
      ? `\n<p><img src="${escapeHtml(url)}" alt=""></p>`
      : `\n<p><a href="${escapeHtml(url)}">${escapeHtml(name)}</a></p>`;
  }
  return written;
}

function guidOf(draft: EntryDraft, found: { url: string | null; title: string; html: string }): string {
  const given = draft.id?.trim() || found.url;
  if (given) return given.length <= 1000 ? given : hash([given]);
  const date = draft.published ?? draft.updated;
  return hash([found.title, date ?? found.html]);
}

function hash(parts: (string | null)[]): string {
  return digest('sha256', JSON.stringify(parts));
}

function dateOf(text: string | undefined): number | null {
  return text ? parseFeedDate(text) : null;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Media = MediaNs.ItemOrFeed | undefined;

export function mediaDescription(media: Media): string | undefined {
  const nested = [...(media?.groups ?? []), ...(media?.contents ?? [])];
  return [media, ...nested].find((each) => each?.description?.value)?.description?.value;
}

/** Lists media files first, then their thumbnails. */
export function mediaAttachments(media: Media): Attachment[] {
  const groups = media?.groups ?? [];
  const contents = [media, ...groups]
    .flatMap((each) => each?.contents ?? [])
    // No browser plays Flash, and feeds list it next to files that a browser can open.
    .filter(({ type }) => type !== 'application/x-shockwave-flash');
  const thumbnails = [media, ...groups, ...contents].flatMap((each) => each?.thumbnails ?? []);
  return [
    ...contents.map(({ url, type, medium, title }) => ({ url, type: type ?? medium, title: title?.value })),
    ...thumbnails.map(({ url }) => ({ url, type: 'image' })),
  ];
}
