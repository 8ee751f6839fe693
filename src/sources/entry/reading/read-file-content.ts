import { AppError } from '#schema/app-error.ts';
import { type IndexedContent, makeIndexedContent } from '#sources/entry/entry-content.ts';
import { readFile } from '#sources/entry/files/read-file.ts';

export interface FileContent {
  title: string;
  /** Of a PDF its text: the file itself stays where it was. */
  original: string;
  content: IndexedContent;
}

/** A file's text, ready to be stored. Throws AppError `too_large`, `file_unsupported`, `source_empty`. */
export async function readFileContent(name: string, bytes: Uint8Array): Promise<FileContent> {
  const { title, html, text } = await readFile(name, bytes);
  const content = makeIndexedContent({ title, url: null, html });
  if (content.text.trim() === '') throw new AppError('source_empty', `“${name}” contains no text.`);
  return { title, original: isPdf(bytes) ? text : new TextDecoder().decode(bytes), content };
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';
}
