import { type Kysely, sql } from 'kysely';
import type { OpenedDatabase } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import type { Tables } from '#store/tables.ts';

type ReadByIds<R> = (
  { dialect }: Pick<OpenedDatabase, 'dialect'>,
  db: Kysely<Tables>,
  ids: readonly number[],
) => Promise<R[]>;

/** Prepares a select for any list of ids: the list is one value, so that the statement is the same for each length. */
export function readByIds<R>(select: string): ReadByIds<R> {
  const start = sql.raw(`${select} where id`);
  const onSqlite = prepareQuery<{ ids: string }, R>(
    (_, { ids }) => sql<R>`${start} in (select value from json_each(${ids}))`,
  );
  const onPostgres = prepareQuery<{ ids: readonly number[] }, R>(
    (_, { ids }) => sql<R>`${start} = any(${ids}::bigint[])`,
  );
  return async ({ dialect }, db, ids) => {
    if (ids.length === 0) return [];
    const { rows } = await (dialect === 'sqlite'
      ? onSqlite.execute(db, { ids: JSON.stringify(ids) })
      : onPostgres.execute(db, { ids }));
    return rows;
  };
}
