interface Day<T> {
  /** The date of the day, such as “Sat Jan 31 2026”. */
  day: string;
  /** The time of the day's first item. */
  at: number;
  items: T[];
}

/** Groups items by day in this browser's time zone and keeps their order. */
export function groupDays<T>(items: readonly T[], timeOf: (item: T) => number): Day<T>[] {
  const days = Map.groupBy(items, (item) => new Date(timeOf(item)).toDateString());
  return [...days].map(([day, ofDay]) => ({
    day,
    at: ofDay[0] === undefined ? 0 : timeOf(ofDay[0]),
    items: ofDay,
  }));
}

/** Returns a date such as 2026-01-31 in this browser's time zone. */
export function dayKey(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
