export type FileProblem = 'not-text' | 'too-large';

export type ReadFile = { text: string } | { problem: FileProblem };

/** The server's limit for a request. */
const maxBytes = 16 * 1024 * 1024;

/** The text of a file in whatever encoding it came. `legacy` is tried when it is no Unicode. */
export async function readTextFile(file: File, legacy: 'gb18030' | 'windows-1252'): Promise<ReadFile> {
  if (file.size > maxBytes) return { problem: 'too-large' };
  if (/\.html?$/i.test(file.name) || /^(image|audio|video|font)\//.test(file.type))
    return { problem: 'not-text' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decodeText(bytes, legacy);
  return text === null ? { problem: 'not-text' } : { text: text.replaceAll('\r\n', '\n') };
}

function decodeText(bytes: Uint8Array, legacy: string): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, 'utf-16be');
  // No text has a zero byte; archives, images and office files are full of them.
  if (bytes.includes(0) || isPdf(bytes)) return null;
  return decode(bytes, 'utf-8') ?? decode(bytes, legacy);
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function isPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-';
}
