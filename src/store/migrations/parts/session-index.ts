import { type Kysely, sql } from 'kysely';
import { isPostgres } from './numbered.ts';

/** The index of search over one table of records, by time. A published migration is made of it: it is never edited. */
export async function createSessionIndex(db: Kysely<unknown>, table: string): Promise<void> {
  if (isPostgres(db)) await createOnPostgres(db, table);
  else await createOnSqlite(db, table);
}

/**
 * Such an index lists its rows by their number alone: a number that grows with the time puts them in order, and a table
 * beside it says whose it is. Terms come ready, separated by spaces; neither places nor columns of them are asked for.
 */
async function createOnSqlite(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`
    create virtual table ${sql.table(`${table}_search`)} using fts5 (
      terms, content = '', contentless_delete = 1, detail = 'none', prefix = '1 2 3 4 5',
      tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
    )`.execute(db);
  await sql`
    create virtual table ${sql.table(`${table}_terms`)} using fts5vocab (${sql.table(`${table}_search`)}, instance)
  `.execute(db);
  await sql`
    create table ${sql.table(`${table}_places`)} (place integer primary key, id integer not null unique)
  `.execute(db);
}

async function createOnPostgres(db: Kysely<unknown>, table: string): Promise<void> {
  const name = sql.table(`${table}_search`);
  await sql`
    create table ${name} (
      id bigint primary key references ${sql.table(table)} (id) on delete cascade,
      at bigint not null,
      terms tsvector not null
    )`.execute(db);
  // Searches read the indexes and the numbers of the rows: the terms lie apart, so that the rows are short.
  await sql`alter table ${name} alter terms set storage external`.execute(db);
  await sql`alter table ${name} set (toast_tuple_target = 128)`.execute(db);
  await sql`create index ${sql.table(`${table}_search_by_time`)} on ${name} (at, id)`.execute(db);
  // What was added last waits in a list that every search reads through; at its usual 4 MB that takes 60 ms.
  await sql`create index ${sql.table(`${table}_search_by_term`)} on ${name} using gin (terms)
    with (gin_pending_list_limit = 256)`.execute(db);
}
