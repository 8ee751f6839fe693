import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { writeOpml } from './import-opml.ts';
import { readOpml } from './read-opml.ts';

const feed = (url: string, title: string, folder: string | null = null) => ({
  url,
  title,
  folder,
  siteUrl: null,
});

describe('reading OPML', () => {
  test('makes one level of nested folders', () => {
    const { feeds, refused } =
      readOpml(`<?xml version="1.0"?><opml version="2.0"><head><title>x</title></head><body>
      <outline text="Loose" type="rss" xmlUrl="https://a.example/feed" htmlUrl="https://a.example/"/>
      <outline text="News"><outline text="Local"><outline title="Town &amp; river" text="t" xmlUrl="https://b.example/?a=1&amp;b=2"/></outline>
      <outline text="World" xmlUrl="https://c.example/rss"></outline></outline></body></opml>`);
    expect(feeds).toEqual([
      { url: 'https://a.example/feed', title: 'Loose', siteUrl: 'https://a.example/', folder: null },
      feed('https://b.example/?a=1&b=2', 'Town & river', 'News / Local'),
      feed('https://c.example/rss', 'World', 'News'),
    ]);
    expect(refused).toEqual([]);
  });

  test('takes the ways of older programs', () => {
    const { feeds } = readOpml(
      `<opml version="1.0"><body><OUTLINE TEXT='One' TYPE='rss' URL='https://one.example/'/>
      <outline text="Two" xmlUrl="feed://two.example/rss"/><outline xmlUrl="feed:https://three.example/" category="/Tech/Web,/x"/></body></opml>`,
    );
    expect(feeds).toEqual([
      feed('https://one.example/', 'One'),
      feed('http://two.example/rss', 'Two'),
      feed('https://three.example/', 'https://three.example/', 'Tech / Web'),
    ]);
  });

  test('survives bad XML', () => {
    const { feeds } = readOpml(
      `junk <opml><body><outline text="Fish & chips" xmlUrl="https://f.example/?a&b" ><outline text=Bare xmlUrl=https://g.example/>
      <outline text="Cut" xmlUrl="https://h.example/"/><outline text="Never ends`,
    );
    expect(feeds.map(({ title, url }) => [title, url])).toEqual([
      ['Fish & chips', 'https://f.example/?a&b'],
      ['Bare', 'https://g.example/'],
      ['Cut', 'https://h.example/'],
    ]);
  });

  test('says which outlines name no feed', () => {
    const { feeds, refused } = readOpml(
      '<opml><body><outline text="Note"/><outline text="Empty folder"></outline><outline text="Mail" xmlUrl="mailto:x@y"/><outline type="link" text="Site" url="https://s.example/"/></body></opml>',
    );
    expect(feeds).toEqual([]);
    expect(refused).toEqual([
      '“Note” has no feed URL.',
      '“Empty folder” has no feed URL.',
      '“Mail” has a URL that is not http or https.',
      '“Site” has no feed URL.',
    ]);
  });

  test.each(['', 'text', '<html><body></body></html>', '{"a":1}'])('refuses %j', (text) => {
    expect(() => readOpml(text)).toThrow(expect.objectContaining({ code: 'feed_unreadable' }));
  });

  test('never throws anything else, and ends', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 10 }),
      fc.constantFrom(
        '<opml>',
        '<outline text="a">',
        '<outline xmlUrl="https://x.example/"/>',
        '</outline>',
        '"',
        '<',
        '&',
        '<!--',
        ']]>',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          readOpml(pieces.join(''));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      }),
    );
    const startedAt = process.threadCpuUsage();
    readOpml(`<opml>${'<outline text="a">'.repeat(200_000)}`);
    expect(process.threadCpuUsage(startedAt).user / 1000).toBeLessThan(15_000);
  });
});

describe('writing OPML', () => {
  test('comes back as it went out, whatever the names', () => {
    const name = (maxLength: number) =>
      fc
        .string({ unit: 'grapheme', minLength: 1, maxLength })
        .map((text) =>
          text
            .replace(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, '')
            .replace(/\s+/g, ' ')
            .trim(),
        )
        .filter((text) => text !== '' && !/&#?\w+/.test(text.normalize('NFKC')));
    const entry = fc.record({
      url: fc.webUrl({ withQueryParameters: true }).map((url) => new URL(url).href),
      title: name(60),
      siteUrl: fc.option(fc.webUrl().map((url) => new URL(url).href)),
      folder: fc.option(name(40)),
    });
    const byFolder = <T extends { folder: string | null }>(feeds: T[]) =>
      [...Map.groupBy(feeds, ({ folder }) => folder ?? '')].sort(([a], [b]) => (a < b ? -1 : 1));
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 12 }), (feeds) => {
        const { feeds: again, refused } = readOpml(writeOpml({ title: 'Mine', feeds }));
        expect(refused).toEqual([]);
        expect(byFolder(again)).toEqual(byFolder(feeds));
      }),
    );
  });

  test('holds no character that XML does not allow, nor opens a tag', () => {
    const opml = writeOpml({
      title: 'a<b',
      feeds: [feed('https://x.example/', 'x\u0000\ud800"><script>\n')],
    });
    expect(opml).not.toMatch(/\p{Cs}|(?!\n)\p{Cc}|<script/u);
    expect(readOpml(opml).feeds).toHaveLength(1);
  });

  test('of nothing is still OPML', () => {
    expect(readOpml(writeOpml({ title: 'x', feeds: [] }))).toEqual({ feeds: [], refused: [] });
  });
});
