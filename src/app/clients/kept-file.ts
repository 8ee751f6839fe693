import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#schema/app-error.ts';
import { parseJsonObject } from '#schema/parse-json.ts';
import { UnreadableText } from '#sources/session/clients/settings-text.ts';
import { findTarget, findWritable, writeWhole } from './whole-file.ts';

/** A file of another program in which Precis has entries. */
export interface KeptFile {
  file: string;
  /** The data folder, which stores the bytes of the file before the first change. */
  home: string;
  /** The program itself changes the file all the time, and its secrets are in it. So its bytes are not stored. */
  isBusy?: boolean;
  /** Returns the text with the entries of Precis. Both throw UnreadableText if the text is in an unknown form. */
  put(text: string | null): string;
  /** Returns the text without the entries, or unchanged if there are none. */
  strip(text: string): string;
}

/** A change that was checked and is not made yet. */
export interface Change {
  file: string;
  outcome: 'written' | 'unchanged' | 'restored' | 'edited' | 'absent';
  apply(): Promise<void>;
}

interface Memo {
  /** The bytes before the first change in Base64, or null if there was no file. */
  before: string | null;
  /** A hash of the file as Precis wrote it. */
  after: string;
}

/** Plans to write the file with the entries of Precis. Throws AppError if it cannot be read or written. */
export async function planEntries(kept: KeptFile): Promise<Change> {
  const { file, home } = kept;
  const target = await findWritable(file);
  const bytes = await readBytes(target);
  const text = bytes === null ? null : decode(bytes, target);
  const next = Buffer.from(edit(target, () => kept.put(text)));
  if (bytes !== null && next.equals(bytes)) return unchanged(file, 'unchanged');
  const memo = await readMemo(kept, target);
  const before =
    memo !== null && bytes !== null && memo.after === hash(bytes)
      ? memo.before
      : text === null
        ? null
        : Buffer.from(edit(target, () => kept.strip(text))).toString('base64');
  return {
    file,
    outcome: 'written',
    async apply() {
      await mkdir(home, { recursive: true, mode: 0o700 });
      // The memo is written first. A crash then leaves a file without entries, and a memo that matches no file.
      if (kept.isBusy !== true)
        await writeWhole(memoFile(kept, target), Buffer.from(JSON.stringify({ before, after: hash(next) })));
      await writeWhole(target, next);
    },
  };
}

/**
 * Plans to remove the entries of Precis. `restored` means the file is byte for byte as before. `edited` means that
 * only the entries are removed, because the file has changed since.
 */
export async function planRemoval(kept: KeptFile): Promise<Change> {
  const { file } = kept;
  const target = await findTarget(file);
  const bytes = await readBytes(target);
  if (bytes === null) return unchanged(file, 'absent');
  const memo = await readMemo(kept, target);
  const write = (left: Buffer | null) => async () => {
    if (left === null) await rm(target);
    else await writeWhole(target, left);
    await rm(memoFile(kept, target), { force: true });
  };
  if (memo !== null && memo.after === hash(bytes)) {
    const before = memo.before === null ? null : Buffer.from(memo.before, 'base64');
    return { file, outcome: 'restored', apply: write(before) };
  }
  const text = decode(bytes, target);
  const clean = edit(target, () => kept.strip(text));
  if (clean === text) return unchanged(file, 'absent');
  return { file, outcome: 'edited', apply: write(clean === '' ? null : Buffer.from(clean)) };
}

function unchanged(file: string, outcome: Change['outcome']): Change {
  return { file, outcome, apply: async () => {} };
}

function edit(file: string, work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    throw new AppError(
      'conflict',
      `${file} ${error.message}. Precis leaves it as it is; fix the file first.`,
    );
  }
}

/** Reads the file. Returns null if it is not there or cannot be read. */
export async function readKept(file: string): Promise<string | null> {
  try {
    const bytes = await readBytes(await findTarget(file));
    return bytes === null ? null : decode(bytes, file);
  } catch {
    return null;
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
