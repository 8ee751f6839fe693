import { Ban, Check, CircleAlert, Clock, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunStatus } from '#schema/runs/run.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface Column {
  key: string;
  label: string;
  className?: string;
  /** Whether the column holds numbers, which are aligned at its end. */
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

export function When({ at }: { at: number }) {
  const formats = useFormats();
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formats.fullTime(at)}
      className="numeric whitespace-nowrap"
    >
      {formats.time(at)}
    </time>
  );
}

const marks: Record<RunStatus, { icon: LucideIcon; ink: string; sign: string }> = {
  queued: { icon: Clock, ink: 'text-muted', sign: '' },
  running: { icon: LoaderCircle, ink: 'text-accent', sign: 'animate-spin' },
  succeeded: { icon: Check, ink: 'text-muted', sign: 'text-accent' },
  failed: { icon: CircleAlert, ink: 'text-danger', sign: '' },
  cancelled: { icon: Ban, ink: 'text-muted', sign: '' },
};

/** Shows a status as an icon, a colour and a word, because colour alone is not accessible. */
export function StatusMark({ status }: { status: RunStatus }) {
  const { runs } = useStrings();
  const { icon: Icon, ink, sign } = marks[status];
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${ink}`}>
      <Icon aria-hidden className={`size-3.5 ${sign}`} />
      {runs.status[status]}
    </span>
  );
}
