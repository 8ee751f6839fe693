import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** The position of the write version in the header, and the number that means a write-ahead log. */
const versionAt = 18;
const logVersion = 2;

/**
 * Opens another program's database without writing anything. SQLite would create files beside a database with a
 * write-ahead log. If there is no log, no program has the database open, and it can be read directly.
 */
export function openForReading(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('mode', 'ro');
  if (hasLogVersion(path) && !existsSync(`${path}-wal`)) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

function hasLogVersion(path: string): boolean {
  const header = Buffer.alloc(versionAt + 1);
  // This throws if there is no file, which SQLite would create.
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  return header[versionAt] === logVersion;
}

/** Returns the columns of a table, or none if the table does not exist. */
export function columnsOf(database: DatabaseSync, table: string): Set<string> {
  const rows = database.prepare('select name from pragma_table_info(?)').all(table);
  return new Set(rows.map(({ name }) => String(name)));
}
