import { randomBytes, scrypt } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Environment } from '#models/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { secretKeyBytes } from './secret-box.ts';

export interface LoadedSecretKey {
  secretKey: Uint8Array;
  /** Problems that were found and fixed. */
  warnings: string[];
}

const fileName = 'secret.key';
const filePattern = /^precis-secret-key-1:([A-Za-z0-9_-]{43})\n?$/;
const ownerOnly = 0o600;
const minPassphraseCharacters = 16;
/** The salt is fixed, because the same passphrase must give the same key in every process and on every host. */
const passphraseSalt = 'precis-secret-key-1';

/**
 * Loads the key that seals stored keys. It comes from PRECIS_SECRET_KEY or from the key file, which is created on
 * first use.
 */
export async function loadSecretKey(from: { home: string; env: Environment }): Promise<LoadedSecretKey> {
  const passphrase = from.env.PRECIS_SECRET_KEY;
  if (passphrase) return { secretKey: await deriveKey(passphrase), warnings: [] };

  const path = join(from.home, fileName);
  const text = (await readKeyFile(path)) ?? (await createKeyFile(from.home, path));
  const encoded = filePattern.exec(text)?.[1];
  if (!encoded) throw unreadable(path, 'its content is not a key');
  return { secretKey: Buffer.from(encoded, 'base64url'), warnings: await repairRights(path) };
}

async function deriveKey(passphrase: string): Promise<Uint8Array> {
  if (passphrase.length < minPassphraseCharacters) {
    const message = `PRECIS_SECRET_KEY must have at least ${minPassphraseCharacters} characters.`;
    throw new AppError('invalid_input', message);
  }
  return (await promisify(scrypt)(passphrase, passphraseSalt, secretKeyBytes)) as Buffer;
}

async function readKeyFile(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw unreadable(path, String(codeOf(error)), error);
  }
}

/**
 * Writes a complete file under another name and links it into place. The link fails if the name is taken. If two
 * processes start together, one key therefore wins, and neither process reads a partial file.
 */
async function createKeyFile(home: string, path: string): Promise<string> {
  const key = randomBytes(secretKeyBytes).toString('base64url');
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(home, { recursive: true, mode: 0o700 });
    await writeSynced(draft, `precis-secret-key-1:${key}\n`);
    await link(draft, path).catch((error: unknown) => takeNameWithoutLink({ error, draft, path }));
  } catch (error) {
    if (isFull(error))
      throw new AppError('disk_full', `The disk is full; ${path} could not be created.`, { cause: error });
    if (codeOf(error) !== 'EEXIST')
      throw unreadable(path, `it could not be created (${codeOf(error)})`, error);
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', ownerOnly);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Creates the file on file systems without hard links, such as exFAT. */
async function takeNameWithoutLink(failed: { error: unknown; draft: string; path: string }): Promise<void> {
  const noLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(String(codeOf(failed.error)));
  if (!noLinks) throw failed.error;
  await writeFile(failed.path, await readFile(failed.draft), { flag: 'wx', mode: ownerOnly });
}

async function repairRights(path: string): Promise<string[]> {
  // Windows has no such permissions, and its files always look readable by everyone.
  if (process.platform === 'win32') return [];
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return [];
  const found = (mode & 0o777).toString(8);
  try {
    await chmod(path, ownerOnly);
    return [`The key file ${path} was readable by other users (mode ${found}). Its mode is now 600.`];
  } catch {
    return [
      `The key file ${path} is readable by other users (mode ${found}), and its mode could not be changed.`,
    ];
  }
}

function unreadable(path: string, why: string, cause?: unknown): AppError {
  return new AppError('key_unreadable', `The key file ${path} cannot be used: ${why}.`, { cause });
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)));
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
