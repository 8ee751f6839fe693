import { sql } from 'kysely';
import type { Database } from '#store/database.ts';

/** The bytes on disk per row of each kind, including indexes and the search index. */
export type BytesPerRow = Record<string, number>;

/** For each kind, the names of its tables and the tables whose rows are counted. */
const kinds: Record<string, { tables: RegExp; counted: string[] }> = {
  run: { tables: /^(runs|run_inputs)$/, counted: ['runs'] },
  'run event': { tables: /^run_events$/, counted: ['run_events'] },
  summary: { tables: /^(slots|summaries)$/, counted: ['summaries'] },
  entry: { tables: /^(entries|entry_(texts|search.*))$/, counted: ['entries'] },
  message: { tables: /^(threads|messages|message_search.*)$/, counted: ['messages'] },
  'record of a session': {
    tables: /^(sessions|prompts|observations|session_summaries|record_(search|terms|queue).*)$/,
    counted: ['prompts', 'observations', 'session_summaries'],
  },
};

export async function measureBytes({ db, dialect }: Database): Promise<BytesPerRow> {
  const { rows: sizes } =
    dialect === 'sqlite'
      ? await sql<{ name: string; bytes: number }>`
          select coalesce(owner.tbl_name, pages.name) as name, sum(pages.pgsize) as bytes
          from dbstat as pages left join sqlite_master as owner on owner.name = pages.name
          where pages.aggregate = true group by 1
        `.execute(db)
      : await sql<{ name: string; bytes: number }>`
          select relname as name, pg_total_relation_size(oid) as bytes from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace
        `.execute(db);
  const perRow: BytesPerRow = {};
  for (const [kind, { tables, counted }] of Object.entries(kinds)) {
    const bytes = sizes.filter(({ name }) => tables.test(name)).reduce((sum, size) => sum + size.bytes, 0);
    let rows = 0;
    for (const table of counted) {
      const answer = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
        db,
      );
      rows += answer.rows[0]?.count ?? 0;
    }
    perRow[kind] = bytes / rows;
  }
  return perRow;
}
