import { AppError } from '#schema/app-error.ts';
import { lineOfText, shorten } from '#sources/entry/pages/plain-text.ts';
import { readAttributes, readXmlTokens } from '#sources/entry/pages/xml-tokens.ts';

export interface OpmlFeed {
  url: string;
  title: string;
  siteUrl: string | null;
  /** Nested folders become one level: "News / Local". */
  folder: string | null;
}

/** The limit in the schema of folders and feeds. */
const maxFolderCharacters = 120;
const maxTitleCharacters = 300;
const maxFeeds = 20_000;

/** Reads OPML 1.0 and 2.0, even if broken. `refused` describes the outlines without a feed. */
export function readOpml(opml: string): { feeds: OpmlFeed[]; refused: string[] } {
  const feeds: OpmlFeed[] = [];
  const refused: string[] = [];
  /** The open outlines: the name of a folder, or null for a feed. */
  const path: (string | null)[] = [];
  const pending: { title: string | null } = { title: null };
  let isOpml = false;

  /** An outline without a URL is a folder if it has children, and an error otherwise. */
  function settle(): void {
    if (pending.title !== null) refused.push(`“${pending.title || 'An outline'}” has no feed URL.`);
    pending.title = null;
  }

  for (const token of readXmlTokens(opml)) {
    if (token.kind === 'text' || token.kind === 'cdata') continue;
    const name = token.name.toLowerCase();
    if (name === 'opml') isOpml = true;
    if (name !== 'outline') continue;
    if (token.kind === 'close') {
      settle();
      path.pop();
      continue;
    }
    isOpml = true;
    const outline = readOutline(token.attributes);
    pending.title = null;
    if (outline.url === null) {
      pending.title = outline.title;
      if (token.isEmpty) settle();
      else path.push(outline.title);
      continue;
    }
    if (outline.url === '') refused.push(`“${outline.title}” has a URL that is not http or https.`);
    else if (feeds.length < maxFeeds) {
      const { url, siteUrl } = outline;
      feeds.push({ url, siteUrl, title: outline.title || url, folder: folderOf(path) ?? outline.category });
    }
    if (!token.isEmpty) path.push(null);
  }
  settle();
  if (!isOpml) throw new AppError('feed_unreadable', 'This is not an OPML file: it has no outlines.');
  return { feeds, refused };
}

/** `url` is null if there is none, and empty if it is not http or https. */
function readOutline(attributes: string) {
  const found = readAttributes(attributes);
  const value = (name: string) => lineOfText(found.get(name) ?? '');
  const isLink = ['link', 'include'].includes(value('type').toLowerCase());
  const address = value('xmlurl') || (isLink ? '' : value('url'));
  return {
    url: address === '' ? null : webAddress(address),
    siteUrl: webAddress(value('htmlurl')) || null,
    title: shorten(value('title') || value('text'), maxTitleCharacters),
    category: folderOf((value('category').split(',')[0] ?? '').split('/')),
  };
}

function webAddress(address: string): string {
  const url = URL.parse(address.replace(/^feed:(?:\/\/)?(?=https?:)/i, '').replace(/^feed:\/\//i, 'http://'));
  return url && /^https?:$/.test(url.protocol) ? url.href : '';
}

function folderOf(path: (string | null)[]): string | null {
  const names = path.map((name) => name?.trim()).filter((name) => name);
  return names.length === 0 ? null : shorten(names.join(' / '), maxFolderCharacters);
}
