import { sql } from 'kysely';
import type { RecordKind } from '#schema/sessions/session.ts';
import type { Database } from '#store/database.ts';
import { type Counter, toCorrection } from './counter-triggers.ts';

/** A quarter of an hour. The days of every time zone consist of whole quarters. */
export const quarterMs = 900_000;
/** Costs are summed as whole numbers, so that the sum does not depend on the order of the changes. */
export const costUnits = 1e12;

const always = () => 'true';

function countRows(of: string, part: (row: string) => string = () => "''"): Counter {
  const keys = { name: () => `'${of}'`, part };
  return {
    into: 'row_counts',
    of,
    keys,
    sums: { count: () => '1' },
    where: always,
    changes: [],
    inBulk: false,
  };
}

export const spentRuns: Counter = {
  into: 'spending',
  of: 'runs',
  keys: {
    quarter: (row) => `${row}created_at / ${quarterMs}`,
    task_type: (row) => `${row}task_type`,
    provider: (row) => `coalesce(${row}provider, '')`,
    model: (row) => `coalesce(${row}model, '')`,
  },
  sums: {
    runs: () => '1',
    priced: (row) => `case when ${row}usage_cost_usd is null then 0 else 1 end`,
    input_tokens: (row) => `${row}usage_input_tokens`,
    cached_input_tokens: (row) => `coalesce(${row}usage_cached_input_tokens, 0)`,
    output_tokens: (row) => `coalesce(${row}usage_output_tokens, 0)`,
    cost: (row) => `cast(round(coalesce(${row}usage_cost_usd, 0) * ${costUnits}) as bigint)`,
  },
  where: (row) => `${row}usage_input_tokens is not null`,
  changes: [
    'usage_input_tokens',
    'usage_cached_input_tokens',
    'usage_output_tokens',
    'usage_cost_usd',
    'provider',
    'model',
  ],
  inBulk: false,
};

/** Counts records of coding sessions by the quarter of an hour in which they happened. */
function countRecords(kind: RecordKind, of: string): Counter {
  return {
    into: 'record_counts',
    of,
    keys: {
      quarter: (row) => `${row}created_at / ${quarterMs}`,
      kind: () => `'${kind}'`,
      project: (row) => `${row}project`,
    },
    sums: { count: () => '1' },
    where: always,
    changes: ['project'],
    // When a session gets its project, all its records change at once.
    inBulk: true,
  };
}

/**
 * The counters whose triggers the baseline creates. A later migration replaces the triggers of a counter that it
 * changes.
 */
export const allCounters: Counter[] = [
  countRows('runs'),
  countRows('threads'),
  countRows('messages'),
  countRows('issues', (row) => `${row}kind`),
  {
    ...countRows('slots', (row) => `${row}task_type`),
    where: (row) => `${row}cleared_at is null`,
    changes: ['cleared_at'],
  },
  {
    into: 'entry_counts',
    of: 'entries',
    keys: { feed_id: (row) => `coalesce(${row}feed_id, 0)` },
    sums: {
      entries: () => '1',
      unread: (row) => `case when ${row}read_at is null then 1 else 0 end`,
      starred: (row) => `case when ${row}starred_at is null then 0 else 1 end`,
    },
    where: always,
    changes: ['feed_id', 'read_at', 'starred_at'],
    inBulk: true,
  },
  {
    into: 'project_counts',
    of: 'sessions',
    keys: { project: (row) => `${row}project` },
    sums: {
      sessions: () => '1',
      active: (row) => `case when ${row}status = 'active' then 1 else 0 end`,
      prompts: (row) => `${row}prompts`,
      observations: (row) => `${row}observations`,
      summaries: (row) => `${row}summaries`,
    },
    where: always,
    changes: ['project', 'status', 'prompts', 'observations', 'summaries'],
    inBulk: false,
  },
  spentRuns,
  countRecords('prompt', 'prompts'),
  countRecords('observation', 'observations'),
  countRecords('summary', 'session_summaries'),
];

/** Recounts everything and corrects the counters that differ. Returns which ones differed. */
export async function correctCounters({ db }: Pick<Database, 'db'>): Promise<string | null> {
  const wrong = new Set<string>();
  for (const counter of allCounters) {
    const { rows } = await sql.raw<Record<string, unknown>>(toCorrection(counter)).execute(db);
    if (rows.length > 0) wrong.add(counter.into === 'spending' ? counter.into : counter.of);
  }
  if (wrong.size === 0) return null;
  return `Some counts were wrong and have been corrected: ${[...wrong].join(', ')}.`;
}

/** Adds up the shards of each counter, and removes counters whose sums are all zero. */
export async function foldCounters({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<void> {
  const counters = new Map(allCounters.map((counter) => [counter.into, counter]));
  for (const { into, keys, sums } of counters.values()) {
    const names = Object.keys(keys).join(', ');
    const totals = Object.keys(sums);
    const isNothing = totals.map((name) => `${name} = 0`).join(' and ');
    await sql.raw(`delete from ${into} where ${isNothing}`).execute(db);
    if (dialect === 'sqlite') continue;
    // Rows that a transaction is writing are added up the next time.
    await sql
      .raw(`with gone as (
        delete from ${into} where shard <> 0 and ctid = any(array(
          select ctid from ${into} where shard <> 0 for update skip locked)) returning *
      )
      insert into ${into} (${names}, shard, ${totals.join(', ')})
      select ${names}, 0, ${totals.map((name) => `cast(sum(${name}) as bigint)`).join(', ')} from gone
      group by ${names} order by ${names}
      on conflict (${names}, shard) do update
      set ${totals.map((name) => `${name} = ${into}.${name} + excluded.${name}`).join(', ')}`)
      .execute(db);
  }
}
