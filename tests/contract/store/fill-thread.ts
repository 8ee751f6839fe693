import { PostgresAdapter, sql } from 'kysely';
import type { ThreadId } from '#schema/spaces/space.ts';
import type { StorePlace } from '#tests/contract/each-store.ts';
import { withRawDatabase } from './with-raw-database.ts';

/** Adds messages of ten tokens up to this number, each answer with its finished run. This is faster than chatting. */
export function fillThread(place: StorePlace, threadId: ThreadId, count: number): Promise<void> {
  return withRawDatabase(place, async (db) => {
    const places = sql`with recursive places (seq) as (
      select last_seq + 1 from threads where id = ${threadId}
      union all select seq + 1 from places where seq < ${count}
    )`;
    await sql`insert into runs (id, task_type, status, source_kind, source_id, agent_id, trigger_kind, attempt,
        template_id, parameters_json, route_json, created_at, finished_at, updated_at)
      ${places} select 'run-' || seq, 'reply', 'succeeded', 'thread', ${threadId}, 'assistant', 'manual', 1,
        'reply', '{}', '["builtin"]', seq, seq, seq from places where seq % 2 = 0`.execute(db);
    await sql`insert into messages (id, thread_id, seq, role, tokens, run_id, created_at, text)
      ${places} select 'message-' || seq, ${threadId}, seq, case seq % 2 when 0 then 'assistant' else 'user' end, 10,
        case seq % 2 when 0 then 'run-' || seq end, seq, 'Peas grow in row ' || seq from places`.execute(db);
    const added = sql`from messages where id like 'message-%'`;
    if (db.getExecutor().adapter instanceof PostgresAdapter) {
      await sql`insert into message_search select number, '', array_to_tsvector(array['peas', 'peas*']) ${added}`.execute(
        db,
      );
    } else {
      await sql`insert into message_search (rowid, title, body) select number, '', 'peas' ${added}`.execute(
        db,
      );
    }
    await sql`update threads set last_seq = ${count}, message_count = ${count},
        total_tokens = (select sum(tokens) from messages where thread_id = ${threadId}),
        live_tokens = (select sum(tokens) from messages where thread_id = ${threadId})
      where id = ${threadId}`.execute(db);
  });
}
