import { makeVariedText } from './make-texts.ts';

/** Makes a feed with this many entries and about this many characters in total. */
export function makeFeed(entries: number, characters: number): string {
  const paragraphs = paragraphsOf(characters);
  const perEntry = Math.max(1, Math.floor(paragraphs.length / entries));
  const items = Array.from({ length: entries }, (_, n) => {
    const html = paragraphs
      .slice(n * perEntry, (n + 1) * perEntry)
      .map(
        (text, at) =>
          `<p>${text} <a href="/see/${n}-${at}">more of it</a> &amp; <em>more</em>.</p><img src="/${n}.jpg" alt="">`,
      );
    return `<item><guid isPermaLink="false">${n}</guid><title>Entry ${n} &amp; more</title><link>https://example.org/${n}</link>
      <dc:creator>A. Writer</dc:creator><content:encoded><![CDATA[${html.join('\n')}]]></content:encoded></item>`;
  });
  return `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>${entries} entries</title>
    <link>https://example.org/</link>${items.join('\n')}</channel></rss>`;
}

export function makePage(characters: number): string {
  const paragraphs = paragraphsOf(characters).map((text) => `<p>${text} <a href="/see">more</a></p>`);
  return `<!doctype html><html lang="en"><head><title>A long page</title></head><body><nav><a href="/">Home</a></nav>
    <article><h1>A long page</h1>${paragraphs.join('\n')}</article></body></html>`;
}

export function makeOpml(feeds: number, urlOf: (n: number) => string): string {
  const outlines = Array.from(
    { length: feeds },
    (_, n) => `<outline type="rss" text="Feed ${n}" xmlUrl="${urlOf(n)}"/>`,
  );
  return `<opml version="2.0"><body>${outlines.join('\n')}</body></opml>`;
}

function paragraphsOf(characters: number): string[] {
  return makeVariedText(characters)
    .split('\n\n')
    .filter((text) => text !== '');
}
