import { sql } from 'kysely';
import type { SessionRuns } from '#schema/sessions/hooks-wire.ts';
import type { ClientStore } from '#sources/session/clients/ports.ts';
import type { Database } from '#store/database.ts';

const counted = ['prompts', 'observations', 'summaries', 'contexts', 'context_tokens', 'lost'] as const;

/** Sums for each client, in one row. */
export function createSessionClients({ db }: Database): ClientStore {
  return {
    async countClients(added) {
      if (added.length === 0) return;
      await db
        .insertInto('session_clients')
        .values(
          added.map(({ client, counts, at }) => ({
            client,
            prompts: counts.prompts ?? 0,
            observations: counts.observations ?? 0,
            summaries: counts.summaries ?? 0,
            contexts: counts.contexts ?? 0,
            context_tokens: counts.contextTokens ?? 0,
            lost: counts.lost ?? 0,
            last_event_at: at,
          })),
        )
        .onConflict((conflict) =>
          conflict.column('client').doUpdateSet({
            ...Object.fromEntries(
              counted.map((name) => [
                name,
                sql<number>`${sql.ref(`session_clients.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
              ]),
            ),
            // Another process may write later what came earlier.
            last_event_at: sql<number>`case when excluded.last_event_at > session_clients.last_event_at
              then excluded.last_event_at else session_clients.last_event_at end`,
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
