import { randomUUID } from 'node:crypto';
import { chmod, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { explainSqliteError } from './sqlite-error.ts';

const prefix = 'precis-before-upgrade-from-';
const unfinishedPrefix = 'copying-';

/** Where a copy is written until it is complete. */
export function unfinishedCopy(home: string): string {
  return join(home, `${unfinishedPrefix}${randomUUID()}.db`);
}

/** No copy takes this long: its process was killed. */
const abandonedMs = 3_600_000;

/**
 * Copies the database to `precis-before-upgrade-from-<version>.db`, in place of the copy of an earlier upgrade. The
 * copy gets its name only when it is complete.
 */
export async function keepCopy(
  connection: DatabaseSync,
  { home, version }: { home: string; version: string },
): Promise<void> {
  const name = `${prefix}${version}.db`;
  const unfinished = unfinishedCopy(home);
  try {
    await backup(connection, unfinished);
    await chmod(unfinished, 0o600);
    // Otherwise another process has upgraded the database in the meantime, and kept a copy.
    if (readVersion(unfinished) === version) await rename(unfinished, join(home, name));
  } catch (error) {
    throw explainSqliteError(error);
  } finally {
    await rm(unfinished, { force: true });
  }
  for (const file of await readdir(home)) {
    if (await isLeftOver(join(home, file), { file, name })) await rm(join(home, file), { force: true });
  }
}

function readVersion(path: string): unknown {
  const url = pathToFileURL(path);
  // Nobody else has it open, so SQLite needs no files beside it.
  url.searchParams.set('immutable', '1');
  const copy = new DatabaseSync(url, { readOnly: true });
  try {
    return copy.prepare('select max(name) as version from kysely_migration').get()?.version;
  } finally {
    copy.close();
  }
}

async function isLeftOver(path: string, { file, name }: { file: string; name: string }): Promise<boolean> {
  if (!file.endsWith('.db')) return false;
  if (file.startsWith(prefix)) return file !== name;
  if (!file.startsWith(unfinishedPrefix)) return false;
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return Date.now() - mtimeMs > abandonedMs;
}
