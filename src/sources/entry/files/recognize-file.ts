import { AppError } from '#schema/app-error.ts';
import { shorten, withoutControls } from '#sources/entry/pages/clean-text.ts';
import { withoutInvisibleCharacters } from '#sources/entry/pages/hidden-text.ts';
import { decodeText } from './decode-text.ts';

const maxBytes = 12_000_000;
/** Plain text is only decoded, so the limit is higher: 12 million characters of three bytes each. */
const maxTextBytes = 36_000_000;
const markdownName = /\.(?:md|markdown|mdown|mkd|mdx)$/i;
/** How binary files begin, with each byte as a Latin 1 character. */
const signatures: [start: string, what: string][] = [
  ['PK', 'a ZIP archive, an Office document or an e-book'],
  ['\xd0\xcf\x11\xe0', 'an old Office document'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
  ['RIFF', 'an image, audio or video file'],
  ['\x1f\x8b', 'an archive'],
  ['7z\xbc\xaf', 'an archive'],
  ['Rar!', 'an archive'],
  ['ID3', 'sound'],
  ['OggS', 'an audio or video file'],
  ['\x7fELF', 'a program'],
  ['MZ', 'a program'],
  ['SQLite format 3', 'a database'],
];

type RecognizedFile = { kind: 'pdf' } | { kind: 'html' | 'markdown' | 'text'; source: string };

/**
 * Detects the kind of a file from its content; the name decides only between kinds of text. Throws AppError
 * `too_large`, `file_unsupported`.
 */
export function recognizeFile(name: string, bytes: Uint8Array): RecognizedFile {
  refuseOver(maxTextBytes);
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (start.includes('%PDF-')) {
    refuseOver(maxBytes);
    return { kind: 'pdf' };
  }
  const source = readText(name, bytes, start);
  if (isHtml(name, source)) {
    refuseOver(maxBytes);
    return { kind: 'html', source };
  }
  if (!markdownName.test(name)) return { kind: 'text', source };
  refuseOver(maxBytes);
  return { kind: 'markdown', source };

  function refuseOver(limit: number): void {
    if (bytes.byteLength > limit)
      throw new AppError('too_large', `“${name}” is larger than ${limit / 1_000_000} MB.`);
  }
}

/** Reads a plain text file as `readFile` does, but without loading the parsers. Null for other kinds of files. */
export function readPlainFile(name: string, bytes: Uint8Array): { title: string; text: string } | null {
  const recognized = recognizeFile(name, bytes);
  if (recognized.kind !== 'text') return null;
  return {
    title: shorten(titleOfName(name), 500),
    text: withoutInvisibleCharacters(recognized.source).trim(),
  };
}

function readText(name: string, bytes: Uint8Array, start: string): string {
  if (start.startsWith('{\\rtf')) throw unsupported(name, 'an RTF document');
  const text = decodeText(bytes, null).replaceAll('\r\n', '\n');
  const sample = text.slice(0, 4096);
  // Text has hardly any control or replacement characters; binary data has many.
  const strange = sample.length - withoutControls(sample).length + (sample.match(/\ufffd/g)?.length ?? 0);
  if (sample.includes('\0') || strange > sample.length / 20) {
    const known = signatures.find(([signature]) => start.startsWith(signature));
    throw unsupported(name, known?.[1] ?? 'binary data');
  }
  return withoutControls(text);
}

function unsupported(name: string, what: string): AppError {
  const message = `“${name}” is ${what}. Use HTML, Markdown, plain text, or a PDF that contains text.`;
  return new AppError('file_unsupported', message);
}

function isHtml(name: string, text: string): boolean {
  const start = text.slice(0, 2000).replace(/^(?:\s|\ufeff|<!--[^]{0,1500}?-->|<\?xml[^>]{0,200}\?>)+/, '');
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(start)) return true;
  return /\.x?html?$/i.test(name) && /<[a-z][^<>]*>/i.test(text);
}

export function titleOfName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? name;
  return (
    base
      .replace(/\.[a-z\d]{1,8}$/i, '')
      .replace(/[_]+/g, ' ')
      .trim() || base
  );
}
