import { createHash } from 'node:crypto';

export interface Query {
  group: string;
  name: string;
  /** The maximum number of rounds, for a query that uses up what it measures. */
  maxRounds?: number;
  /** Prepares one round. Only the function that it returns is measured. */
  prepare(round: number): Promise<() => Promise<unknown>>;
}

/** Makes a query that needs no preparation. */
export function ask(group: string, name: string, work: (round: number) => Promise<unknown>): Query {
  return { group, name, prepare: async (round) => () => work(round) };
}

/** Picks a different row for each round, from 1 to the number of rows. */
export function pick(round: number, rows: number): number {
  return ((Math.abs(round) * 7919) % rows) + 1;
}

/** The id of a row, in the same form as in the filled store. */
export function idOf(kind: string, number: number): string {
  const hex = createHash('md5').update(`${kind}${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}
