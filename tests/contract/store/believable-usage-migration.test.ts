import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrations } from '#store/migrate.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { withRawDatabase } from './with-raw-database.ts';

const day = Date.UTC(2026, 0, 31);

describeEachPlace(
  'runs whose usage an earlier version stored unchecked',
  (current) => {
    test('have unknown usage after the upgrade, and the sums are those of the others', async () => {
      const { place, dialect } = current();
      // PostgreSQL has refused the last three.
      const wrong = ['-49000000', '3000000000'];
      if (dialect === 'sqlite') wrong.push('9007199254740993', '1.5', '1e300');
      await withRawDatabase(place, async (db) => {
        const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
        expect((await migrator.migrateTo('0042-merge-in-steps')).error).toBeUndefined();
        for (const [nth, tokens] of ['1000', ...wrong, '500'].entries()) await insertRun(db, nth, tokens);
      });
      const store = await openStore(place);
      try {
        expect(await store.runs.sumCost(day)).toBeCloseTo(0.015, 9);
        const rows = await store.runs.listSpending({ since: day, utcOffsetMinutes: 0 });
        expect(rows).toMatchObject([{ runs: 2, inputTokens: 1500, costUsd: 0.015 }]);
        const { items } = await store.runs.listRuns({ limit: 10 });
        expect(items.map(({ usage }) => usage?.inputTokens ?? null)).toEqual([
          500,
          ...wrong.map(() => null),
          1000,
        ]);
        expect(await store.checkIntegrity()).toBeNull();
      } finally {
        await store.close();
      }
    });
  },
  { isMigrated: false },
);

async function insertRun(db: Kysely<unknown>, nth: number, tokens: string): Promise<void> {
  await sql`insert into runs (id, task_type, status, source_kind, source_id, agent_id, trigger_kind, attempt, template_id,
      parameters_json, route_json, model_profile_id, provider, model, created_at, updated_at, started_at, finished_at,
      usage_input_tokens, usage_cached_input_tokens, usage_output_tokens, usage_cost_usd, usage_reported)
    values (${`run-${nth}`}, 'summary', 'succeeded', 'text', 'a', 'summary', 'manual', 1, 'summary.default',
      '{}', '["a"]', 'a', 'openai', 'gpt', ${day + nth}, ${day}, ${day}, ${day},
      ${sql.raw(tokens)}, 0, 0, ${sql.raw(tokens)} * 0.00001, 1)`.execute(db);
}
