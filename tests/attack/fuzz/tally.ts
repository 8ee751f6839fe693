export interface Tally {
  count(operation: string, status: number): void;
  /** The operations that never succeeded. */
  without2xx(operations: readonly string[]): string[];
  reached(operation: string): boolean;
  /** One line for all operations together, and then one for each. */
  lines(): string[];
}

/** Counts the outcomes of each operation. */
export function createTally(): Tally {
  const counts = new Map<string, Map<number, number>>();
  const statusesOf = (operation: string) => counts.get(operation) ?? new Map<number, number>();
  const write = (statuses: Map<number, number>) =>
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}×${count}`)
      .join(' ');

  return {
    count(operation, status) {
      const statuses = statusesOf(operation);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      counts.set(operation, statuses);
    },
    without2xx: (operations) =>
      operations.filter((each) => ![...statusesOf(each).keys()].some((status) => status < 300)),
    reached: (operation) => counts.has(operation),
    lines() {
      const all = new Map<number, number>();
      for (const [status, count] of [...counts.values()].flatMap((statuses) => [...statuses])) {
        all.set(status, (all.get(status) ?? 0) + count);
      }
      const lines = [...counts]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([operation, statuses]) => `  ${operation}: ${write(statuses)}`);
      return [`all: ${write(all)}`, ...lines];
    },
  };
}
