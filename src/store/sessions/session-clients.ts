import { sql } from 'kysely';
import type { SessionRuns } from '#schema/sessions/hooks-wire.ts';
import type { ClientStore } from '#sources/session/clients/ports.ts';
import type { Database } from '#store/database.ts';

/** Sums for each client, in one row: a client sends a few events a second at most. */
export function createSessionClients({ db }: Database): ClientStore {
  return {
    async countClient(client, counted, at) {
      const {
        prompts = 0,
        observations = 0,
        summaries = 0,
        contexts = 0,
        contextTokens = 0,
        lost = 0,
      } = counted;
      await db
        .insertInto('session_clients')
        .values({
          client,
          prompts,
          observations,
          summaries,
          contexts,
          context_tokens: contextTokens,
          lost,
          last_event_at: at,
        })
        .onConflict((conflict) =>
          conflict.column('client').doUpdateSet({
            prompts: sql`session_clients.prompts + ${prompts}`,
            observations: sql`session_clients.observations + ${observations}`,
            summaries: sql`session_clients.summaries + ${summaries}`,
            contexts: sql`session_clients.contexts + ${contexts}`,
            context_tokens: sql`session_clients.context_tokens + ${contextTokens}`,
            lost: sql`session_clients.lost + ${lost}`,
            last_event_at: at,
          }),
        )
        .execute();
    },
    async listClients() {
      const rows = await db.selectFrom('session_clients').selectAll().orderBy('client').execute();
      return rows.map(({ context_tokens, last_event_at, ...row }) => ({
        ...row,
        contextTokens: context_tokens,
        lastEventAt: last_event_at,
      }));
    },
    async countSessionRuns() {
      const { rows } = await sql<{ kind: keyof SessionRuns; runs: number }>`
        select kind, cast(count(*) as bigint) as runs from (
          select case
            when task_type in ('check', 'repair') then 'checks'
            when task_type <> 'session' then 'observations'
            when provider = 'builtin' then 'offline'
            else 'summaries' end as kind
          from runs where source_kind = 'session' and provider is not null
            and (provider <> 'builtin' or task_type = 'session')
        ) as asked group by kind`.execute(db);
      const none: SessionRuns = { summaries: 0, offline: 0, checks: 0, observations: 0 };
      return { ...none, ...Object.fromEntries(rows.map(({ kind, runs }) => [kind, runs])) };
    },
  };
}
