import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Where the header says how the database is written, and the number that means a write-ahead log. */
const versionAt = 18;
const logVersion = 2;

/**
 * Opens another program's database without writing anything. SQLite would create files beside one with a write-ahead log; if
 * there is no log, no program has it open, and it can be read as it is.
 */
export function openForReading(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('mode', 'ro');
  if (hasLogVersion(path) && !existsSync(`${path}-wal`)) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

function hasLogVersion(path: string): boolean {
  const header = Buffer.alloc(versionAt + 1);
  // Throws where there is no file; SQLite would create one.
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  return header[versionAt] === logVersion;
}

/** The columns of a table; none: no such table. */
export function columnsOf(database: DatabaseSync, table: string): Set<string> {
  const rows = database.prepare('select name from pragma_table_info(?)').all(table);
  return new Set(rows.map(({ name }) => String(name)));
}
