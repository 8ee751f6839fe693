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
import type { MeaningStore } from '#sources/session/meaning/ports.ts';
import type { MemoryStore } from '#sources/session/memories/ports.ts';
import type { SessionResults, SessionStore } from '#sources/session/ports.ts';
import type { ProjectStore } from '#sources/session/projects/ports.ts';
import type { TranscriptStore } from '#sources/session/transcripts/ports.ts';
import type { ThreadStore } from '#sources/thread/ports.ts';

export interface IssueStore {
  /** Newest first; `total` counts all issues of the kind. */
  listIssues(query: ListIssuesQuery): Promise<IssuePage>;
  getIssue(id: IssueId): Promise<ShownIssue | null>;
  addIssue(issue: Issue): Promise<void>;
  /** Returns how many were removed. */
  deleteIssues(): Promise<number>;
}

export interface ProfileStore {
  /** In the order they were created. */
  listProfiles(): Promise<StoredProfile[]>;
  getProfile(id: ModelProfileId): Promise<StoredProfile | null>;
  putProfile(profile: StoredProfile): Promise<void>;
  deleteProfile(id: ModelProfileId): Promise<boolean>;
}

export interface AgentStore {
  /** In the order they were created. */
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
  /** What was never set has its default. */
  getSettings(): Promise<Settings>;
  /** One change at a time, over all processes: none undoes another. Returns all current settings. */
  patchSettings(patch: SettingsPatch): Promise<Settings>;
}

/** As of a second ago at most: for work that may miss a change of this very moment, but never for a limit on spending. */
export interface RecentConfiguration
  extends Pick<SettingsStore, 'getSettings'>,
    Pick<AgentStore, 'getAgent'>,
    Pick<ProfileStore, 'getProfile'> {
  /** When another process has announced a change; those of this store are known. */
  forget(): void;
}

export interface RunHistory {
  /** Newest first. Throws AppError `invalid_input` on an invalid cursor. */
  listRuns(query: ListRunsQuery): Promise<RunPage>;
  /** Null for runs without provenance, and where it was forgotten with what the run was about. */
  getPrompt(id: RunId): Promise<RunPrompt | null>;
  /**
   * With their events. Runs that a summary, the summary of a thread or a message refers to stay. Returns how many were
   * removed.
   */
  clearFinishedRuns(): Promise<number>;
}

export interface SpendingStore {
  /** Runs with known usage that were created at this time or later, by the day of their creation, oldest first. */
  listSpending(query: { since: number; utcOffsetMinutes: number }): Promise<SpendingRow[]>;
}

export interface LoginStore {
  /** Also deletes those that have expired by then. */
  addLogin(login: { idHash: string; tokenMark: string; createdAt: number; expiresAt: number }): Promise<void>;
  findLogin(idHash: string): Promise<{ tokenMark: string; expiresAt: number } | null>;
  deleteLogin(idHash: string): Promise<void>;
  deleteLogins(): Promise<void>;
}

/** By aggregate: each consumer gets the part it needs as its port. */
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
  checks: CheckStore;
  translations: TranslationStore;
  tags: TagStore;
  configuration: SettingsStore & ProfileStore & AgentStore & LoginStore;
  recent: RecentConfiguration;
  /** Without the images: they are files. */
  measureStorage(): Promise<
    Omit<StorageReport, 'counts'> & { counts: Omit<StorageReport['counts'], 'images'> }
  >;
  /** Null if all is well, else a description of the fault. */
  checkIntegrity(): Promise<string | null>;
  /** Recounts what is counted as it changes. Null if all counts were right, else which ones are corrected. */
  correctCounters(): Promise<string | null>;
  close(): Promise<void>;
}
