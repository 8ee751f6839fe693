import { type JsonFeed, parseJsonFeed } from 'feedsmith';
import { parseJsonObject } from '#schema/parse-json.ts';
import { htmlOfText, lineOfText, withoutControls } from '#sources/entry/pages/plain-text.ts';
import { type EntryDraft, type FeedDraft, resolveUrl } from './feed-entry.ts';

type Item = JsonFeed.Item<string>;

/** Reads JSON Feed 1.0 or 1.1. Null if the text is not a JSON object. Throws what feedsmith throws. */
export function readJsonFeed(text: string, url: string): FeedDraft | null {
  const value = parseFeed(text) ?? parseFeed(completeItems(text));
  if (value === null) return null;
  const feed = parseJsonFeed(withVersion(value));
  const author = feed.authors?.[0]?.name;
  return {
    title: lineOfText(feed.title ?? ''),
    siteUrl: resolveUrl(feed.home_page_url, url),
    language: feed.language,
    ttlMinutes: undefined,
    entries: (feed.items ?? []).map((item) => readItem(item, { url, author })),
  };
}

function readItem(item: Item, feed: { url: string; author: string | undefined }): EntryDraft {
  const address = item.url ?? item.external_url ?? (/^https?:/i.test(item.id ?? '') ? item.id : undefined);
  const url = resolveUrl(address, feed.url);
  const image = item.image ?? item.banner_image;
  const text = item.content_text;
  return {
    id: item.id,
    url,
    baseUrl: url ?? feed.url,
    title: lineOfText(item.title ?? ''),
    author: item.authors?.[0]?.name ?? feed.author,
    published: item.date_published,
    updated: item.date_modified,
    content: item.content_html ?? (text === undefined ? undefined : htmlOfText(text)),
    summary: item.summary === undefined ? undefined : htmlOfText(item.summary),
    attachments: [
      ...(item.attachments ?? []).map(({ url, mime_type, title }) => ({ url, type: mime_type, title })),
      ...(image ? [{ url: image, type: 'image' }] : []),
    ],
    language: item.language,
  };
}

/** Some feeds give only the version number, where the standard requires a URL. */
function withVersion(value: object): object {
  const isNumbered =
    'version' in value && /^1(?:\.\d+)?$/.test(String(value.version)) && 'items' in value && 'title' in value;
  return isNumbered ? { ...value, version: 'https://jsonfeed.org/version/1.1' } : value;
}

function parseFeed(text: string): object | null {
  return parseJsonObject(text, (_, part) => (typeof part === 'string' ? withoutControls(part) : part));
}

/** Closes a truncated feed after its last complete item, and removes commas that JSON does not allow. */
function completeItems(text: string): string {
  const open: string[] = [];
  let inString = false;
  let lastComplete = -1;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (inString) {
      if (character === '\\') i++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') open.push(character);
    else if (character === '}' || character === ']') {
      open.pop();
      if (open.length === 0) return withoutStrayCommas(text.slice(0, i + 1));
      if (open.length === 2 && character === '}') lastComplete = i;
    }
  }
  return lastComplete === -1 ? text : withoutStrayCommas(`${text.slice(0, lastComplete + 1)}]}`);
}

function withoutStrayCommas(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"?|,(?=\s*[}\]])/gs, (match) => (match.startsWith(',') ? '' : match));
}
