import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { activity } from '#store/migrations/parts/counted.ts';
import { createCounter } from '#store/migrations/parts/counters.ts';

/** Counts of records by time. The quarter comes first: the last weeks are one range, whatever the project. */
export const activityCounts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table record_counts (
      quarter bigint not null, kind text not null, project text not null, shard integer not null,
      count bigint not null, primary key (quarter, kind, project, shard)
    )`.execute(db);
    for (const counter of activity) await createCounter(db, counter);
  },
};
