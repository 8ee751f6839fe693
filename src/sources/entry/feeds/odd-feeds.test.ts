import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { parseFeed } from './parse-feed.ts';

const at = (iso: string) => Date.parse(iso);
const parse = (text: string) =>
  parseFeed(new TextEncoder().encode(text), { contentType: null, url: 'https://feeds.example/feed.xml' });

describe('what feeds write instead of what they should', () => {
  const item = (inner: string, namespaces = '') =>
    parse(
      `<rss version="2.0" ${namespaces}><channel><title>T</title><item><title>One</title>${inner}</item></channel></rss>`,
    ).entries[0];

  test('dc:author names the author', () => {
    const dc = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
    expect(item('<dc:author>Ada Byron</dc:author>', dc)?.author).toBe('Ada Byron');
    expect(item('<dc:author>Ada Byron</dc:author>')?.author).toBe('Ada Byron');
  });

  test('dcterms:issued is the date, in RSS and in Atom', () => {
    const dcterms = 'xmlns:dcterms="http://purl.org/dc/terms/"';
    const issued = '<dcterms:issued>2024-03-05T10:11:12Z</dcterms:issued>';
    expect(item(issued, dcterms)?.publishedAt).toBe(at('2024-03-05T10:11:12Z'));
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" ${dcterms}><title>T</title><entry><id>1</id><title>One</title>${issued}</entry></feed>`;
    expect(parse(atom).entries[0]?.publishedAt).toBe(at('2024-03-05T10:11:12Z'));
  });

  test('controls from U+0080 to U+009F are characters of Windows-1252', () => {
    const raw = 'It\u0092s \u0093here\u0094 \u0096 now';
    const references = 'It&#146;s &#x93;here&#x0094; &#150; now';
    const read = { title: 'It’s “here” – now', html: '<p>It’s “here” – now</p>' };
    for (const text of [raw, references]) {
      const feed = parse(
        `<rss><channel><title>T</title><item><title>${text}</title><description>${text}</description></item></channel></rss>`,
      );
      expect(feed.entries[0]).toMatchObject(read);
    }
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'T',
      items: [{ id: '1', title: raw, content_text: raw }],
    });
    expect(parse(json).entries[0]).toMatchObject(read);
    expect(parse(json.replace('\u0092', '\\u0092')).entries[0]).toMatchObject(read);
    expect(parse(`<rss><channel><title>a&#127;&#129;b&#160;&#199;</title></channel></rss>`).title).toMatch(
      /^a.?b.?Ç$/,
    );
  });

  test('a JSON Feed may give its version as a number', () => {
    for (const version of ['1.0', '1', '1.1', 1]) {
      const feed = { version, title: 'T', items: [{ id: '1', content_text: 'Some text.' }] };
      expect(parse(JSON.stringify(feed))).toMatchObject({ title: 'T', entries: [{ guid: '1' }] });
    }
    expect(() => parse('{"version":"1.0","name":"a package"}')).toThrow(AppError);
  });
});
