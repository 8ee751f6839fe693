import { sql } from 'kysely';
import type { RunStore } from '#engine/ports.ts';
import type { SpendingRow } from '#schema/wire.ts';
import type { Database } from '#store/database.ts';
import type { SpendingStore } from '#store/store.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

type GroupRow = Omit<SpendingRow, 'day'> & { day: number };

export function createSpending({ db }: Database): SpendingStore & Pick<RunStore, 'sumCost'> {
  return {
    async sumCost(since) {
      const { rows } = await sql<{ cost: number }>`
        select coalesce(sum(usage_cost_usd), 0.0) as cost from runs
        where created_at >= ${since} and usage_cost_usd is not null
      `.execute(db);
      return rows[0]?.cost ?? 0;
    },

    async listSpending({ since, utcOffsetMinutes }) {
      // The casts make whole numbers of what SQLite would divide as fractions.
      const { rows } = await sql<GroupRow>`
        select day, task_type as "taskType", provider, model,
          count(*) as runs,
          cast(sum(usage_input_tokens) as bigint) as "inputTokens",
          cast(sum(usage_cached_input_tokens) as bigint) as "cachedInputTokens",
          cast(sum(usage_output_tokens) as bigint) as "outputTokens",
          coalesce(sum(usage_cost_usd), 0.0) as "costUsd",
          count(*) - count(usage_cost_usd) as "unpricedRuns"
        from (
          select runs.*, (created_at + cast(${utcOffsetMinutes * minuteMs} as bigint)) / cast(${dayMs} as bigint) as day
          from runs
          where created_at >= ${since} and usage_input_tokens is not null
        ) as spent
        group by day, task_type, provider, model
      `.execute(db);
      return rows.sort(compareGroups).map((row) => ({ ...row, day: toDay(row.day) }));
    },
  };
}

/** Not by the database: each sorts nulls and letters differently. */
function compareGroups(a: GroupRow, b: GroupRow): number {
  return a.day - b.day || compareNames(a, b);
}

function compareNames(a: GroupRow, b: GroupRow): number {
  const [first, second] = [a, b].map(({ taskType, provider, model }) =>
    JSON.stringify([taskType, provider, model]),
  );
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

function toDay(days: number): string {
  return new Date(days * dayMs).toISOString().slice(0, 10);
}
