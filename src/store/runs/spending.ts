import { sql } from 'kysely';
import type { RunStore } from '#engine/ports.ts';
import type { SpendingRow } from '#schema/wire.ts';
import { costUnits, quarterMs, spentRuns } from '#store/counters/counted.ts';
import { selectRows } from '#store/counters/counter-triggers.ts';
import type { Database } from '#store/database.ts';
import type { SpendingStore } from '#store/store.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

type GroupRow = Omit<SpendingRow, 'day'> & { day: number };

export function createSpending({ db }: Database): SpendingStore & Pick<RunStore, 'sumCost'> {
  return {
    async sumCost(since) {
      const { rows } = await sql<{ cost: number }>`
        select coalesce(sum(cast(cost as double precision)), 0) / ${sql.lit(costUnits)} as cost from (${selectSince(since)}) as spent
      `.execute(db);
      return Math.max(0, rows[0]?.cost ?? 0);
    },

    async listSpending({ since, utcOffsetMinutes }) {
      // Time zones differ by whole quarters of an hour.
      const offset = Math.round((utcOffsetMinutes * minuteMs) / quarterMs);
      // The casts make whole numbers of what SQLite would divide as fractions.
      const { rows } = await sql<GroupRow>`
        select (quarter + cast(${offset} as bigint)) / cast(${dayMs / quarterMs} as bigint) as day,
          task_type as "taskType", nullif(provider, '') as provider, nullif(model, '') as model,
          cast(sum(runs) as bigint) as runs,
          cast(sum(input_tokens) as bigint) as "inputTokens",
          cast(sum(cached_input_tokens) as bigint) as "cachedInputTokens",
          cast(sum(output_tokens) as bigint) as "outputTokens",
          sum(cast(cost as double precision)) / ${sql.lit(costUnits)} as "costUsd",
          cast(sum(runs) - sum(priced) as bigint) as "unpricedRuns"
        from (${selectSince(since)}) as spent
        group by 1, task_type, provider, model having sum(runs) > 0
      `.execute(db);
      return rows.sort(compareGroups).map((row) => ({
        ...row,
        day: toDay(row.day),
        inputTokens: boundSum(row.inputTokens),
        cachedInputTokens: boundSum(row.cachedInputTokens),
        outputTokens: boundSum(row.outputTokens),
        costUsd: Math.max(0, row.costUsd),
      }));
    },
  };
}

/** The counters from the first whole quarter of an hour, and the runs before that. */
function selectSince(since: number) {
  const first = Math.ceil(since / quarterMs);
  return sql`
    select quarter, task_type, provider, model, runs, priced, input_tokens, cached_input_tokens, output_tokens, cost
    from spending where quarter >= ${first}
    union all
    ${sql.raw(selectRows(spentRuns, { row: 'runs.', sign: '', from: 'from runs' }))}
      and created_at >= ${since} and created_at < ${first * quarterMs}`;
}

/** A damaged row must not make the whole list one that nobody can read. */
function boundSum(tokens: number): number {
  return Math.min(Math.max(0, tokens), Number.MAX_SAFE_INTEGER);
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
