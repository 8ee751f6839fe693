import { escapeHtml, withoutControls } from '#sources/entry/pages/clean-text.ts';
import type { OpmlFeed } from './read-opml.ts';

/** OPML 2.0 with one level of folders, feeds without a folder first. */
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

/** XML holds no control characters and no half surrogates, not even escaped. */
function attribute(text: string): string {
  return escapeHtml(withoutControls(text.toWellFormed()).replace(/\s+/g, ' '));
}
