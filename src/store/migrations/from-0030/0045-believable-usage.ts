import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { spentRuns } from '#store/migrations/parts/counted.ts';
import { toCorrection } from '#store/migrations/parts/counters.ts';

const counts = ['usage_input_tokens', 'usage_cached_input_tokens', 'usage_output_tokens'];
const maxCount = 2 ** 31;
const maxCostUsd = 10_000;

/**
 * Earlier versions stored the usage that a server reported unchecked. Numbers that cannot be true made lists unreadable,
 * and negative ones hid from the spending caps what other runs had cost. Such a run has unknown usage from now on.
 */
export const believableUsage: Migration = {
  async up(db: Kysely<unknown>) {
    const wrong = [
      ...counts.map((name) => `${name} < 0 or ${name} > ${maxCount} or ${name} <> round(${name})`),
      isNoCost('usage_cost_usd'),
    ].join(' or ');
    const unknown = [...counts, 'usage_cost_usd', 'usage_reported'].map((name) => `${name} = null`);
    await sql.raw(`update tagging_entries set spent_usd = 0 where ${isNoCost('spent_usd')}`).execute(db);
    const { numAffectedRows = 0n } = await sql
      .raw(`update runs set ${unknown.join(', ')} where ${wrong}`)
      .execute(db);
    if (numAffectedRows === 0n) return;
    // What was taken away from a sum that had lost its last digits, or become a fraction, leaves a wrong rest.
    await sql.raw('delete from spending').execute(db);
    await sql.raw(toCorrection(spentRuns)).execute(db);
  },
};

function isNoCost(column: string): string {
  return `${column} < 0 or ${column} > ${maxCostUsd}`;
}
