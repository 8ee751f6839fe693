import type { Stats } from 'node:fs';
import { chmod, lstat, mkdir, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError } from '#schema/app-error.ts';

/** The number of links that the system follows. */
const maxLinks = 40;
const ownerMayWrite = 0o200;

/**
 * Returns the file itself or the target of its links, whether it exists or not. Throws AppError `conflict` if the
 * target is not a file.
 */
export async function findTarget(file: string): Promise<string> {
  let target = file;
  for (let links = 0; links < maxLinks; links += 1) {
    const stats = await lookAt(file, target);
    if (stats === null || stats.isFile()) return target;
    if (!stats.isSymbolicLink())
      throw new AppError('conflict', `${nameBoth(file, target)} is not a file. Move it first.`);
    target = resolve(dirname(target), await readlink(target));
  }
  throw new AppError('conflict', `${file} is a symbolic link that leads to itself. Remove it first.`);
}

/**
 * Returns the path at which a user's file is written. Settings are often links into a repository. Such a link stays,
 * and a missing file is created at its target. Throws AppError `conflict` if the folder there is missing, or if a
 * folder of the path is a link to a missing one. Such a folder may be on a disk or in a repository that is not there
 * yet.
 */
export async function findWritable(file: string): Promise<string> {
  const target = await findTarget(file);
  if (target === file) {
    await requireFolder(dirname(file));
    return target;
  }
  const folder = await stat(dirname(target)).catch(() => null);
  if (folder?.isDirectory() === true) return target;
  throw new AppError(
    'conflict',
    `${file} is a symbolic link to ${target}, whose folder does not exist. Create the folder, or remove the link.`,
  );
}

/**
 * Replaces a file in one step, because the program that owns it may read it at any moment. `mode` applies to a new
 * file.
 */
export async function writeWhole(file: string, bytes: Buffer | string, mode = 0o600): Promise<void> {
  const present = (await stat(file).catch(() => null))?.mode;
  if (present !== undefined && (present & ownerMayWrite) === 0)
    throw new AppError('conflict', `${file} is read-only. Make it writable first.`);
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.precis-${process.pid}`;
  try {
    await writeFile(temporary, bytes, { mode: 0o600, flush: true });
    await chmod(temporary, present === undefined ? mode : present & 0o777);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Throws AppError `conflict` if the folder does not exist and cannot be created. */
async function requireFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => null))?.isDirectory() === true) return;
  const stats = await lookAt(folder, folder);
  if (stats === null) return dirname(folder) === folder ? undefined : requireFolder(dirname(folder));
  if (!stats.isSymbolicLink()) throw new AppError('conflict', `${folder} is not a folder. Move it first.`);
  throw new AppError(
    'conflict',
    `${folder} is a symbolic link to ${await readlink(folder)}, which is no folder. Create the folder, or remove the link.`,
  );
}

async function lookAt(file: string, target: string): Promise<Stats | null> {
  try {
    return await lstat(target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new AppError('conflict', `${nameBoth(file, target)} cannot be opened (${code}). Check the path.`, {
      cause: error,
    });
  }
}

function nameBoth(file: string, target: string): string {
  return file === target ? file : `${file}, a symbolic link to ${target},`;
}
