import type { BytesPerRow } from './measure-bytes.ts';
import type { Measured } from './measure-queries.ts';
import type { StreamMemory } from './measure-streams.ts';

/** A longer table cell is text and is aligned to the left. */
const longestFigure = 20;

/** The results of one store with one number of rows. */
export interface StoreResult {
  store: 'SQLite' | 'PostgreSQL';
  rows: number;
  queries: Measured[];
  bytesPerRow: BytesPerRow;
}

export interface Results {
  stores: StoreResult[];
  streams: StreamMemory[];
}

/** All results of one query in one store, from the fewest rows to the most. */
export interface Growth {
  store: StoreResult['store'];
  group: string;
  name: string;
  sizes: { rows: number; p50: number; p95: number }[];
  /** The median with the most rows, divided by the median with the fewest. */
  ratio: number;
  /** The measurement with the most rows. */
  last: Measured;
}

export function growthOf(results: readonly StoreResult[]): Growth[] {
  const stores = [...new Set(results.map(({ store }) => store))];
  return stores.flatMap((store) => {
    const own = results.filter((result) => result.store === store);
    const names = own.at(-1)?.queries.map(({ name }) => name) ?? [];
    return names.flatMap((name) => {
      const sizes = own.flatMap(({ rows, queries }) => {
        const measured = queries.find((query) => query.name === name);
        return measured === undefined ? [] : [{ rows, measured }];
      });
      const [first, last] = [sizes[0]?.measured, sizes.at(-1)?.measured];
      if (first === undefined || last === undefined) return [];
      return [
        {
          store,
          group: last.group,
          name,
          sizes: sizes.map(({ rows, measured }) => ({ rows, p50: measured.p50, p95: measured.p95 })),
          ratio: last.p50 / first.p50,
          last,
        },
      ];
    });
  });
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function shorten(rows: number): string {
  return rows >= 1_000_000 ? `${rows / 1_000_000} M` : `${rows / 1000} k`;
}

export function table(head: string[], rows: string[][]): string {
  const isText = (column: number) =>
    column === 0 || rows.some((cells) => (cells[column] ?? '').length > longestFigure);
  const rule = head.map((_, column) => (isText(column) ? '---' : '--:'));
  return [
    `| ${head.join(' | ')} |`,
    `|${rule.join('|')}|`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}
