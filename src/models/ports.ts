import type { ModelProfileId } from '#schema/ids.ts';
import type { AgentId, StoredAgent } from '#schema/models/agent.ts';
import type { StoredProfile } from '#schema/models/model-profile.ts';
import type { Settings, SettingsPatch } from '#schema/settings.ts';

/** Where model profiles are kept. Keys are sealed before they come here. */
export interface ProfileStore {
  /** In the order they were created. */
  listProfiles(): Promise<StoredProfile[]>;
  getProfile(id: ModelProfileId): Promise<StoredProfile | null>;
  /** Inserts, or replaces the profile with this id. */
  putProfile(profile: StoredProfile): Promise<void>;
  /** False if it did not exist. */
  deleteProfile(id: ModelProfileId): Promise<boolean>;
}

/** Where agents are kept, one document each. Keys are sealed before they come here. */
export interface AgentStore {
  /** In the order they were created. */
  listAgents(): Promise<StoredAgent[]>;
  getAgent(id: AgentId): Promise<StoredAgent | null>;
  /** Inserts, or replaces the agent with this id. */
  putAgent(agent: StoredAgent): Promise<void>;
  /**
   * The Spaces that use it get the replacement, in the same transaction. Without one, an agent in use stays, and their
   * names are returned.
   */
  deleteAgent(removal: AgentRemoval): Promise<'deleted' | 'missing' | { usedBy: string[] }>;
}

export interface AgentRemoval {
  id: AgentId;
  /** The agent itself, which then exists without being stored: its Spaces keep it. */
  replacement: AgentId | null;
  at: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The models that the settings name. */
export interface ModelChoice {
  get(): Promise<Settings>;
  patch(change: SettingsPatch): Promise<unknown>;
}

/** What is needed to resolve an id to a model. */
export interface ModelSources {
  store: Pick<ProfileStore, 'getProfile'> & Pick<AgentStore, 'getAgent'>;
  env: Environment;
  /** The primary model of the settings. */
  getPrimary(): Promise<ModelProfileId>;
}
