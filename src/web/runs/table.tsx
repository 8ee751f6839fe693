import type { ReactNode } from 'react';

interface Column {
  key: string;
  label: string;
  /** Classes for both header and cells: width, alignment, on which screens the column shows. */
  className?: string;
  /** Numbers are aligned at the end of their column. */
  isNumber?: boolean;
}

interface TableProps<T> {
  label: string;
  columns: readonly Column[];
  rows: readonly T[];
  idOf(row: T): string;
  selectedId: string | null;
  renderCell(row: T, column: string): ReactNode;
}

/** One cell of each row holds a link that fills the row, so a row opens by click and by keyboard. */
export function Table<T>({ label, columns, rows, idOf, selectedId, renderCell }: TableProps<T>) {
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse text-start">
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          {columns.map((column) => (
            <th key={column.key} scope="col" className={`${cellClass(column)} py-2 font-normal`}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={idOf(row)}
            className={`relative border-b border-line/70 ${idOf(row) === selectedId ? 'bg-accent-wash' : 'hover:bg-sunken/60'}`}
          >
            {columns.map((column) => (
              <td key={column.key} className={`${cellClass(column)} py-2.5 align-top pointer-coarse:py-3`}>
                {renderCell(row, column.key)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellClass({ className = '', isNumber = false }: Column): string {
  const alignment = isNumber ? 'numeric text-end' : 'text-start';
  return `truncate px-2 first:ps-4 last:pe-4 lg:first:ps-6 lg:last:pe-6 ${alignment} ${className}`;
}

export const rowLinkClass =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent';
