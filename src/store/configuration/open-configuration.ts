import { sql } from 'kysely';
import type { ModelProfileId } from '#schema/ids.ts';
import { type AgentId, type StoredAgent, storedAgentSchema } from '#schema/models/agent.ts';
import { type StoredProfile, storedProfileSchema } from '#schema/models/model-profile.ts';
import { defaultSettings, type Settings } from '#schema/settings.ts';
import type { Database } from '#store/database.ts';
import { createSettings, toSettings } from '#store/settings.ts';
import type { AgentStore, LoginStore, ProfileStore, RecentConfiguration, Store } from '#store/store.ts';
import { toStoredJson } from '#store/stored-text.ts';

export function openConfiguration(database: Database, onChange: () => void): Store['configuration'] {
  return {
    ...createSettings(database, onChange),
    ...createProfiles(database, onChange),
    ...createAgents(database, onChange),
    ...createLogins(database),
  };
}

function createLogins({ db, transaction }: Database): LoginStore {
  return {
    addLogin: ({ idHash, tokenMark, createdAt, expiresAt }) =>
      transaction(async (trx) => {
        await trx.deleteFrom('logins').where('expires_at', '<=', createdAt).execute();
        await trx
          .insertInto('logins')
          .values({ id_hash: idHash, token_mark: tokenMark, created_at: createdAt, expires_at: expiresAt })
          .execute();
      }),

    async findLogin(idHash) {
      const row = await db.selectFrom('logins').selectAll().where('id_hash', '=', idHash).executeTakeFirst();
      return row ? { tokenMark: row.token_mark, expiresAt: row.expires_at } : null;
    },

    async deleteLogin(idHash) {
      await db.deleteFrom('logins').where('id_hash', '=', idHash).execute();
    },

    async deleteLogins() {
      await db.deleteFrom('logins').execute();
    },
  };
}

/**
 * A command can change a setting in the same SQLite file without a message. A run sees the change after this time.
 */
const keptMs = 1000;

interface Configuration {
  settings: Settings;
  agents: Map<AgentId, StoredAgent>;
  profiles: Map<ModelProfileId, StoredProfile>;
}

/**
 * A run opens its models several times, so one statement reads everything they depend on and the result is kept
 * briefly.
 */
export function createRecentConfiguration(database: Database): RecentConfiguration {
  let kept: { configuration: Promise<Configuration>; until: number } | null = null;

  function read(): Promise<Configuration> {
    if (kept !== null && performance.now() < kept.until) return kept.configuration;
    const reading = { configuration: load(database), until: performance.now() + keptMs };
    reading.configuration.catch(() => {
      if (kept === reading) kept = null;
    });
    kept = reading;
    return reading.configuration;
  }

  return {
    getSettings: async () => (await read()).settings,
    getAgent: async (id) => (await read()).agents.get(id) ?? null,
    getProfile: async (id) => (await read()).profiles.get(id) ?? null,
    forget() {
      kept = null;
    },
  };
}

async function load({ db, readRows }: Database): Promise<Configuration> {
  const { rows } = await sql<{ kind: string; id: string; body_json: string }>`
    select 'settings' as kind, id, body_json from settings
    union all select 'agent', id, body_json from agents
    union all select 'profile', id, body_json from model_profiles
  `.execute(db);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const [settings] = of('settings');
  return {
    settings: settings ? toSettings(settings.body_json, readRows) : defaultSettings,
    agents: new Map(readRows('agents', of('agent'), toAgent).map((agent) => [agent.id, agent])),
    profiles: new Map(
      readRows('model_profiles', of('profile'), toProfile).map((profile) => [profile.id, profile]),
    ),
  };
}

function createProfiles({ db, readRows }: Database, onChange: () => void): ProfileStore {
  return {
    async listProfiles() {
      const rows = await db
        .selectFrom('model_profiles')
        .select(['id', 'body_json'])
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return readRows('model_profiles', rows, toProfile);
    },

    async getProfile(id) {
      const rows = await db
        .selectFrom('model_profiles')
        .select(['id', 'body_json'])
        .where('id', '=', id)
        .execute();
      return readRows('model_profiles', rows, toProfile)[0] ?? null;
    },

    async putProfile(profile) {
      const changing = {
        name: profile.name,
        body_json: toStoredJson(profile),
        updated_at: profile.updatedAt,
      };
      await db
        .insertInto('model_profiles')
        .values({ ...changing, id: profile.id, created_at: profile.createdAt })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
        .execute();
      onChange();
    },

    async deleteProfile(id) {
      const { numDeletedRows } = await db
        .deleteFrom('model_profiles')
        .where('id', '=', id)
        .executeTakeFirst();
      onChange();
      return numDeletedRows > 0n;
    },
  };
}

/** Fills in the defaults of fields that came with a later version. */
function toProfile({ body_json }: { body_json: string }): StoredProfile {
  return storedProfileSchema.parse(JSON.parse(body_json));
}

function createAgents({ db, transaction, readRows }: Database, onChange: () => void): AgentStore {
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
function toAgent({ body_json }: { body_json: string }): StoredAgent {
  return storedAgentSchema.parse(JSON.parse(body_json));
}
