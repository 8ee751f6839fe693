import type { ModelProfileId } from '#schema/ids.ts';
import type { AgentId, StoredAgent } from '#schema/models/agent.ts';
import type { StoredProfile } from '#schema/models/model-profile.ts';
import type { Settings, SettingsPatch } from '#schema/settings.ts';

/** The store of model profiles. Keys are sealed before they get here. */
export interface ProfileStore {
  /** Lists profiles in the order of their creation. */
  listProfiles(): Promise<StoredProfile[]>;
  getProfile(id: ModelProfileId): Promise<StoredProfile | null>;
  /** Inserts the profile, or replaces the one with this id. */
  putProfile(profile: StoredProfile): Promise<void>;
  /** Returns false if the profile did not exist. */
  deleteProfile(id: ModelProfileId): Promise<boolean>;
}

/** The store of agents, one document each. Keys are sealed before they get here. */
export interface AgentStore {
  /** Lists agents in the order of their creation. */
  listAgents(): Promise<StoredAgent[]>;
  getAgent(id: AgentId): Promise<StoredAgent | null>;
  /** Inserts the agent, or replaces the one with this id. */
  putAgent(agent: StoredAgent): Promise<void>;
  /**
   * Deletes an agent and gives its Spaces the replacement in the same transaction. Without a replacement, an agent in
   * use stays, and the names of its Spaces are returned.
   */
  deleteAgent(removal: AgentRemoval): Promise<'deleted' | 'missing' | { usedBy: string[] }>;
}

export interface AgentRemoval {
  id: AgentId;
  /** The agent that its Spaces get. It can be the agent itself if that exists without being stored. */
  replacement: AgentId | null;
  at: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings, which name models. */
export interface ModelChoice {
  get(): Promise<Settings>;
  patch(change: SettingsPatch): Promise<unknown>;
}

/** The parts that are needed to resolve an id to a model. */
export interface ModelSources {
  store: Pick<ProfileStore, 'getProfile'> & Pick<AgentStore, 'getAgent'>;
  env: Environment;
  /** Returns the primary model of the settings. */
  getPrimary(): Promise<ModelProfileId>;
}
