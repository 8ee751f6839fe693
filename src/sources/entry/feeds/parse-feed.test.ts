import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { parseFeed } from './parse-feed.ts';

const corpus = new URL('../../../../tests/fixtures/feeds/', import.meta.url);
const url = 'https://feeds.example/blog/feed.xml';
const at = (iso: string) => Date.parse(iso);
const encode = (text: string) => new TextEncoder().encode(text);
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, corpus)));
const parse = (body: Uint8Array | string, contentType: string | null = null) =>
  parseFeed(typeof body === 'string' ? encode(body) : body, { contentType, url });

/** The expected result for each file of the corpus: fields of the feed, and of its entries in order. */
const expected: Record<string, { feed?: object; entries: object[] }> = {
  'rss-0.91.xml': {
    feed: { title: 'River News', siteUrl: 'http://river.example/', language: 'en-us', ttlMinutes: null },
    entries: [
      {
        guid: 'http://river.example/high-water',
        title: 'High water',
        html: '<p>The river rose by a metre.</p>',
      },
      { title: 'Low water', html: '', isExcerpt: true },
    ],
  },
  'rss-1.0.rdf': {
    feed: { title: 'RDF Site', siteUrl: 'http://rdf.example/', language: 'de', ttlMinutes: 720 },
    entries: [
      {
        guid: 'http://rdf.example/1',
        url: 'http://rdf.example/eins',
        title: 'Erster',
        author: 'Ada',
        publishedAt: at('2024-03-05T09:11:12Z'),
        html: '<p>Der <em>ganze</em> Text.</p>',
        isExcerpt: false,
      },
    ],
  },
  'rss-1.0-prefixed.rdf': {
    feed: { title: 'Prefixed' },
    entries: [{ title: 'One', url: 'http://p.example/a' }],
  },
  'rss-2.0.xml': {
    feed: { title: 'Bridges & Boats', siteUrl: 'https://bridges.example/', language: 'en', ttlMinutes: 60 },
    entries: [
      {
        guid: 'b-1',
        url: 'https://bridges.example/open',
        title: 'The bridge is open & free',
        author: 'Ada Byron',
        publishedAt: at('2024-03-05T08:11:12Z'),
        updatedAt: null,
        html:
          '<p>The whole story, with <a href="/map">a map</a>.</p>\n' +
          '<p><a href="https://bridges.example/a%20b.mp3">a b.mp3</a></p>',
        isExcerpt: false,
      },
      {
        guid: 'https://bridges.example/maps',
        url: 'https://bridges.example/maps',
        title: 'Map<K, V> explained',
        author: 'Bob',
        publishedAt: at('2024-03-06T15:11:00Z'),
        html: '<p>Plain text,<br>with lines.</p>\n<p>And a paragraph.</p>',
      },
    ],
  },
  'atom-1.0.xml': {
    feed: { title: 'Le « pont »', siteUrl: 'https://atom.example/blog/', language: 'fr' },
    entries: [
      {
        guid: 'urn:1',
        url: 'https://atom.example/blog/2024/one',
        baseUrl: 'https://atom.example/blog/2024/',
        title: 'A <b> tag & more',
        author: 'Zoé',
        publishedAt: at('2024-03-04T00:00:00Z'),
        updatedAt: at('2024-03-05T00:00:00Z'),
        html: expect.stringMatching(
          /Le <a href="plan">plan<\/a><br\/>&amp; fin\.[^]*blog\/2024\/a\.ogg">Son<\/a>/,
        ),
      },
      {
        url: 'https://atom.example/blog/two',
        title: 'Deux ponts',
        author: 'Bo',
        html: '<p>1 &lt; 2</p>',
        isExcerpt: true,
      },
    ],
  },
  'atom-0.3.xml': {
    feed: { title: 'Old Atom', siteUrl: 'http://old.example/', language: 'en' },
    entries: [
      {
        url: 'http://old.example/03',
        publishedAt: at('2003-12-13T12:29:29Z'),
        updatedAt: at('2003-12-13T18:30:02Z'),
        html: '<p>Some <b>text</b>.</p>',
      },
    ],
  },
  'atom-prefixed.xml': { entries: [{ url: 'https://x.example/1', title: 'One', html: '<p>Hi</p>' }] },
  'youtube-like.xml': {
    entries: [
      {
        title: 'A film',
        html:
          '<p>First line<br>second line &amp; more</p>\n<p>https://films.example/notes</p>\n' +
          '<p><img src="https://films.example/1.jpg" alt=""></p>',
      },
    ],
  },
  'json-1.0.json': {
    feed: { title: 'J & Co', siteUrl: 'https://json.example/' },
    entries: [
      {
        guid: '7',
        url: 'https://feeds.example/seven',
        title: 'Seven <3',
        author: 'Jo',
        publishedAt: at('2024-03-05T11:11:12Z'),
        html: '<p>Sieben</p>',
      },
    ],
  },
  'json-1.1.json': {
    feed: { language: 'ja' },
    entries: [
      {
        url: 'https://json.example/a',
        title: 'One Two < three',
        author: 'Ai',
        language: 'en',
        html: '<p>One</p>\n<p>Two &lt; three</p>\n<p><a href="https://json.example/a.mp3">Listen</a></p>',
      },
    ],
  },
  'json-cut-off.json': { entries: [{ title: 'One' }, { title: 'Two' }] },
  'unescaped-ampersands.xml': {
    feed: { title: 'Q & A', siteUrl: 'https://q.example/?a=1&b=2' },
    entries: [{ title: 'Fish & chips, AT&T, &c.', url: 'https://q.example/f?x=1&y=2&copy=3' }],
  },
  'missing-end-tags.xml': {
    feed: { title: 'Open ends', siteUrl: 'https://o.example/' },
    entries: [
      { guid: 'g1', title: 'One', url: 'https://o.example/1', publishedAt: at('2024-03-05T10:11:12Z') },
      { title: 'Two', url: 'https://o.example/2' },
      { guid: 'g3', title: 'Three', html: '<p>No end of the section</p>' },
      { title: 'Four', html: '<p>Fine</p>' },
    ],
  },
  'junk-before.xml': { feed: { title: 'After junk' }, entries: [{ title: 'One' }] },
  'unknown-entities.xml': {
    feed: { title: 'Café — &unknown; &mine;' },
    entries: [{ title: expect.stringContaining('“Hi” 😀') }],
  },
  'control-characters.xml': { feed: { title: 'Bells' }, entries: [{ title: 'One', html: '<p>ab</p>' }] },
  'cut-off.xml': { feed: { title: 'Cut' }, entries: [{ title: 'One' }, { title: 'Two' }] },
  'odd-dates.xml': {
    entries: [
      { guid: 'rfc', publishedAt: at('2024-03-05T08:11:12Z') },
      { guid: 'zone', publishedAt: at('2024-03-05T17:11:00Z') },
      { guid: 'iso', publishedAt: at('2024-03-05T10:11:12Z') },
      { guid: 'german', publishedAt: at('2024-03-05T09:11:12Z') },
      { guid: 'spanish', publishedAt: at('2024-04-05T10:11:12Z') },
      { guid: 'russian', publishedAt: at('2024-03-05T07:11:12Z') },
      { guid: 'chinese', publishedAt: at('2024-03-05T10:11:00Z') },
      { guid: 'epoch', publishedAt: at('2024-03-05T10:11:12Z') },
      { guid: 'year-zero', publishedAt: null },
      { guid: 'unset', publishedAt: null },
      { guid: 'future', publishedAt: at('2999-03-05T10:11:12Z') },
      { guid: 'nonsense', publishedAt: null },
      { guid: 'impossible', publishedAt: null },
    ],
  },
  'relative-links.xml': {
    feed: { siteUrl: 'https://base.example/site/' },
    entries: [
      { url: 'https://base.example/site/posts/1', baseUrl: 'https://base.example/site/posts/1' },
      { url: 'https://base.example/site/deep/2', baseUrl: 'https://base.example/site/deep/' },
      { guid: '3', url: null },
    ],
  },
  'no-guids.xml': {
    entries: [
      { guid: 'https://n.example/a' },
      { guid: expect.stringMatching(/^[\da-f]{64}$/), title: 'By title and date' },
      { guid: expect.stringMatching(/^[\da-f]{64}$/), title: 'By title and date' },
      { title: 'Only a text is here. It has two sentences.' },
    ],
  },
  'duplicate-guids.xml': {
    entries: [
      { guid: 'same', title: 'One' },
      { guid: expect.stringMatching(/^same#/), title: 'Two' },
    ],
  },
  'wrong-default-namespace.xml': { entries: [{ guid: 'w1', url: 'https://w.example/1' }] },
  'undeclared-prefixes.xml': {
    entries: [{ html: '<p>All of it</p>', author: 'Ada', publishedAt: at('2024-03-05T00:00:00Z') }],
  },
  'full-text-elsewhere.xml': {
    entries: [
      { html: '<p>The <b>whole</b> text.</p>' },
      { html: '<p>A picture of two</p>\n<p><img src="https://m.example/2.jpg" alt=""></p>' },
    ],
  },
  'items-outside-channel.xml': { feed: { title: 'Outside' }, entries: [{ title: 'One' }] },
  'upper-case.xml': {
    feed: { title: 'Loud' },
    entries: [{ url: 'https://l.example/1', publishedAt: at('2024-03-05T00:00:00Z') }],
  },
  'html-in-titles.xml': {
    feed: { title: 'Bold & co' },
    entries: [{ title: 'Safe <b>' }, { title: 'Some inline markup' }],
  },
  'excerpts.xml': {
    entries: [
      { guid: 'short', isExcerpt: true },
      { guid: 'long', isExcerpt: false },
      { guid: 'dots', isExcerpt: true },
      { guid: 'whole', isExcerpt: false },
      { guid: 'nowhere', isExcerpt: false },
    ],
  },
  'empty-channel.xml': { feed: { title: 'Empty' }, entries: [] },
  'entity-bomb.xml': { feed: { title: '&lol9;' }, entries: [{ title: '&lol9;' }] },
  'external-entity.xml': { feed: { title: 'X &xxe;' }, entries: [{ title: '&xxe;' }] },
};

const refused: Record<string, string> = {
  'not-a-feed.html': 'a web page',
  'not-a-feed.opml': 'OPML',
  'not-a-feed.json': 'JSON that is not a feed',
  'not-a-feed.txt': 'plain text',
  'sitemap.xml': 'a sitemap',
  'other.xml': 'XML that is broken or not a feed',
  'nothing-inside.xml': 'XML that is broken or not a feed',
};

describe('the corpus', () => {
  test.each(Object.entries(expected))('%s is read', (name, { feed = {}, entries }) => {
    const parsed = parse(read(name));
    expect(parsed).toMatchObject(feed);
    expect(parsed.entries).toHaveLength(entries.length);
    for (const [index, entry] of entries.entries()) expect(parsed.entries[index]).toMatchObject(entry);
    expect(new Set(parsed.entries.map(({ guid }) => guid)).size).toBe(entries.length);
  });

  test.each(Object.entries(refused))('%s is refused by what it is', (name, what) => {
    expect(() => parse(read(name))).toThrow(
      expect.objectContaining({ code: 'feed_unreadable', message: expect.stringContaining(what) }),
    );
  });

  test('has no file that is not tested', () => {
    expect(readdirSync(corpus).sort()).toEqual([...Object.keys(expected), ...Object.keys(refused)].sort());
  });

  test('gives the same guids at every fetch', () => {
    const guids = () => parse(read('no-guids.xml')).entries.map(({ guid }) => guid);
    expect(guids()).toEqual(guids());
  });
});

describe('hostile feeds end quickly', () => {
  const inItem = (xml: string) =>
    `<rss><channel><title>t</title><item><title>a</title>${xml}</item></channel></rss>`;
  test.each([
    ['100,000 levels', inItem('<a>'.repeat(100_000))],
    ['100,000 levels of a structured field', inItem(`<source>${'<b>'.repeat(100_000)}</source>`)],
    ['100,000 fields', inItem('<x:y>1</x:y>'.repeat(100_000))],
    ['half a million "<"', inItem('<'.repeat(500_000))],
    ['a million "&"', inItem(`<description>${'&'.repeat(1_000_000)}</description>`)],
    ['open comments', inItem('<!--'.repeat(200_000))],
    ['open sections', inItem('<![CDATA[</title>'.repeat(100_000))],
    ['open sections with one end', `${inItem('<![CDATA[</title>'.repeat(100_000))}]]>`],
    ['open quotes', inItem('<a b="'.repeat(200_000))],
    ['a tag of two megabytes', inItem(`<enclosure ${'url="x" '.repeat(250_000)}/>`)],
    ['white space', inItem(`<enclosure url${' '.repeat(1_000_000)}x/>`)],
    ['document types', '<!DOCTYPE a ['.repeat(200_000)],
    [
      'names of object members',
      inItem('<__proto__>1</__proto__><constructor>1</constructor><toString a="1"/>'),
    ],
    ['deep JSON', `{"version":"https://jsonfeed.org/version/1","title":"t","items":${'['.repeat(500_000)}`],
    ['long titles', inItem(`<title>${'<b>x'.repeat(200_000)}</title>`)],
    ['long dates', inItem(`<pubDate>${'1 Jan '.repeat(200_000)}</pubDate>`)],
    [
      'many items',
      `<rss><channel><title>t</title>${'<item><title>x</title>'.repeat(200_000)}</channel></rss>`,
    ],
  ])('%s', (_, xml) => {
    const startedAt = process.threadCpuUsage();
    try {
      parse(xml);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
    expect(process.threadCpuUsage(startedAt).user / 1000).toBeLessThan(15_000);
  });
});

describe('random damage', () => {
  const files = readdirSync(corpus).map(read);
  const shards = [
    '<item>',
    '</item>',
    '<entry>',
    ']]>',
    '<![CDATA[',
    '&',
    '<',
    '>',
    '"',
    '\0',
    '<!--',
    '<?',
    '\ufeff',
    '{',
    '}',
    '<title>',
    '</channel>',
    '&#x110000;',
  ].map(encode);
  const damage = fc.record({
    at: fc.nat(),
    length: fc.nat({ max: 40 }),
    put: fc.oneof(fc.constantFrom(...shards), fc.uint8Array({ maxLength: 8 })),
  });

  test('of any file of the corpus never makes it throw anything else, nor take long', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(damage, { minLength: 1, maxLength: 12 }),
        (file, damages) => {
          let body = file;
          for (const { at: place, length, put } of damages) {
            const from = place % (body.length + 1);
            body = Uint8Array.from([...body.subarray(0, from), ...put, ...body.subarray(from + length)]);
          }
          const startedAt = process.threadCpuUsage();
          try {
            for (const entry of parse(body).entries) expect(entry.title).not.toBe('');
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            expect(error.code).toBe('feed_unreadable');
          }
          expect(process.threadCpuUsage(startedAt).user / 1000).toBeLessThan(10_000);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('at the end keeps every entry that is complete', () => {
    const whole = new TextDecoder().decode(read('rss-2.0.xml'));
    const firstEnd = whole.indexOf('</item>') + 7;
    for (let length = firstEnd; length < whole.length; length += 7) {
      const { entries } = parse(whole.slice(0, length));
      expect(entries[0]).toMatchObject({ guid: 'b-1', author: 'Ada Byron' });
      expect(entries.length).toBe(whole.slice(0, length).split('</item>').length - 1);
    }
  });
});
