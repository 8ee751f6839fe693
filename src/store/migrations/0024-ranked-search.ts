import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres, numbered } from '#store/migrations/parts/numbered.ts';

const kinds = { prompts: 1, observations: 2, session_summaries: 3 };

/**
 * One index for all records of sessions, with the level of each term. Existing records wait in the queue and are indexed
 * after the start, the newest first, in steps that survive a kill.
 */
export const rankedSearch: Migration = {
  async up(db: Kysely<unknown>) {
    await (isPostgres(db) ? createOnPostgres(db) : createOnSqlite(db));
    await db.schema
      .createTable('record_queue')
      .addColumn('seq', isPostgres(db) ? 'bigint' : 'integer', numbered(db))
      .addColumn('kind', isPostgres(db) ? 'smallint' : 'integer', (column) => column.notNull())
      .addColumn('id', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('record_queue_by_record', ['kind', 'id'])
      .execute();
    const all = Object.entries(kinds).map(
      ([table, kind]) => sql`select ${sql.lit(kind)} as kind, id, created_at from ${sql.table(table)}`,
    );
    await sql`insert into record_queue (kind, id)
      select kind, id from (${sql.join(all, sql` union all `)}) as records order by created_at, kind, id`.execute(
      db,
    );
    for (const table of Object.keys(kinds)) await dropOld(db, table);
  },
};

/**
 * FTS5 lists its rows by their number alone: a number that falls with the time puts the newest first, and a table beside
 * it says whose it is. Terms come ready, separated by spaces; neither places nor columns of them are asked for.
 */
async function createOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`
    create virtual table record_terms using fts5 (
      terms, content = '', contentless_delete = 1, detail = 'none', prefix = '2 3 4 5 6 7 8 9',
      tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
    )`.execute(db);
  await sql`create virtual table record_words using fts5vocab (record_terms, instance)`.execute(db);
  await sql`
    create table record_search (
      place integer primary key, kind integer not null, id integer not null, at integer not null, terms text not null,
      unique (kind, id)
    )`.execute(db);
}

async function createOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table record_search (
      kind smallint not null, id bigint not null, at bigint not null, terms tsvector not null, primary key (kind, id)
    )`.execute(db);
  // Searches read the indexes and the numbers of the rows: the terms lie apart, so that the rows are short.
  await sql`alter table record_search alter terms set storage external`.execute(db);
  await sql`alter table record_search set (toast_tuple_target = 128)`.execute(db);
  await sql`create index record_search_by_time on record_search (at, kind, id)`.execute(db);
  // What was added last waits in a list that every search reads through; at its usual 4 MB that takes 60 ms.
  await sql`create index record_search_by_term on record_search using gin (terms)
    with (gin_pending_list_limit = 256)`.execute(db);
}

async function dropOld(db: Kysely<unknown>, table: string): Promise<void> {
  if (!isPostgres(db)) {
    await sql`drop table ${sql.table(`${table}_terms`)}`.execute(db);
    await sql`drop table ${sql.table(`${table}_places`)}`.execute(db);
  }
  await sql`drop table ${sql.table(`${table}_search`)}`.execute(db);
}
