interface Document {
  title: string | null;
  text: string;
}

/** Reads HTML, Markdown, plain text or PDF. The readers are large and loaded on first use. */
export async function readDocument(name: string, bytes: Uint8Array): Promise<Document> {
  const { readFile } = await import('#sources/entry/files/read-file.ts');
  return readFile(name, bytes);
}
