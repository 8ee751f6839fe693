import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const compressible = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']);
/** A file below this size fits into one packet without compression. */
const smallBytes = 1024;

/** Writes a `.br` and a `.gz` next to each file that compression makes smaller, for the server to send instead. */
export function compressFiles(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.has(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    if (bytes.length < smallBytes) continue;
    const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, options));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
