import { sql } from 'kysely';
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
  };
}
