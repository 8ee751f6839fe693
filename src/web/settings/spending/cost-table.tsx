import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import type { Sum } from './spending-sums.ts';

interface CostTableProps {
  title: string;
  /** What the rows represent. */
  column: string;
  sums: readonly Sum[];
}

/** Spending by model or task: a bar, and the numbers. */
export function CostTable({ title, column, sums }: CostTableProps) {
  const { spending } = useStrings().settings;
  const formats = useFormats();
  const highest = Math.max(0, ...sums.map(({ costUsd }) => costUsd));
  return (
    <div>
      <h4 className="mb-1 font-medium">{title}</h4>
      <table aria-label={title} className="w-full table-fixed">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            <th scope="col" className="py-1 text-start font-normal">
              {column}
            </th>
            <th scope="col" className="w-16 py-1 text-end font-normal">
              {spending.columns.runs}
            </th>
            <th scope="col" className="w-28 py-1 text-end font-normal max-sm:hidden">
              {spending.columns.tokens}
            </th>
            <th scope="col" className="w-28 py-1 text-end font-normal">
              {spending.columns.cost}
            </th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ key, runs, inputTokens, outputTokens, costUsd, unpricedRuns }) => (
            <tr key={key} className="border-b border-line/70">
              <td className="py-1.5 pe-2 align-top wrap-anywhere">
                {key}
                <svg
                  aria-hidden
                  viewBox="0 0 100 2"
                  preserveAspectRatio="none"
                  className="mt-1 block h-1 w-full"
                >
                  <rect
                    width={highest === 0 ? 0 : (costUsd / highest) * 100}
                    height={2}
                    className="fill-accent"
                  />
                </svg>
              </td>
              <td className="numeric py-1.5 text-end align-top">{formats.number(runs)}</td>
              <td className="numeric py-1.5 text-end align-top max-sm:hidden">
                {formats.number(inputTokens + outputTokens)}
              </td>
              <td className="numeric py-1.5 text-end align-top">
                {costUsd === 0 && unpricedRuns > 0 ? spending.unknown : formats.cost(costUsd)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
