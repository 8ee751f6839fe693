import type { Log } from '#engine/ports.ts';

/** Reads the rows. A row that cannot be read is left out and reported. */
export type ReadRows = <Row extends { id: string | number }, T>(
  table: string,
  rows: readonly Row[],
  read: (row: Row) => T,
) => T[];

/**
 * A row may be damaged or written by a version that checked less. It must not make a whole list unreadable, so the
 * log names it once per process.
 */
export function createReadRows(log: Log | undefined): ReadRows {
  const reported = new Set<string>();

  return (table, rows, read) =>
    rows.flatMap((row) => {
      try {
        return [read(row)];
      } catch (error) {
        const place = `${table} ${row.id}`;
        if (!reported.has(place)) log?.error({ table, id: row.id, err: error }, 'skipped an unreadable row');
        reported.add(place);
        return [];
      }
    });
}
