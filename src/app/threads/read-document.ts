import type { readFile } from '#sources/entry/files/read-file.ts';
import type { writeTranslated } from '#sources/entry/translations/write-translated.ts';

/** Reads HTML, Markdown, plain text or PDF. The readers are large and loaded on first use. */
export async function readDocument(name: string, bytes: Uint8Array): ReturnType<typeof readFile> {
  const files = await import('#sources/entry/files/read-file.ts');
  return files.readFile(name, bytes);
}

/** Writes an article with its translation, as an export does. */
export async function writeDocument(...given: Parameters<typeof writeTranslated>): Promise<string> {
  const translations = await import('#sources/entry/translations/write-translated.ts');
  return translations.writeTranslated(...given);
}
