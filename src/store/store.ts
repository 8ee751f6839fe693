import type { KeyStore } from '#engine/key-store.ts';
import type { RunStore } from '#engine/ports.ts';
import type { IssueId, ModelProfileId, RunId } from '#schema/ids.ts';
import type { AgentId, StoredAgent } from '#schema/models/agent.ts';
import type { StoredProfile } from '#schema/models/model-profile.ts';
import type { Issue, ShownIssue } from '#schema/runs/issue.ts';
import type { RunPrompt } from '#schema/runs/run.ts';
import type { Settings, SettingsPatch } from '#schema/settings.ts';
import type {
  IssuePage,
  ListIssuesQuery,
  ListRunsQuery,
  RunPage,
  SpendingRow,
  StorageReport,
} from '#schema/wire.ts';
import type { CheckStore } from '#sources/check/ports.ts';
import type { ConversationStore } from '#sources/conversation/ports.ts';
import type { ReaderStore } from '#sources/entry/ports.ts';
import type { TagStore } from '#sources/entry/tags/ports.ts';
import type { TranslationStore } from '#sources/entry/translations/ports.ts';
import type { ClientStore } from '#sources/session/clients/ports.ts';
import type { DeliveryStore } from '#sources/session/context/ports.ts';
import type { MeaningStore } from '#sources/session/meaning/ports.ts';
import type { MemoryStore } from '#sources/session/memories/ports.ts';
import type { SessionResults, SessionStore } from '#sources/session/ports.ts';
import type { ProjectStore } from '#sources/session/projects/ports.ts';
import type { TranscriptStore } from '#sources/session/transcripts/ports.ts';
import type { ThreadStore } from '#sources/thread/ports.ts';

export interface IssueStore {
  /** Lists issues newest first. `total` counts all issues of the kind. */
  listIssues(query: ListIssuesQuery): Promise<IssuePage>;
  getIssue(id: IssueId): Promise<ShownIssue | null>;
  addIssue(issue: Issue): Promise<void>;
  /** Returns the number of removed issues. */
  deleteIssues(): Promise<number>;
}

export interface ProfileStore {
  /** Lists profiles in the order of their creation. */
  listProfiles(): Promise<StoredProfile[]>;
  getProfile(id: ModelProfileId): Promise<StoredProfile | null>;
  putProfile(profile: StoredProfile): Promise<void>;
  deleteProfile(id: ModelProfileId): Promise<boolean>;
}

export interface AgentStore {
  /** Lists agents in the order of their creation. */
  listAgents(): Promise<StoredAgent[]>;
  getAgent(id: AgentId): Promise<StoredAgent | null>;
  putAgent(agent: StoredAgent): Promise<void>;
  deleteAgent(removal: {
    id: AgentId;
    replacement: AgentId | null;
    at: number;
  }): Promise<'deleted' | 'missing' | { usedBy: string[] }>;
}

export interface SettingsStore {
  /** A setting that was never set has its default. */
  getSettings(): Promise<Settings>;
  /** Only one process at a time changes settings, so that no change undoes another. Returns all current settings. */
  patchSettings(patch: SettingsPatch): Promise<Settings>;
}

/**
 * The configuration as of at most a second ago. It is for work that may miss a very recent change, but never for a
 * limit on spending.
 */
export interface RecentConfiguration
  extends Pick<SettingsStore, 'getSettings'>,
    Pick<AgentStore, 'getAgent'>,
    Pick<ProfileStore, 'getProfile'> {
  /** Must be called when another process has announced a change. The changes of this store are known. */
  forget(): void;
}

export interface RunHistory {
  /** Lists runs newest first. Throws AppError `invalid_input` on an invalid cursor. */
  listRuns(query: ListRunsQuery): Promise<RunPage>;
  /** Returns null for runs without provenance, and if the prompt was deleted together with the run's source. */
  getPrompt(id: RunId): Promise<RunPrompt | null>;
  /**
   * Removes ended runs with their events. A run stays if a summary, the summary of a thread or a message refers to
   * it. Returns the number of removed runs.
   */
  clearFinishedRuns(): Promise<number>;
}

export interface SpendingStore {
  /**
   * Sums runs with known usage that were created at this time or later, by the day of their creation, oldest first.
   */
  listSpending(query: { since: number; utcOffsetMinutes: number }): Promise<SpendingRow[]>;
}

export interface LoginStore {
  /** Adds a login and deletes those that have expired by then. */
  addLogin(login: { idHash: string; tokenMark: string; createdAt: number; expiresAt: number }): Promise<void>;
  findLogin(idHash: string): Promise<{ tokenMark: string; expiresAt: number } | null>;
  deleteLogin(idHash: string): Promise<void>;
  deleteLogins(): Promise<void>;
}

/** The store, divided into aggregates. Each consumer gets the part it needs as its port. */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres';
  runs: RunStore & RunHistory & KeyStore & IssueStore & SpendingStore;
  reader: ReaderStore;
  spaces: ThreadStore;
  conversations: ConversationStore;
  sessions: SessionStore & SessionResults & TranscriptStore & ClientStore;
  memories: MemoryStore;
  meaning: MeaningStore;
  projects: ProjectStore;
  deliveries: DeliveryStore;
  checks: CheckStore;
  translations: TranslationStore;
  tags: TagStore;
  configuration: SettingsStore & ProfileStore & AgentStore & LoginStore;
  recent: RecentConfiguration;
  /** Measures everything except the images, which are files. */
  measureStorage(): Promise<
    Omit<StorageReport, 'counts'> & { counts: Omit<StorageReport['counts'], 'images'> }
  >;
  /** Returns null if the database is intact, otherwise a description of the fault. */
  checkIntegrity(): Promise<string | null>;
  /** Recounts the counters. Returns null if all were right, otherwise which ones were corrected. */
  correctCounters(): Promise<string | null>;
  close(): Promise<void>;
}
