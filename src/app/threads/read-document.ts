import type { readFile } from '#sources/entry/files/read-file.ts';
import { readPlainFile } from '#sources/entry/files/recognize-file.ts';
import type { writeTranslated } from '#sources/entry/translations/write-translated.ts';

/** Reads HTML, Markdown, plain text or PDF. The readers are large and loaded on first use. */
export async function readDocument(name: string, bytes: Uint8Array): ReturnType<typeof readFile> {
  const files = await import('#sources/entry/files/read-file.ts');
  return files.readFile(name, bytes);
}

/** Returns the title and the text that `readDocument` reads, without loading the readers for plain text. */
export async function readDocumentText(
  name: string,
  bytes: Uint8Array,
): Promise<{ title: string; text: string }> {
  const plain = readPlainFile(name, bytes);
  if (plain !== null) return plain;
  const { title, text } = await readDocument(name, bytes);
  return { title, text };
}

/** Writes an article with its translation in the format of an export. */
export async function writeDocument(...given: Parameters<typeof writeTranslated>): Promise<string> {
  const translations = await import('#sources/entry/translations/write-translated.ts');
  return translations.writeTranslated(...given);
}
