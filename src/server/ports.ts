import type { Engine } from '#engine/create-engine.ts';
import type { Bus, Log, RunStore } from '#engine/ports.ts';
import type { IssueId, ModelProfileId, RunId } from '#schema/ids.ts';
import type { Agent, AgentConfig, AgentId, AgentInput, AgentPart } from '#schema/models/agent.ts';
import type {
  ConnectionTest,
  ModelProfile,
  ModelProfileInput,
  TestedAs,
} from '#schema/models/model-profile.ts';
import type { AvailableModels, AvailableModelsRequest } from '#schema/models/profile-fields.ts';
import type { ShownIssue } from '#schema/runs/issue.ts';
import type { Parameters, Run, RunPrompt } from '#schema/runs/run.ts';
import type { Settings, SettingsPatch } from '#schema/settings.ts';
import type {
  SaveTemplateRequest,
  TemplateCheck,
  TemplateDetail,
  TemplatePreview,
  TemplateSource,
  UsedTemplate,
} from '#schema/template.ts';
import type {
  ClearStorageRequest,
  Diagnosis,
  Health,
  IssuePage,
  ListIssuesQuery,
  ListRunsQuery,
  Page,
  RunPage,
  SpendingRow,
  StorageReport,
  SummarizeTextRequest,
  TemplateList,
} from '#schema/wire.ts';
import type { Checks } from '#sources/check/create-checks.ts';
import type { Conversations } from '#sources/conversation/create-conversations.ts';
import type { Reader } from '#sources/entry/create-reader.ts';
import type { SummaryStore } from '#sources/entry/ports.ts';
import type { Tags } from '#sources/entry/tags/create-tags.ts';
import type { Hooks } from '#sources/session/clients/create-hooks.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';
import type { Meaning } from '#sources/session/meaning/create-meaning.ts';
import type { Spaces } from '#sources/thread/create-spaces.ts';
import type { ParseBody } from './body/read-body.ts';
import type { LoginStore } from './http/require-token.ts';
import type { KeyPorts } from './idempotency/hold-key.ts';

/** What routes read and delete without the engine. */
interface Queries extends Pick<RunStore, 'getRun' | 'sumCost'> {
  listRuns(query: ListRunsQuery): Promise<RunPage>;
  getPrompt(id: RunId): Promise<RunPrompt | null>;
  listIssues(query: ListIssuesQuery): Promise<IssuePage>;
  getIssue(id: IssueId): Promise<ShownIssue | null>;
  deleteIssues(): Promise<number>;
  listSpending(query: { since: number; utcOffsetMinutes: number }): Promise<SpendingRow[]>;
}

/** Throws AppError `not_found` for an unknown id. */
interface Profiles {
  list(): Promise<ModelProfile[]>;
  get(id: ModelProfileId): Promise<ModelProfile>;
  put(input: ModelProfileInput): Promise<ModelProfile>;
  /** Throws AppError `conflict` if the profile is in use and no replacement is given. */
  remove(id: ModelProfileId, replacement?: ModelProfileId): Promise<void>;
  test(id: ModelProfileId, as: TestedAs): Promise<ConnectionTest>;
  listAvailable(request: AvailableModelsRequest): Promise<AvailableModels>;
}

/** Throws AppError `not_found` for an unknown id. */
interface Agents {
  list(): Promise<Agent[]>;
  get(id: AgentId): Promise<Agent>;
  put(id: AgentId, input: AgentInput): Promise<Agent>;
  remove(id: AgentId, replacement?: AgentId): Promise<void>;
  exportConfig(id: AgentId): Promise<{ config: AgentConfig; keysLeftOut: AgentPart[] }>;
  test(id: AgentId, part: AgentPart): Promise<ConnectionTest>;
}

/** Throws AppError `template_missing` for an unknown id. */
interface Templates {
  list(): Promise<TemplateList>;
  get(id: string): Promise<TemplateDetail>;
  preview(id: string, parameters: Parameters): Promise<TemplatePreview>;
  source(id: string, origin?: TemplateSource['origin']): Promise<TemplateSource>;
  check(id: string, text: string): Promise<TemplateCheck>;
  save(id: string, request: SaveTemplateRequest): Promise<TemplateSource>;
  remove(id: string): Promise<void>;
  restore(id: string): Promise<TemplateSource>;
  areCurrent(used: UsedTemplate[]): Promise<boolean>;
}

interface Storage {
  measure(): Promise<StorageReport>;
  /** Clears one kind of stored data and returns how many were removed. */
  clear(what: ClearStorageRequest['what']): Promise<number>;
}

export interface ServerPorts {
  /** Parses the body of a request. Large bodies are parsed in threads. */
  parseBody: ParseBody;
  engine: Pick<Engine, 'cancel' | 'retry' | 'subscribe'>;
  /** The store of keys for requests that must not run twice. */
  keys: KeyPorts;
  summarizeText(request: SummarizeTextRequest, options: { runId?: RunId | undefined }): Promise<Run>;
  fetchPage(url: string): Promise<Page>;
  /** Loads the reader on first use, because the code that reads feeds and articles is large. */
  reader(): Promise<Omit<Reader, 'start' | 'stop'>>;
  spaces: Omit<Spaces, 'refreshInput' | 'planFoldAhead'>;
  conversations: Omit<Conversations, 'stop'>;
  sessions: Sessions;
  meaning: Pick<Meaning, 'state'>;
  hooks: Hooks;
  checks: Omit<Checks, 'follow'>;
  tags: Pick<Tags, 'library' | 'ofEntry' | 'batches'>;
  /** Answers one request of the Model Context Protocol, whose body is already parsed. */
  mcp(request: Request, body: unknown): Promise<Response>;
  queries: Queries;
  summaries: Pick<SummaryStore, 'getSummaryByRun'>;
  profiles: Profiles;
  agents: Agents;
  templates: Templates;
  storage: Storage;
  settings: { get(): Promise<Settings>; patch(patch: SettingsPatch): Promise<Settings> };
  diagnose(): Promise<Diagnosis>;
  /**
   * Throws AppError if this process should receive no requests because it is shutting down or cannot reach its
   * database.
   */
  checkReady(): Promise<void>;
  bus: Pick<Bus, 'subscribe'>;
  version: string;
  /** The data folder. */
  home: string;
  storeDialect: Health['store'];
  startedAt: number;
  now(): number;
  log: Log;
  logins: LoginStore;
  /** The value is null if no token is required, which `listen` allows on loopback only. */
  token: string | null;
  /** The Host headers that this server answers, including the port, such as `127.0.0.1:37777`. */
  allowedHosts: string[];
  /** The folder of the built web app, or null if the app is not built. */
  webDir: string | null;
}
