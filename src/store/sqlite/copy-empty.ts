import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { unfinishedCopy } from './keep-copy.ts';

/**
 * Lets a new database begin as a copy of an empty one with all tables: making them takes a fifth of a first start. An
 * existing database is never touched. Whatever fails here, the migrations make the tables, or say why they cannot.
 */
export function copyEmpty(empty: string, path: string): void {
  const unfinished = unfinishedCopy(dirname(path));
  try {
    // On the disk before it has its name: later changes are written to the log alone.
    writeFileSync(unfinished, readFileSync(empty), { flag: 'wx', mode: 0o600, flush: true });
    // Fails if another process was faster, where renaming would take its database away.
    linkSync(unfinished, path);
  } catch {
    return;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
