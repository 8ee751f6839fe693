import type { RecordKind } from '#schema/sessions/session.ts';
import type { Counter } from './counter-triggers.ts';

/** A quarter of an hour: the days of every time zone are made of them. */
export const quarterMs = 900_000;
/** Costs are summed as whole numbers, so that adding and taking away in any order ends at the same sum. */
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

/** Records of coding sessions by the quarter of an hour in which they happened. */
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
    // A session that gets its project takes all its records along.
    inBulk: true,
  };
}

/** The baseline creates all of them. A later migration replaces the triggers of a counter that it changes. */
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
