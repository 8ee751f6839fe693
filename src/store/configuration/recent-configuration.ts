import { sql } from 'kysely';
import type { ModelProfileId } from '#schema/ids.ts';
import type { AgentId } from '#schema/models/agent.ts';
import type { StoredAgent } from '#schema/models/stored-agent.ts';
import type { StoredProfile } from '#schema/models/stored-profile.ts';
import { defaultSettings, type Settings } from '#schema/settings.ts';
import type { Database } from '#store/database.ts';
import type { RecentConfiguration } from '#store/store.ts';
import { toAgent } from './agents.ts';
import { toProfile } from './profiles.ts';
import { toSettings } from './settings.ts';

/** A command on the same SQLite file changes a setting without a message; a run that starts this much later sees it. */
const keptMs = 1000;

interface Configuration {
  settings: Settings;
  agents: Map<AgentId, StoredAgent>;
  profiles: Map<ModelProfileId, StoredProfile>;
}

/** A run opens its models several times: one statement reads all that they depend on, and serves them for a moment. */
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
