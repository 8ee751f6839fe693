import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readDocumentText } from '#app/threads/read-document.ts';
import type { Client } from '#client/create-client.ts';
import { AppError } from '#schema/app-error.ts';
import { maxSourceCharacters } from '#schema/text/entered-text.ts';
import type { Terminal } from './terminal.ts';

export interface SourceText {
  text: string;
  title: string | null;
  /** Null for local text. */
  url: string | null;
}

/** Reads a source named on the command line: `-` for standard input, a URL, or a file. */
export async function readSourceText(client: Client, from: string, terminal: Terminal): Promise<SourceText> {
  return isUrl(from) ? client.fetchPage(from) : readLocalText(from, terminal);
}

export function isUrl(from: string): boolean {
  return /^https?:\/\//i.test(from);
}

export async function readLocalText(from: string, terminal: Terminal): Promise<SourceText> {
  if (from === '-') return { text: await terminal.readStdin(), title: null, url: null };
  return { ...(await readDocumentText(basename(from), await readBytes(from))), url: null };
}

export async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new AppError('not_found', `File not found: ${path}`);
    if (code === 'EISDIR') throw new AppError('invalid_input', `${path} is a folder. Enter a file.`);
    if (code === 'EACCES') throw new AppError('invalid_input', `You do not have permission to read ${path}.`);
    throw error;
  }
}

/** Throws AppError `too_large`. */
export function refuseTooLong(text: string): void {
  if (text.length <= maxSourceCharacters) return;
  const [length, limit] = [text.length, maxSourceCharacters].map((count) => count.toLocaleString('en'));
  throw new AppError(
    'too_large',
    `The text has ${length} characters; the limit is ${limit}. Split it and summarize each part.`,
  );
}
