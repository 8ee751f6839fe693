const widestCell = 44;

/** Columns as wide as their widest cell; the last one is never padded or cut. */
export function formatTable(head: string[], rows: string[][]): string {
  const last = head.length - 1;
  const cells = [head, ...rows].map((row) =>
    row.map((cell, column) => (column === last ? cell : shorten(cell))),
  );
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row.map((cell, column) => (column === last ? cell : cell.padEnd(widths[column] ?? 0))).join('  '),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function shorten(cell: string): string {
  const line = cell.replaceAll(/\s+/g, ' ');
  return line.length <= widestCell ? line : `${line.slice(0, widestCell - 1)}…`;
}
