import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import type { Bar, Sum } from './spending-sums.ts';

/** Shows spending as a bar chart. The table below contains all its numbers. */
export function CostChart({ bars }: { bars: readonly Bar[] }) {
  const { spending } = useStrings().settings;
  const formats = useFormats();
  const highest = bars.reduce((best, bar) => (bar.costUsd > best.costUsd ? bar : best), {
    key: '',
    costUsd: 0,
  });
  const labelOf = (key: string) => formatKey(key, formats.locale);
  const [first, last] = [bars.at(0), bars.at(-1)];
  const width = 100 / bars.length;
  return (
    <figure>
      <div className="mb-1 flex justify-between text-xs text-muted">
        <span className="numeric">{formats.cost(highest.costUsd)}</span>
      </div>
      <svg
        role="img"
        aria-label={
          highest.costUsd === 0
            ? spending.chartEmpty
            : spending.chart(formats.cost(highest.costUsd), labelOf(highest.key))
        }
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        className="block h-36 w-full border-y border-line"
      >
        {bars.map(({ key, costUsd }, index) => {
          const height = highest.costUsd === 0 ? 0 : (costUsd / highest.costUsd) * 40;
          return (
            <g key={key}>
              <title>{`${labelOf(key)}: ${formats.cost(costUsd)}`}</title>
              <rect x={index * width} y={0} width={width} height={40} className="fill-transparent" />
              <rect
                x={index * width + width * 0.12}
                y={40 - height}
                width={width * 0.76}
                height={height}
                className="fill-accent"
              />
            </g>
          );
        })}
      </svg>
      <div className="mt-1 flex justify-between text-xs text-muted">
        <span>{first === undefined ? null : labelOf(first.key)}</span>
        <span>{last === undefined ? null : labelOf(last.key)}</span>
      </div>
      <details className="mt-2">
        <summary className="w-fit cursor-pointer rounded text-xs text-muted">{spending.asTable}</summary>
        <table className="mt-2 w-full max-w-xs">
          <thead>
            <tr className="border-b border-line text-xs text-muted">
              <th scope="col" className="py-1 text-start font-normal">
                {spending.columns.when}
              </th>
              <th scope="col" className="py-1 text-end font-normal">
                {spending.columns.cost}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map(({ key, costUsd }) => (
              <tr key={key} className="border-b border-line/70">
                <td className="py-1">{labelOf(key)}</td>
                <td className="numeric py-1 text-end">{formats.cost(costUsd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** Formats `2026-01-31` as a day and `2026-01` as a month. */
function formatKey(key: string, locale: string): string {
  const [year = 0, month = 1, day] = key.split('-').map(Number);
  const date = new Date(year, month - 1, day ?? 1);
  const parts: Intl.DateTimeFormatOptions =
    day === undefined ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' };
  return new Intl.DateTimeFormat(locale, parts).format(date);
}

interface CostTableProps {
  title: string;
  /** The name of what the rows represent. */
  column: string;
  sums: readonly Sum[];
}

/** Shows spending by model or task with a bar and the numbers. */
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
