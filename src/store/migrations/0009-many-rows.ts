import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#store/migrations/parts/numbered.ts';

/** What is asked often is one range of an index, however many rows there are. */
export const manyRows: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      sql`create index runs_by_task on runs (task_type, created_at, id)`,
      sql`create index runs_by_kind on runs (source_kind, created_at, id)`,
      // What was spent is summed up from the index alone.
      sql`create index runs_by_cost on runs (created_at, usage_cost_usd) where usage_cost_usd is not null`,
      // A log is as old as its first event; the others, some hundred to a run, are looked up with it.
      sql`create index run_events_by_age on run_events (at, run_id) where seq = 1`,
    ]) {
      await statement.execute(db);
    }
    if (!isPostgres(db)) await createVocabularies(db);
  },
};

/** The words of an index of search, so that those with the same beginning can be named one by one. */
async function createVocabularies(db: Kysely<unknown>): Promise<void> {
  for (const index of ['entry_search', 'message_search']) {
    await sql`
      create virtual table ${sql.table(`${index}_terms`)} using fts5vocab (${sql.table(index)}, instance)
    `.execute(db);
  }
}
