import { type RawBuilder, sql } from 'kysely';
import type { StorePlace } from '#tests/contract/each-store.ts';
import { withRawDatabase } from '#tests/contract/store/with-raw-database.ts';

/** Inserts this many finished runs, entries and observations without the store, which would take minutes. */
export async function fillRows(place: StorePlace, rows: number): Promise<void> {
  const text = 'The harbour bridge will be closed for two years, and everyone has to walk around it. '.repeat(
    4,
  );
  const at = Date.now() - 86_400_000;
  const third = Math.ceil(rows / 3);
  await withRawDatabase(place, async (db) => {
    const add = (into: RawBuilder<unknown>, select: RawBuilder<unknown>) =>
      sql`with recursive s(n) as (select 1 union all select n + 1 from s where n < ${sql.lit(third)})
        insert into ${into} select ${select} from s`.execute(db);
    await add(
      sql`runs (id, task_type, status, source_kind, source_id, agent_id, trigger_kind, attempt, template_id,
        parameters_json, route_json, created_at, started_at, finished_at, updated_at, worker_id)`,
      sql`'00000000-0000-4000-8000-' || cast(100000000000 + n as text), 'summary', 'succeeded', 'text', 'text-' || n, 'summary', 'manual', 1, 'summary.default',
        '{}', '["builtin"]', ${sql.lit(at)} + n, ${sql.lit(at)} + n, ${sql.lit(at)} + n, ${sql.lit(at)} + n, 'gone'`,
    );
    await add(
      sql`entries (guid, source_hash, title, excerpt, text_origin, content_hash, reading_minutes, published_at,
        created_at, updated_at)`,
      sql`'guid-' || n, 'hash', 'Entry ' || n, ${sql.lit(text)}, 'feed', 'hash', 2, ${sql.lit(at)} + n,
        ${sql.lit(at)} + n, ${sql.lit(at)} + n`,
    );
    await sql`insert into sessions (id, content_session_id, project, status, prompt_count, is_private, prompts,
      observations, summaries, started_at, updated_at)
      values (1, 'oc-1', 'precis', 'completed', 1, 0, 0, ${sql.lit(third)}, 0, ${sql.lit(at)}, ${sql.lit(at)})`.execute(
      db,
    );
    await add(
      sql`observations (session_id, project, prompt_number, created_at, event_key, tool_name, cwd, tool_input,
        tool_response)`,
      sql`1, 'precis', 1, ${sql.lit(at)} + n, 'k' || n, 'bash', '/', 'ls', ${sql.lit(text)}`,
    );
  });
}
