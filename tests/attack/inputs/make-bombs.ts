import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { hostileText } from './hostile-texts.ts';

const mebi = 1024 * 1024;
/** A size just below the page size limit. */
const pageBytes = 8 * mebi - 4096;

/** Makes a PDF whose only page unpacks to this many bytes. */
export function pdfBomb(unpackedBytes: number, unit = 'BT /F1 9 Tf (a) Tj ET\n'): Uint8Array {
  return pdfOf('/FlateDecode', deflateSync(hostileText(unit, unpackedBytes)));
}

/** Makes PDFs that unpack to hundreds of megabytes and more, each in a different way. */
export function pdfBombs(): Record<string, Uint8Array> {
  const nothings = deflateSync(hostileText('q Q\n', 400 * mebi));
  const broken = Buffer.from(nothings);
  broken.writeUInt32BE(0, broken.length - 4);
  // Each pair of bytes becomes 128 spaces.
  const runsOf = (unpackedBytes: number) => Buffer.alloc(unpackedBytes / 64, Buffer.from([129, 0x20]));
  return {
    text: pdfBomb(100 * mebi),
    drawing: pdfOf('/FlateDecode', nothings),
    'wrong check sum': pdfOf('/FlateDecode', broken),
    'many streams': pdfOf('/FlateDecode', ...Array<Buffer>(8).fill(nothings)),
    'runs of one byte': pdfOf('/RunLengthDecode', runsOf(400 * mebi)),
    'runs packed again': pdfOf('[/FlateDecode /RunLengthDecode]', deflateSync(runsOf(4096 * mebi))),
    'packed twice': pdfOf('[/FlateDecode /FlateDecode]', deflateSync(nothings)),
  };
}

/** Makes a PDF of one page, whose content is the unpacked streams in their order. */
function pdfOf(filter: string, ...streams: Buffer[]): Uint8Array {
  const contents = streams.map((_, index) => `${index + 4} 0 R`).join(' ');
  const parts = [
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    '2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n',
    `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents [${contents}] /Resources << >> >>\nendobj\n`,
    ...streams.flatMap((stream, index) => [
      `${index + 4} 0 obj\n<< /Filter ${filter} /Length ${stream.length} >>\nstream\n`,
      stream,
      '\nendstream\nendobj\n',
    ]),
    `trailer\n<< /Size ${streams.length + 4} /Root 1 0 R >>\n%%EOF\n`,
  ];
  return new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
}

/** Makes responses that decompress to far more than their size. */
export function packedBombs(): { encoding: string; body: Uint8Array }[] {
  const zeros = Buffer.alloc(64 * mebi);
  return [
    { encoding: 'gzip', body: gzipSync(zeros) },
    { encoding: 'deflate', body: deflateSync(zeros) },
    { encoding: 'br', body: brotliCompressSync(zeros) },
    { encoding: 'zstd', body: zstdCompressSync(zeros) },
    { encoding: 'gzip, gzip', body: gzipSync(gzipSync(zeros)) },
    { encoding: 'gzip, br, gzip', body: gzipSync(brotliCompressSync(gzipSync(zeros))) },
    { encoding: Array(40).fill('gzip').join(', '), body: gzipSync('x') },
  ];
}

/** Makes markup that takes parsers minutes or gigabytes without limits. */
export function pageBombs(): Record<string, string> {
  const units = {
    'open tags': '<div>',
    'end tags': '</p>',
    brackets: '< ',
    ampersands: '&',
    'inline elements': '<b>x',
    tables: '<table><tr><td>',
    comments: '<!--',
    paragraphs: '<p>a, b</p>',
    breaks: '<br> x',
    pictures: '<img src="a.png" alt="x">',
    frames: '<iframe src="https://a.example/c">',
  };
  const repeated = Object.entries(units).map(([name, unit]) => [name, hostileText(unit, pageBytes)] as const);
  return {
    ...Object.fromEntries(repeated),
    'one attribute': `<p title="${'x'.repeat(pageBytes)}">a`,
    'many attributes': `<p ${hostileText('a=1 ', pageBytes)}>a`,
    style: `<p style="${hostileText('/*', pageBytes)}">a`,
  };
}

export function feedBombs(): Record<string, string> {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const inner = `&l${level};`.repeat(10);
    return `<!ENTITY l${level + 1} "${inner}">`;
  });
  const wrap = (doctype: string, body: string) =>
    `<?xml version="1.0"?>${doctype}<rss version="2.0"><channel><title>t</title>${body}</channel></rss>`;
  const item = (text: string) => `<item><guid>g</guid><title>${text}</title></item>`;
  return {
    'entities inside entities': wrap(`<!DOCTYPE rss [<!ENTITY l0 "lol">${levels.join('')}]>`, item('&l9;')),
    'one long entity many times': wrap(
      `<!DOCTYPE rss [<!ENTITY a "${'a'.repeat(100_000)}">]>`,
      item('&a;'.repeat(100_000)),
    ),
    'an entity from a file': wrap('<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd">]>', item('&f;')),
    'an entity from the net': wrap(
      '<!DOCTYPE rss [<!ENTITY % p SYSTEM "http://127.0.0.1:1/x"> %p;]>',
      item('a'),
    ),
    'elements inside elements': wrap('', `<item><author>${'<a>'.repeat(300_000)}</author></item>`),
    'very many entries': wrap('', hostileText('<item><title>a</title></item>', 7 * mebi)),
    'lists inside lists': `{"version":"https://jsonfeed.org/version/1.1","title":"t","items":${'['.repeat(1_000_000)}`,
    'objects inside objects': `{"version":"https://jsonfeed.org/version/1.1","title":"t","x":${'{"a":'.repeat(500_000)}`,
  };
}

export function fileBombs(isFull: boolean): { name: string; content: Uint8Array }[] {
  const text = (name: string, content: string) => ({ name, content: new TextEncoder().encode(content) });
  const nested = Array.from({ length: 1500 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n');
  const quick = [
    text('quotes.md', hostileText('> ', 4000)),
    text('brackets.md', hostileText('[a](', 40_000)),
    text('stars.md', hostileText('*a _b ', 40_000)),
    text('rows.md', `|a|\n|-|\n${hostileText('|x|\n', 200_000)}`),
    { name: 'zip.pdf', content: new Uint8Array(Buffer.from('PK\x03\x04rest of an archive')) },
    { name: 'cut.pdf', content: pdfBomb(1000).subarray(0, 300) },
  ];
  if (!isFull) return quick;
  return [
    ...quick,
    text('nested.md', nested),
    text('deep-quotes.md', hostileText('> ', 2_000_000)),
    text('brackets.txt', hostileText('< ', 8_000_000)),
    { name: 'unpacks.pdf', content: pdfBomb(400 * mebi) },
  ];
}
