import { openPostgres } from '#store/postgres.ts';
import { toSearchDocument } from '#store/entry-search.ts';
import { sql } from 'kysely';
const database = await openPostgres({ databaseUrl: process.argv[2] ?? '' });
const { db, search } = database;
await sql`drop table entry_search`.execute(db);
await sql`create table entry_search (entry_id bigint primary key references entries (id) on delete cascade, title_terms tsvector not null, terms tsvector not null)`.execute(db);
await sql`alter table entry_search alter title_terms set storage external, alter terms set storage external`.execute(db);
await sql`alter table entry_search set (toast_tuple_target = 128)`.execute(db);
await sql`create index entry_search_by_title on entry_search using gin (title_terms)`.execute(db);
await sql`create index entry_search_by_term on entry_search using gin (terms)`.execute(db);
const t=performance.now();
for (let from = 0; ; from += 500) {
  const { rows } = await sql<any>`select e.id, e.title, e.author, t.text from entries e join entry_texts t on t.entry_id=e.id where e.id > ${from} and e.id <= ${from+500}`.execute(db);
  if (rows.length === 0) break;
  await database.transaction((trx) => search.put(trx, rows.map((r: any) => toSearchDocument(r))));
}
console.log('rebuilt', performance.now()-t);
await database.close();
