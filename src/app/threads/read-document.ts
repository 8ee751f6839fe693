import { readPlainFile } from '#sources/entry/files/recognize-file.ts';

interface Document {
  title: string | null;
  text: string;
}

/** Reads HTML, Markdown, plain text or PDF. The readers of markup are large and loaded on first use. */
export async function readDocument(name: string, bytes: Uint8Array): Promise<Document> {
  const plain = readPlainFile(name, bytes);
  if (plain !== null) return plain;
  const { readFile } = await import('#sources/entry/files/read-file.ts');
  return readFile(name, bytes);
}
