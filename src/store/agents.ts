import type { StoredAgent } from '#schema/stored-agent.ts';
import type { Database } from './database.ts';
import type { AgentStore } from './store.ts';
import { toStoredJson } from './stored-text.ts';

export function createAgents({ db }: Database): AgentStore {
  return {
    async listAgents() {
      const rows = await db
        .selectFrom('agents')
        .select('body_json')
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => parse(row.body_json));
    },

    async getAgent(id) {
      const row = await db.selectFrom('agents').select('body_json').where('id', '=', id).executeTakeFirst();
      return row ? parse(row.body_json) : null;
    },

    async putAgent(agent) {
      const changing = { name: agent.name, body_json: toStoredJson(agent), updated_at: agent.updatedAt };
      await db
        .insertInto('agents')
        .values({ ...changing, id: agent.id, created_at: agent.createdAt })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
        .execute();
    },

    async deleteAgent(id) {
      const { numDeletedRows } = await db.deleteFrom('agents').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function parse(bodyJson: string): StoredAgent {
  return JSON.parse(bodyJson);
}
