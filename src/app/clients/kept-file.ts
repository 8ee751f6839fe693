import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#schema/app-error.ts';
import { parseJsonObject } from '#schema/parse-json.ts';
import { findTarget, findWritable, writeWhole } from './whole-file.ts';

/** A file of another program in which Precis has entries. */
export interface KeptFile {
  file: string;
  /** The data folder, which stores the bytes of the file before the first change. */
  home: string;
  /**
   * Returns the text without the entries of Precis, or unchanged if there are none. Throws AppError if it cannot be
   * read.
   */
  strip(text: string): string;
}

interface Memo {
  /** The bytes before the first change in Base64, or null if there was no file. */
  before: string | null;
  /** A hash of the file as Precis wrote it. */
  after: string;
}

/** Writes the file with the entries of Precis. Returns false if they were there already. */
export async function addEntries(kept: KeptFile, add: (text: string | null) => string): Promise<boolean> {
  const target = await findWritable(kept.file);
  const bytes = await readBytes(target);
  const text = bytes === null ? null : decode(bytes, target);
  const clean = text === null ? null : kept.strip(text);
  const next = Buffer.from(add(clean));
  if (bytes !== null && next.equals(bytes)) return false;
  const memo = await readMemo(kept, target);
  const before =
    memo !== null && bytes !== null && memo.after === hash(bytes)
      ? memo.before
      : clean === null
        ? null
        : Buffer.from(clean).toString('base64');
  // The memo is written first. A crash then leaves a file without entries, and a memo that matches no file.
  await writeWhole(memoFile(kept, target), Buffer.from(JSON.stringify({ before, after: hash(next) })));
  await writeWhole(target, next);
  return true;
}

/**
 * Removes the entries of Precis. `restored` means the file is byte for byte as before. `edited` means it has changed
 * since, so only the entries were removed.
 */
export async function removeEntries(kept: KeptFile): Promise<'restored' | 'edited' | 'absent'> {
  const target = await findTarget(kept.file);
  const bytes = await readBytes(target);
  if (bytes === null) return 'absent';
  const memo = await readMemo(kept, target);
  if (memo !== null && memo.after === hash(bytes)) {
    if (memo.before === null) await rm(target);
    else await writeWhole(target, Buffer.from(memo.before, 'base64'));
    await rm(memoFile(kept, target), { force: true });
    return 'restored';
  }
  const text = decode(bytes, target);
  const clean = kept.strip(text);
  if (clean === text) return 'absent';
  await writeWhole(target, Buffer.from(clean));
  await rm(memoFile(kept, target), { force: true });
  return 'edited';
}

export async function hasEntries({ file, strip }: Pick<KeptFile, 'file' | 'strip'>): Promise<boolean> {
  try {
    const bytes = await readBytes(await findTarget(file));
    if (bytes === null) return false;
    const text = decode(bytes, file);
    return strip(text) !== text;
  } catch {
    return false;
  }
}

/** Returns when the entries of Precis were last written, or null if there are none. */
export async function findChangedAt(kept: KeptFile): Promise<number | null> {
  const target = await findTarget(kept.file).catch(() => kept.file);
  const stats = await stat(memoFile(kept, target)).catch(() => null);
  return stats === null ? null : Math.trunc(stats.mtimeMs);
}

async function readBytes(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function decode(bytes: Buffer, file: string): string {
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return text;
  throw new AppError(
    'conflict',
    `${file} is not UTF-8 text. Precis leaves it as it is; save it as UTF-8 first.`,
  );
}

function memoFile({ home }: KeptFile, target: string): string {
  return join(home, 'clients', `${hash(Buffer.from(target)).slice(0, 32)}.json`);
}

async function readMemo(kept: KeptFile, target: string): Promise<Memo | null> {
  const bytes = await readBytes(memoFile(kept, target));
  const { before, after } = parseJsonObject(bytes?.toString('utf8') ?? '') ?? {};
  const isMemo = typeof after === 'string' && (before === null || typeof before === 'string');
  return isMemo ? { before, after } : null;
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
