import type { FileHandle } from 'node:fs/promises';

export interface Line {
  /** Null: too long to be read. */
  text: string | null;
  /** Where the next line begins. */
  end: number;
}

const blockBytes = 1024 * 1024;
const lineFeed = 0x0a;

/**
 * The lines of a file in blocks. A line that is longer than `maxBytes` is passed over. The last one counts without its line
 * feed only if `isWhole` says so: a program may be writing it.
 */
export async function* readLines(
  handle: FileHandle,
  { maxBytes, isWhole }: { maxBytes: number; isWhole(text: string): boolean },
): AsyncGenerator<Line[]> {
  let parts: Buffer[] = [];
  let partBytes = 0;
  let isTooLong = false;
  let position = 0;

  const take = (part: Buffer): void => {
    partBytes += part.length;
    isTooLong ||= partBytes > maxBytes;
    if (isTooLong) parts = [];
    else parts.push(part);
  };
  const finish = (): string | null => {
    const [first] = parts;
    const whole = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
    const text = isTooLong ? null : whole.toString('utf8');
    parts = [];
    partBytes = 0;
    isTooLong = false;
    return text;
  };

  const buffer = Buffer.allocUnsafe(blockBytes);
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, blockBytes, position);
    if (bytesRead === 0) break;
    const block = buffer.subarray(0, bytesRead);
    const lines: Line[] = [];
    let from = 0;
    for (let at = block.indexOf(lineFeed); at !== -1; at = block.indexOf(lineFeed, from)) {
      take(block.subarray(from, at));
      from = at + 1;
      lines.push({ text: finish(), end: position + from });
    }
    // A copy: the rest of the line is read into the same buffer.
    take(Buffer.from(block.subarray(from)));
    position += bytesRead;
    yield lines;
  }
  if (partBytes === 0 || isTooLong) return;
  const text = finish() ?? '';
  if (isWhole(text)) yield [{ text, end: position }];
}
