import { CompiledQuery } from 'kysely';

/** Of the values of the columns in their order. */
type ToRow<R> = (values: never) => R;

/** On SQLite, rows are made of their values at once; to give each value its name takes longer than to read it. */
export interface ReadyQuery<R> extends CompiledQuery<R> {
  toRow?: ToRow<R> | undefined;
}

/**
 * A statement with other values each time: to build and freeze it again, as Kysely does, costs more than a short read.
 */
export function readyStatement<R>(
  sql: string,
  toRow?: ToRow<R>,
): (values: readonly unknown[]) => ReadyQuery<R> {
  if (toRow !== undefined && sql.includes('*')) throw new Error(`the columns have no order: ${sql}`);
  const { query, queryId } = CompiledQuery.raw(sql);
  return (parameters) => ({ sql, query, queryId, parameters, toRow });
}
