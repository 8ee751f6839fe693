import { sql } from 'kysely';
import type { ModelProfileId } from '#schema/ids.ts';
import { type AgentId, type StoredAgent, storedAgentSchema } from '#schema/models/agent.ts';
import { type StoredProfile, storedProfileSchema } from '#schema/models/model-profile.ts';
import { defaultSettings, type Settings } from '#schema/settings.ts';
import { createChecks } from '#store/checks/checks.ts';
import { createMeaning } from '#store/meaning/meaning.ts';
import { createMemories } from '#store/memories/memories.ts';
import { openReader } from '#store/reader/open-reader.ts';
import { openRuns } from '#store/runs/open-runs.ts';
import { openSessions } from '#store/sessions/open-sessions.ts';
import { openSpaces } from '#store/spaces/open-spaces.ts';
import { openTags } from '#store/tags/open-tags.ts';
import { createTranslations } from '#store/translations/translations.ts';
import { checkIntegrity } from './check-integrity.ts';
import { createConversationLease } from './conversations/conversation-lease.ts';
import { createConversations } from './conversations/conversations.ts';
import { correctCounters } from './counters/counted.ts';
import type { Database } from './database.ts';
import { createProjectStore } from './projects.ts';
import { createSettings, toSettings } from './settings.ts';
import type { AgentStore, LoginStore, ProfileStore, RecentConfiguration, Store } from './store.ts';
import { toStoredJson } from './stored-text.ts';

/** Every aggregate over one open, migrated database. */
export function composeStore(database: Database): Store {
  const recent = createRecentConfiguration(database);
  return {
    dialect: database.dialect,
    runs: openRuns(database),
    reader: openReader(database),
    spaces: openSpaces(database),
    conversations: openConversations(database),
    sessions: openSessions(database),
    memories: createMemories(database),
    meaning: createMeaning(database),
    projects: createProjectStore(database),
    checks: createChecks(database),
    translations: createTranslations(database),
    tags: openTags(database),
    configuration: openConfiguration(database, recent.forget),
    recent,
    measureStorage: () => measureStorage(database),
    checkIntegrity: () => checkIntegrity(database),
    correctCounters: () => correctCounters(database),
    async close() {
      await database.recordQueue.close();
      await database.entryQueue.close();
      await database.close();
    },
  };
}

function openConversations(database: Database): Store['conversations'] {
  return {
    ...createConversations(database),
    ...createConversationLease(database),
  };
}

function openConfiguration(database: Database, onChange: () => void): Store['configuration'] {
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

async function measureStorage({ db, dialect, measureBytes }: Database): ReturnType<Store['measureStorage']> {
  const kept = await db
    .selectFrom('row_counts')
    .select(['name', 'part'])
    .select(({ fn }) => fn.sum<string | number>('count').as('count'))
    .groupBy(['name', 'part'])
    .execute();
  const countOf = (name: string, part?: string) =>
    kept
      .filter((row) => row.name === name && (part === undefined || row.part === part))
      .reduce((sum, { count }) => sum + Number(count), 0);
  const others = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('tags').select(fn.countAll<number>().as('count')).$asScalar().$notNull().as('tags'),
      selectFrom('entry_counts')
        .select(sql<number>`cast(coalesce(sum(entries), 0) as bigint)`.as('count'))
        .$asScalar()
        .$notNull()
        .as('entries'),
      selectFrom(
        selectFrom('translated_paragraphs')
          .select(['entry_id', 'target_language'])
          .distinct()
          .where('cleared_at', 'is', null)
          .as('translated'),
      )
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('translations'),
    ])
    .executeTakeFirstOrThrow();
  const counts = {
    runs: countOf('runs'),
    issues: countOf('issues'),
    threads: countOf('threads'),
    messages: countOf('messages'),
    summaries: countOf('slots', 'summary'),
    ...others,
  };
  return { dialect, databaseBytes: await measureBytes(), counts };
}

/** A command on the same SQLite file changes a setting without a message; a run that starts this much later sees it. */
const keptMs = 1000;

interface Configuration {
  settings: Settings;
  agents: Map<AgentId, StoredAgent>;
  profiles: Map<ModelProfileId, StoredProfile>;
}

/** A run opens its models several times: one statement reads all that they depend on, and serves them for a moment. */
function createRecentConfiguration(database: Database): RecentConfiguration {
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
