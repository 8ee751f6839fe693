import { describe, expect, test } from 'vitest';
import { parseFeed } from './parse-feed.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const parse = (body: Uint8Array, contentType: string | null) =>
  parseFeed(body, { contentType, url: 'https://feeds.example/' });

describe('encodings', () => {
  const feed = (title: string, declared?: string) =>
    `<?xml version="1.0"${declared ? ` encoding="${declared}"` : ''}?><rss version="2.0"><channel><title>${title}</title></channel></rss>`;
  const withBytes = (bytes: number[], declared?: string) => {
    const [before = '', after = ''] = feed('#', declared).split('#');
    return Uint8Array.from([...encode(before), ...bytes, ...encode(after)]);
  };
  const utf16 = (text: string, order: 'le' | 'be', mark: boolean) => {
    const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
    return new Uint8Array(order === 'le' ? bytes : bytes.swap16());
  };
  const chinese = [0xd6, 0xd0, 0xce, 0xc4];
  const japanese = [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea];

  test.each<[what: string, body: Uint8Array, contentType: string | null, title: string]>([
    ['UTF-8 with a byte order mark', encode(`\ufeff${feed('Grüße')}`), null, 'Grüße'],
    ['UTF-8 under a wrong header', encode(feed('Grüße')), 'text/xml; charset=iso-8859-1', 'Grüße'],
    ['UTF-8 under a wrong declaration', encode(feed('Grüße', 'iso-8859-1')), null, 'Grüße'],
    [
      'Windows-1252 labelled UTF-8',
      withBytes([0x93, 0x47, 0x72, 0xfc, 0xdf, 0x65, 0x94], 'utf-8'),
      'text/xml; charset=utf-8',
      '“Grüße”',
    ],
    ['Latin 2 by its declaration', withBytes([0xb3, 0xf3, 0x64, 0xbc], 'iso-8859-2'), null, 'łódź'],
    ['GB18030 by its declaration', withBytes(chinese, 'gb18030'), null, '中文'],
    ['GB2312 against the header', withBytes(chinese, 'gb2312'), 'text/xml; charset=iso-8859-1', '中文'],
    ['GBK by the header alone', withBytes(chinese), 'application/xml; charset="gbk"', '中文'],
    ['Shift_JIS by its declaration', withBytes(japanese, 'Shift_JIS'), null, '日本語'],
    [
      'Shift_JIS declared as UTF-8, right in the header',
      withBytes(japanese, 'utf-8'),
      'text/xml;charset=shift_jis',
      '日本語',
    ],
    ['KOI8-R', withBytes([0xcd, 0xcf, 0xd3, 0xd4], 'koi8-r'), null, 'мост'],
    ['UTF-16LE with a mark', utf16(feed('桥', 'utf-16'), 'le', true), null, '桥'],
    ['UTF-16BE with a mark', utf16(feed('桥', 'utf-16'), 'be', true), null, '桥'],
    ['UTF-16LE without a mark', utf16(feed('桥', 'utf-16'), 'le', false), null, '桥'],
    ['UTF-16BE without a mark', utf16(feed('桥'), 'be', false), null, '桥'],
    ['UTF-8 that says UTF-16', encode(feed('桥', 'utf-16')), null, '桥'],
    [
      'an encoding that nobody knows',
      encode(feed('Brücke', 'x-made-up')),
      'text/xml; charset=klingon',
      'Brücke',
    ],
    [
      'ISO-2022-JP',
      withBytes([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42], 'iso-2022-jp'),
      null,
      '日本',
    ],
  ])('%s', (_, body, contentType, title) => {
    expect(parse(body, contentType).title).toBe(title);
  });

  test('a file cut in the middle of a character stays UTF-8', () => {
    const whole = encode(
      '<rss><channel><title>Brücke über</title><item><title>Größe</title></item><item><title>ü',
    );
    const { title, entries } = parse(whole.subarray(0, -1), 'text/xml; charset=utf-8');
    expect([title, entries[0]?.title]).toEqual(['Brücke über', 'Größe']);
  });
});
