import type { FolderId } from '#schema/feed.ts';
import type { OpmlReport } from '#schema/reader-wire.ts';
import { escapeHtml, withoutControls } from '#sources/entry/pages/clean-text.ts';
import type { NewFeed, ReaderPorts, StoredFeed } from '#sources/entry/ports.ts';
import type { OpmlFeed } from './read-opml.ts';
import { isShipped } from './sample-feed.ts';

const maxAddressCharacters = 2000;
/** A transaction of this size holds SQLite's single connection for about 5 ms. */
const feedsPerBatch = 100;

/** Subscribes to the feeds of the list that are new. They are fetched afterwards. */
export async function importOpml(
  { store, markup, clock }: Pick<ReaderPorts, 'store' | 'markup' | 'clock'>,
  opml: string,
): Promise<{ report: OpmlReport; added: StoredFeed[] }> {
  const { feeds, refused } = await markup.readOpml(opml);
  const folders = new Map((await store.listSubscriptions()).folders.map(({ id, name }) => [name, id]));
  const wanted: NewFeed[] = [];
  for (const feed of feeds) {
    if (feed.url.length > maxAddressCharacters) {
      refused.push(`“${feed.title}” has a URL of more than ${maxAddressCharacters} characters.`);
      continue;
    }
    const folderId = feed.folder === null ? null : await findFolder(feed.folder);
    wanted.push(toNewFeed(feed, folderId, clock.now()));
  }
  const added: StoredFeed[] = [];
  for (let from = 0; from < wanted.length; from += feedsPerBatch) {
    added.push(...(await store.createFeeds(wanted.slice(from, from + feedsPerBatch))));
  }
  return { report: { added: added.length, known: wanted.length - added.length, refused }, added };

  async function findFolder(name: string): Promise<FolderId | null> {
    const id =
      folders.get(name) ?? (await store.createFolder({ name, autoSummary: 'inherit', autoTag: 'off' }))?.id;
    if (id !== undefined) folders.set(name, id);
    return id ?? null;
  }
}

export async function exportOpml({ store }: Pick<ReaderPorts, 'store'>): Promise<string> {
  const { folders, feeds } = await store.listSubscriptions();
  const names = new Map(folders.map(({ id, name }) => [id, name]));
  return writeOpml({
    title: 'Precis',
    feeds: feeds
      .filter((feed) => !isShipped(feed))
      .map(({ url, title, siteUrl, folderId }) => ({
        url,
        title,
        siteUrl,
        folder: folderId === null ? null : (names.get(folderId) ?? null),
      })),
  });
}

function toNewFeed({ url, title, siteUrl }: OpmlFeed, folderId: FolderId | null, at: number): NewFeed {
  return {
    url,
    siteUrl,
    ownTitle: title,
    folderId,
    etag: null,
    lastModified: null,
    bodyHash: null,
    ttlMinutes: null,
    nextFetchAt: at,
    fetchedAt: null,
    failures: 0,
    reported: false,
    errorCode: null,
    errorMessage: null,
    createdAt: at,
  };
}

/** Writes OPML 2.0 with one level of folders. Feeds without a folder come first. */
export function writeOpml({ title, feeds }: { title: string; feeds: OpmlFeed[] }): string {
  const folders = Map.groupBy(feeds, ({ folder }) => folder ?? '');
  const loose = (folders.get('') ?? []).map((feed) => `    ${outline(feed)}\n`);
  folders.delete('');
  const nested = [...folders].map(([folder, members]) => {
    const name = attribute(folder);
    const outlines = members.map((feed) => `      ${outline(feed)}\n`).join('');
    return `    <outline text="${name}" title="${name}">\n${outlines}    </outline>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head>
    <title>${attribute(title)}</title>
  </head>
  <body>
${loose.join('')}${nested.join('')}  </body>
</opml>
`;
}

function outline({ url, title, siteUrl }: OpmlFeed): string {
  const name = attribute(title);
  const site = siteUrl === null ? '' : ` htmlUrl="${attribute(siteUrl)}"`;
  return `<outline type="rss" text="${name}" title="${name}" xmlUrl="${attribute(url)}"${site}/>`;
}

/** XML allows no control characters and no lone surrogates, not even escaped. */
function attribute(text: string): string {
  return escapeHtml(withoutControls(text.toWellFormed()).replace(/\s+/g, ' '));
}
