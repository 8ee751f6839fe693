import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#store/migrations/parts/numbered.ts';

/**
 * The search index gets the feed of each entry as a term. Existing entries wait in a queue and are indexed again after the
 * start. Triggers add entries whose text or feed changes: a server of the previous version, which knows no marks, may write
 * until it is replaced.
 */
export const feedMarks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('entry_queue')
      .addColumn('entry_id', isPostgres(db) ? 'bigint' : 'integer', (column) =>
        column.primaryKey().references('entries.id').onDelete('cascade'),
      )
      .execute();
    await sql`insert into entry_queue (entry_id) select entry_id from entry_texts order by entry_id`.execute(
      db,
    );
    // By default, FTS5 rewrites a part of the index once a tenth of its rows are replaced, and blocks for some 200 ms.
    if (!isPostgres(db))
      await sql`insert into entry_search (entry_search, rank) values ('deletemerge', 50)`.execute(db);
    const statements = isPostgres(db) ? triggersOfPostgres : triggersOfSqlite;
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const triggersOfSqlite = [
  `create trigger entry_queue_new_text after insert on entry_texts
    begin insert or ignore into entry_queue (entry_id) values (new.entry_id); end`,
  `create trigger entry_queue_other_text after update on entry_texts
    begin insert or ignore into entry_queue (entry_id) values (new.entry_id); end`,
  `create trigger entry_queue_other_feed after update of feed_id on entries when old.feed_id is not new.feed_id
    begin insert or ignore into entry_queue (entry_id) values (new.id); end`,
];

const triggersOfPostgres = [
  `create function entry_queue_text() returns trigger language plpgsql as $body$
    begin insert into entry_queue (entry_id) values (new.entry_id) on conflict do nothing; return null; end $body$`,
  `create function entry_queue_feed() returns trigger language plpgsql as $body$
    begin insert into entry_queue (entry_id) values (new.id) on conflict do nothing; return null; end $body$`,
  `create trigger entry_queue_text after insert or update on entry_texts
    for each row execute function entry_queue_text()`,
  `create trigger entry_queue_feed after update of feed_id on entries
    for each row when (old.feed_id is distinct from new.feed_id) execute function entry_queue_feed()`,
];
