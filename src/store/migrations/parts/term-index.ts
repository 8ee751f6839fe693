import { type Kysely, sql } from 'kysely';
import { isPostgres } from './numbered.ts';

interface TermIndexPlan {
  index: string;
  /** Its column with the number of the row, and the table and column that this refers to. */
  key: string;
  table: string;
  id: string;
}

/** Several migrations are made of it, and a published migration is never edited: another shape is another function. */
export async function createTermIndex(db: Kysely<unknown>, plan: TermIndexPlan): Promise<void> {
  if (isPostgres(db)) await createOnPostgres(db, plan);
  else await createOnSqlite(db, plan);
}

/**
 * The terms come ready for the index, separated by spaces: the tokenizer is told to split at nothing else and to fold
 * nothing. Positions are not kept, since no search asks for a phrase. Short prefixes have an index of their own.
 */
async function createOnSqlite(db: Kysely<unknown>, { index }: TermIndexPlan): Promise<void> {
  await sql`
    create virtual table ${sql.table(index)} using fts5 (
      title, body, content = '', contentless_delete = 1, detail = 'column', prefix = '1 2 3 4 5',
      tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
    )`.execute(db);
}

async function createOnPostgres(
  db: Kysely<unknown>,
  { index, key, table, id }: TermIndexPlan,
): Promise<void> {
  const name = sql.table(index);
  await sql`
    create table ${name} (
      ${sql.ref(key)} bigint primary key references ${sql.table(table)} (${sql.ref(id)}) on delete cascade,
      title_terms tsvector not null,
      terms tsvector not null
    )`.execute(db);
  // Searches read the indexes and the numbers of the rows: the terms lie apart, so that the rows are short.
  await sql`alter table ${name} alter title_terms set storage external, alter terms set storage external`.execute(
    db,
  );
  await sql`alter table ${name} set (toast_tuple_target = 128)`.execute(db);
  // What was added last waits in a list that every search reads through; at its usual 4 MB that takes 60 ms.
  await sql`create index ${sql.table(`${index}_by_title`)} on ${name} using gin (title_terms)
    with (gin_pending_list_limit = 256)`.execute(db);
  await sql`create index ${sql.table(`${index}_by_term`)} on ${name} using gin (terms)
    with (gin_pending_list_limit = 256)`.execute(db);
}
