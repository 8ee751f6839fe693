import { marked } from 'marked';
import { AppError } from '#schema/app-error.ts';
import { type EntryContent, makeEntryContent } from '#sources/entry/entry-content.ts';
import { extractArticle } from '#sources/entry/pages/extract-article.ts';
import { lineOfHtml, lineOfText, shorten } from '#sources/entry/pages/plain-text.ts';
import { readPdf } from './read-pdf.ts';
import { recognizeFile, titleOfName } from './recognize-file.ts';

interface FileText extends Pick<EntryContent, 'html' | 'text' | 'language'> {
  title: string;
  /** Null: the title is only the file's name. */
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
