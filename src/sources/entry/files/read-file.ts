import { marked } from 'marked';
import { getDocumentProxy } from 'unpdf';
import { AppError } from '#schema/app-error.ts';
import { type EntryContent, makeEntryContent } from '#sources/entry/entry-content.ts';
import { extractArticle } from '#sources/entry/pages/extract-article.ts';
import { lineOfHtml, lineOfText, shorten } from '#sources/entry/pages/plain-text.ts';
import { joinPdfPages, type PdfItem, type PdfLine, pdfLines } from './pdf-paragraphs.ts';
import { recognizeFile, titleOfName } from './recognize-file.ts';

interface FileText extends Pick<EntryContent, 'html' | 'text' | 'language'> {
  title: string;
  /** Null if the title is only the file's name. */
  ownTitle: string | null;
}

/** Reads a dropped file. Throws AppError `too_large`, `file_unsupported`. */
export async function readFile(name: string, bytes: Uint8Array): Promise<FileText> {
  const recognized = recognizeFile(name, bytes);
  const plainName = titleOfName(name);
  if (recognized.kind === 'pdf') {
    const pdf = await readPdf(name, bytes);
    return withContent(pdf.title, plainName, { text: pdf.text });
  }
  const { kind, source } = recognized;
  if (kind === 'html') {
    const article = extractArticle(source, 'about:blank');
    return withContent(article.title, plainName, { html: article.html ?? source });
  }
  if (kind === 'markdown') {
    const { title, body } = readFrontMatter(source);
    const html = await renderMarkdown(name, body);
    return withContent(title ?? headingOf(html), plainName, { html });
  }
  return withContent(null, plainName, { text: source });
}

async function renderMarkdown(name: string, markdown: string): Promise<string> {
  try {
    return await marked.parse(markdown, { gfm: true });
  } catch (error) {
    // Thousands of nested quotes and lists exceed the stack of the Markdown parser.
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

/** Reads the title from YAML front matter, and removes the front matter from the text. */
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

const maxPages = 2000;
/** Processor time. */
const maxMilliseconds = 60_000;
/** A page full of separate letters has about 10,000 pieces. */
const maxPieces = 50_000;
/** If a document has fewer characters per page, its pages are images. */
const leastCharactersPerPage = 8;

/** Reads the paragraphs of a PDF, and its title if it has one. Throws AppError `file_unsupported`, `too_large`. */
async function readPdf(name: string, bytes: Uint8Array): Promise<{ title: string | null; text: string }> {
  const pdf = await open(name, bytes);
  try {
    if (pdf.numPages > maxPages) {
      throw new AppError('too_large', `“${name}” has ${pdf.numPages} pages; the limit is ${maxPages}.`);
    }
    const before = process.threadCpuUsage();
    const pages: PdfLine[][] = [];
    for (let number = 1; number <= pdf.numPages; number++) {
      const { user, system } = process.threadCpuUsage(before);
      if ((user + system) / 1000 > maxMilliseconds) {
        throw new AppError('too_large', `“${name}” takes too long to read. Split it, or paste its text.`);
      }
      const page = await readPage(pdf, number);
      if (page === null) throw new AppError('too_large', `Page ${number} of “${name}” has too much text.`);
      // Keeps only the lines, because a long book has a million pieces.
      pages.push(pdfLines(page));
    }
    const text = joinPdfPages(pages);
    if (text.length < leastCharactersPerPage * Math.min(pdf.numPages, 5)) {
      throw new AppError(
        'file_unsupported',
        `“${name}” contains images of pages, not text. Run text recognition (OCR) on it first.`,
      );
    }
    return { title: await titleOf(pdf), text };
  } catch (error) {
    throw error instanceof AppError ? error : damaged(name, error);
  } finally {
    await pdf.loadingTask.destroy();
  }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type TextContent = Awaited<ReturnType<Awaited<ReturnType<Pdf['getPage']>>['getTextContent']>>;
type TextItem = Extract<TextContent['items'][number], { str: string }>;

async function open(name: string, bytes: Uint8Array): Promise<Pdf> {
  try {
    // Copies the bytes, because the reader takes them and refuses a Buffer. Verbosity 0: errors only.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new AppError(
        'file_unsupported',
        `“${name}” is password-protected. Save it without a password first.`,
        {
          cause: error,
        },
      );
    }
    throw damaged(name, error);
  }
}

/** Null if the page has too many pieces. The rest of it is neither decompressed nor kept. */
async function readPage(pdf: Pdf, number: number): Promise<PdfItem[] | null> {
  const page = await pdf.getPage(number);
  const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader();
  const pieces: PdfItem[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const item of part.value.items) if ('str' in item) pieces.push(toPiece(item));
    if (pieces.length > maxPieces) {
      await reader.cancel(new Error('too many pieces'));
      return null;
    }
  }
  page.cleanup();
  return pieces;
}

function toPiece(item: TextItem): PdfItem {
  const [, , skew, scale, x, y] = item.transform as number[];
  const size = Math.hypot(skew ?? 0, scale ?? 0) || item.height;
  return { text: item.str, x: x ?? 0, y: y ?? 0, width: item.width, size, endsLine: item.hasEOL };
}

async function titleOf(pdf: Pdf): Promise<string | null> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const title =
    'Title' in info && typeof info.Title === 'string' ? info.Title.replace(/\s+/g, ' ').trim() : '';
  // Some programs set the title to the name of the printed file.
  const isReal =
    title.length > 2 &&
    !/^(?:untitled|microsoft word|document\d*)|\.(?:docx?|pdf|tex|dvi|indd|pptx?)$/i.test(title);
  return isReal ? title : null;
}

function damaged(name: string, cause: unknown): AppError {
  return new AppError('file_unsupported', `“${name}” is damaged and cannot be read as a PDF.`, { cause });
}
