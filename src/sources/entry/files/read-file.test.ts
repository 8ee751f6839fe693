import { describe, expect, test } from 'vitest';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { readFile } from './read-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a dropped file', () => {
  test('of Markdown becomes safe markup, its first heading the title', async () => {
    const file = await readFile(
      'notes.md',
      bytes('# The *Bridge*\n\nIt is **open**.\n\n<script>alert(1)</script>\n\n- a\n- b\n'),
    );
    expect(file.title).toBe('The Bridge');
    expect(file.html).toContain('<strong>open</strong>');
    expect(file.html).not.toMatch(/script|<h1/);
    expect(file.text).toBe('It is open.\n\n- a\n- b');
  });

  test('of Markdown takes its title from the front matter, which is not text', async () => {
    const file = await readFile('x.markdown', bytes('---\ntitle: "Bridges & boats"\ntags: [a]\n---\nBody.'));
    expect(file).toMatchObject({ title: 'Bridges & boats', text: 'Body.' });
  });

  test('of HTML is known by its content, whatever its name', async () => {
    const page =
      '<!doctype html><html><head><title>On bridges</title></head><body><p>They hold.</p></body></html>';
    expect(await readFile('saved.txt', bytes(page))).toMatchObject({
      title: 'On bridges',
      html: expect.stringContaining('<p>They hold.</p>'),
      text: 'They hold.',
    });
  });

  test('of plain text keeps its words, with brackets that are no tags', async () => {
    const file = await readFile('my_notes.txt', bytes('a < b\r\n\r\nMap<K, V> & more\nnext line'));
    expect(file.title).toBe('my notes');
    expect(file.text).toBe('a < b\n\nMap<K, V> & more\nnext line');
    expect(file.html).toBe('<p>a &lt; b</p>\n<p>Map&lt;K, V&gt; &amp; more<br />next line</p>');
  });

  test('in an old encoding is read', async () => {
    expect((await readFile('alt.txt', Uint8Array.from([0x47, 0x72, 0xfc, 0xdf, 0x65]))).text).toBe('Grüße');
  });

  test.each([
    ['photo.txt', '\x89PNG\r\n\x1a\n', 'a picture'],
    ['book.docx', 'PK\x03\x04....', 'Office document'],
    ['x.md', 'abc\0\x01\x02\x03def', 'binary data'],
    ['x.bin', '\x7fELF\x02\x01', 'a program'],
  ])('%s that is no text is refused by name', async (name, content, what) => {
    const file = Uint8Array.from(content, (character) => character.charCodeAt(0));
    await expect(readFile(name, file)).rejects.toMatchObject({
      code: 'file_unsupported',
      message: expect.stringContaining(what),
    });
  });

  test.each([
    ['big.txt', 36_000_001],
    ['big.md', 12_000_001],
    ['big.html', 12_000_001],
  ])('%s of %i bytes is refused', async (name, size) => {
    const bytes = Buffer.alloc(size, name === 'big.html' ? '<p>a text</p>' : 'a text ');
    await expect(readFile(name, bytes)).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('a PDF', () => {
  const paragraph = (from: number) => [
    { text: 'The council decided on Tuesday to build the new infra-', y: from },
    { text: 'structure over the river, and the works will begin in', y: from - 14 },
    { text: 'early June.', y: from - 28 },
  ];

  test('gives its lines as paragraphs, hyphens joined, page numbers left out', async () => {
    const pages = [
      [
        { text: 'A Bridge', y: 740, size: 20 },
        ...paragraph(700),
        ...paragraph(640),
        { text: 'This sentence is going on over the end of the', y: 590 },
        { text: '1', x: 300, y: 40 },
      ],
      [
        { text: 'page without a stop.', y: 740 },
        { text: '2', x: 300, y: 40 },
      ],
    ];
    const file = await readFile('paper.pdf', Buffer.from(makePdf(pages, { title: 'On (the) bridge' })));
    const whole =
      'The council decided on Tuesday to build the new infrastructure over the river, and the works will begin in early June.';
    expect(file.title).toBe('On (the) bridge');
    expect(file.text).toBe(
      `A Bridge\n\n${whole}\n\n${whole}\n\nThis sentence is going on over the end of the page without a stop.`,
    );
    expect(file.html).toContain(`<p>${whole}</p>`);
  });

  test('leaves out the lines that stand on every page', async () => {
    const topics = ['Arches', 'Cables', 'Piers', 'Decks', 'Trusses', 'Bolts'];
    const pages = topics.map((topic, n) => [
      { text: `Journal of Bridges, page ${n + 1}`, y: 760 },
      { text: `${topic} are a matter of their own, says the book.`, y: 700 },
    ]);
    const { text } = await readFile('j.pdf', makePdf(pages));
    expect(text).not.toContain('Journal');
    expect(text.match(/a matter of their own/g)).toHaveLength(6);
  });

  test.each([
    [
      'is protected by a password',
      makePdf([[{ text: 'secret', y: 700 }]], { isEncrypted: true }),
      'password',
    ],
    ['holds only pictures', makePdf([[], []]), 'images of pages'],
    ['is damaged', bytes('%PDF-1.4\nnothing more'), 'damaged'],
    ['is cut off', makePdf([[{ text: 'x', y: 700 }]]).slice(0, 200), 'damaged'],
  ])('that %s is refused with the reason', async (_, file, reason) => {
    await expect(readFile('f.pdf', file)).rejects.toMatchObject({
      code: 'file_unsupported',
      message: expect.stringContaining(reason),
    });
  });

  test('with more pages than are read is refused', async () => {
    const pages = Array.from({ length: 2001 }, () => [{ text: 'x', y: 700 }]);
    await expect(readFile('long.pdf', makePdf(pages))).rejects.toMatchObject({ code: 'too_large' });
  });

  test('with more on a page than anyone reads is refused before the rest is unpacked', async () => {
    const page = Array.from({ length: 60_000 }, (_, index) => ({ text: 'a', y: (index % 35) * 20 }));
    await expect(readFile('full.pdf', makePdf([page]))).rejects.toMatchObject({
      code: 'too_large',
      message: 'Page 1 of “full.pdf” has too much text.',
    });
  });
});
