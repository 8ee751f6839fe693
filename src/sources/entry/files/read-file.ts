import { marked } from 'marked';
import { AppError } from '#schema/app-error.ts';
import { type EntryContent, makeEntryContent } from '#sources/entry/entry-content.ts';
import { extractArticle } from '#sources/entry/pages/extract-article.ts';
import { lineOfHtml, lineOfText, shorten, withoutControls } from '#sources/entry/pages/plain-text.ts';
import { decodeText } from './decode-text.ts';
import { readPdf } from './read-pdf.ts';

const maxBytes = 12_000_000;
/** Plain text is only decoded: 12 million characters of three bytes each. */
const maxTextBytes = 36_000_000;
const markdownName = /\.(?:md|markdown|mdown|mkd|mdx)$/i;
/** How files that hold no plain text begin, byte by byte as Latin 1. */
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

interface FileText extends Pick<EntryContent, 'html' | 'text' | 'language'> {
  title: string;
  /** Null: the title is only the file's name. */
  ownTitle: string | null;
}

/**
 * Reads a dropped file by what is in it; the name decides only between kinds of text. Throws AppError `too_large`,
 * `file_unsupported`.
 */
export async function readFile(name: string, bytes: Uint8Array): Promise<FileText> {
  refuseOver(maxTextBytes);
  const plainName = titleOfName(name);
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (start.includes('%PDF-')) {
    refuseOver(maxBytes);
    const pdf = await readPdf(name, bytes);
    return withContent(pdf.title, plainName, { text: pdf.text });
  }
  const source = readText(name, bytes, start);
  if (isHtml(name, source)) {
    refuseOver(maxBytes);
    const article = extractArticle(source, 'about:blank');
    return withContent(article.title, plainName, { html: article.html ?? source });
  }
  if (markdownName.test(name)) {
    refuseOver(maxBytes);
    const { title, body } = readFrontMatter(source);
    const html = await renderMarkdown(name, body);
    return withContent(title ?? headingOf(html), plainName, { html });
  }
  return withContent(null, plainName, { text: source });

  function refuseOver(limit: number): void {
    if (bytes.byteLength > limit)
      throw new AppError('too_large', `“${name}” is larger than ${limit / 1_000_000} MB.`);
  }
}

async function renderMarkdown(name: string, markdown: string): Promise<string> {
  try {
    return await marked.parse(markdown, { gfm: true });
  } catch (error) {
    // Quotes and lists inside each other a thousand times are more than its reader's stack holds.
    throw new AppError('file_unsupported', `“${name}” cannot be read as Markdown.`, { cause: error });
  }
}

function withContent(
  ownTitle: string | null,
  plainName: string,
  source: { html: string } | { text: string },
): FileText {
  const title = ownTitle ?? plainName;
  const { html, text, language } = makeEntryContent({ ...source, title, url: null });
  return { title: shorten(title, 500), ownTitle: ownTitle && shorten(ownTitle, 500), html, text, language };
}

function readText(name: string, bytes: Uint8Array, start: string): string {
  if (start.startsWith('{\\rtf')) throw unsupported(name, 'an RTF document');
  const text = decodeText(bytes, null).replaceAll('\r\n', '\n');
  const sample = text.slice(0, 4096);
  // Text has hardly any; binary data has many.
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

/** The title of a YAML front matter; the front matter itself is not text. */
function readFrontMatter(markdown: string): { title: string | null; body: string } {
  const match = /^\ufeff?---\n([^]{0,10000}?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)/.exec(markdown);
  if (!match) return { title: null, body: markdown };
  const written = /^title:\s*(.+)$/im.exec(match[1] ?? '')?.[1]?.trim() ?? '';
  const title = lineOfText(written.replace(/^(["'])(.*)\1$/, '$2'));
  return { title: title || null, body: markdown.slice(match[0].length) };
}

function headingOf(html: string): string | null {
  return lineOfHtml(/<h1[^<>]*>([^]{1,2000}?)<\/h1>/i.exec(html)?.[1] ?? '') || null;
}

function titleOfName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? name;
  return (
    base
      .replace(/\.[a-z\d]{1,8}$/i, '')
      .replace(/[_]+/g, ' ')
      .trim() || base
  );
}
