import { type StoredAgent, storedAgentSchema } from '#schema/models/stored-agent.ts';
import type { Database } from '#store/database.ts';
import type { AgentStore } from '#store/store.ts';
import { toStoredJson } from '#store/stored-text.ts';

export function createAgents({ db, transaction, readRows }: Database, onChange: () => void): AgentStore {
  return {
    async listAgents() {
      const rows = await db
        .selectFrom('agents')
        .select(['id', 'body_json'])
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return readRows('agents', rows, toAgent);
    },

    async getAgent(id) {
      const rows = await db.selectFrom('agents').select(['id', 'body_json']).where('id', '=', id).execute();
      return readRows('agents', rows, toAgent)[0] ?? null;
    },

    async putAgent(agent) {
      const changing = { name: agent.name, body_json: toStoredJson(agent), updated_at: agent.updatedAt };
      await db
        .insertInto('agents')
        .values({ ...changing, id: agent.id, created_at: agent.createdAt })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
        .execute();
      onChange();
    },

    async deleteAgent({ id, replacement, at }) {
      const result = await transaction(async (trx) => {
        if (replacement === null) {
          const spaces = await trx
            .selectFrom('spaces')
            .select('name')
            .where('agent_id', '=', id)
            .orderBy('created_at')
            .orderBy('id')
            .execute();
          if (spaces.length > 0) return { usedBy: spaces.map(({ name }) => name) };
        } else if (replacement !== id) {
          const changes = { agent_id: replacement, updated_at: at };
          await trx.updateTable('spaces').set(changes).where('agent_id', '=', id).execute();
        }
        const { numDeletedRows } = await trx.deleteFrom('agents').where('id', '=', id).executeTakeFirst();
        return numDeletedRows > 0n ? ('deleted' as const) : ('missing' as const);
      });
      onChange();
      return result;
    },
  };
}

/** Fills in the defaults of fields that came with a later version. */
export function toAgent({ body_json }: { body_json: string }): StoredAgent {
  return storedAgentSchema.parse(JSON.parse(body_json));
}
