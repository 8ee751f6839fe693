import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { counted } from './parts/counted.ts';
import { createCounter } from './parts/counters.ts';

const tables = {
  row_counts: { keys: { name: 'text', part: 'text' }, sums: ['count'] },
  entry_counts: { keys: { feed_id: 'bigint' }, sums: ['entries', 'unread', 'starred'] },
  project_counts: {
    keys: { project: 'text' },
    sums: ['sessions', 'active', 'prompts', 'observations', 'summaries'],
  },
  spending: {
    keys: { quarter: 'bigint', task_type: 'text', provider: 'text', model: 'text' },
    sums: ['runs', 'priced', 'input_tokens', 'cached_input_tokens', 'output_tokens', 'cost'],
  },
};

/** Counts and sums that people wait for are kept, so that none grows with the rows. */
export const counters: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, { keys, sums }] of Object.entries(tables))
      await createTable(db, table, { keys, sums });
    for (const counter of counted) await createCounter(db, counter);
    // The sums of the costs took its place.
    await db.schema.dropIndex('runs_by_cost').execute();
    // A worker looks for cancelled runs among those that wait, which may be thousands.
    await sql`create index runs_cancelled on runs (worker_id)
      where cancel_requested_at is not null and finished_at is null`.execute(db);
  },
};

async function createTable(
  db: Kysely<unknown>,
  table: string,
  { keys, sums }: { keys: Record<string, string>; sums: string[] },
): Promise<void> {
  const columns = [
    ...Object.entries(keys).map(([name, type]) => `${name} ${type} not null`),
    'shard integer not null',
    ...sums.map((name) => `${name} bigint not null`),
    `primary key (${[...Object.keys(keys), 'shard'].join(', ')})`,
  ];
  await sql.raw(`create table ${table} (${columns.join(', ')})`).execute(db);
}
