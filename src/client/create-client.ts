import type { IssueId, ModelProfileId, RunId } from '#schema/ids.ts';
import {
  type ConnectionTest,
  connectionTestSchema,
  type ModelProfile,
  type ModelProfileInput,
  modelProfileSchema,
} from '#schema/models/model-profile.ts';
import { type ShownIssue, shownIssueSchema } from '#schema/runs/issue.ts';
import { type Run, runSchema } from '#schema/runs/run.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import { type RunWithSummary, runWithSummarySchema } from '#schema/runs/summary.ts';
import { type Settings, type SettingsPatch, settingsSchema } from '#schema/settings.ts';
import {
  type Change,
  type Diagnosis,
  deletedSchema,
  diagnosisSchema,
  type Health,
  healthSchema,
  type IssuePage,
  issuePageSchema,
  type ListIssuesQuery,
  type ListRunsQuery,
  type Login,
  loginSchema,
  modelListSchema,
  type Page,
  pageSchema,
  type RunPage,
  runPageSchema,
  type SummarizeTextRequest,
} from '#schema/wire.ts';
import { type AgentsClient, createAgentsClient } from './agents-client.ts';
import { type ApiOptions, createApi, type KeyOptions } from './call-api.ts';
import { type ConversationsClient, createConversationsClient } from './conversations-client.ts';
import { type ChangesOptions, readChanges } from './read-changes.ts';
import { type RunEventsOptions, readRunEvents } from './read-run-events.ts';
import { createReaderClient, type ReaderClient } from './reader-client.ts';
import { createSessionsClient, type SessionsClient } from './sessions-client.ts';
import {
  createSpacesClient,
  createThreadsClient,
  type SpacesClient,
  type ThreadsClient,
} from './spaces-client.ts';
import { createSpendingClient, type SpendingClient } from './spending-client.ts';
import { createStorageClient, type StorageClient } from './storage-client.ts';
import { createTemplatesClient, type TemplatesClient } from './templates-client.ts';

/** The client API, over any fetch. Everything throws AppError. */
export interface Client {
  summarize(request: SummarizeTextRequest, options?: KeyOptions): Promise<Run>;
  fetchPage(url: string): Promise<Page>;
  reader: ReaderClient;
  spaces: SpacesClient;
  threads: ThreadsClient;
  conversations: ConversationsClient;
  sessions: SessionsClient;
  runs: {
    list(query?: Partial<ListRunsQuery>): Promise<RunPage>;
    get(id: RunId): Promise<RunWithSummary>;
    cancel(id: RunId): Promise<Run>;
    retry(id: RunId, options?: KeyOptions): Promise<Run>;
    /** Until the run ends, each event once and in order, even if the connection breaks. */
    events(id: RunId, options?: RunEventsOptions): AsyncGenerator<RunEvent>;
  };
  issues: {
    list(query?: Partial<ListIssuesQuery>): Promise<IssuePage>;
    get(id: IssueId): Promise<ShownIssue>;
    /** Removes all; returns how many. */
    clear(): Promise<number>;
  };
  models: {
    list(): Promise<ModelProfile[]>;
    get(id: ModelProfileId): Promise<ModelProfile>;
    put(input: ModelProfileInput): Promise<ModelProfile>;
    /** A profile in use needs a replacement. */
    remove(id: ModelProfileId, replacement?: ModelProfileId): Promise<void>;
    test(id: ModelProfileId, options?: KeyOptions): Promise<ConnectionTest>;
  };
  login: { get(): Promise<Login>; end(options?: { everywhere?: boolean }): Promise<void> };
  settings: { get(): Promise<Settings>; patch(patch: SettingsPatch): Promise<Settings> };
  templates: TemplatesClient;
  agents: AgentsClient;
  spending: SpendingClient;
  storage: StorageClient;
  health(): Promise<Health>;
  diagnosis(): Promise<Diagnosis>;
  /** What to reload: everything after each connect, then what changed. Ends with the signal. */
  changes(options?: ChangesOptions): AsyncGenerator<Change>;
}

export function createClient(options: ApiOptions): Client {
  const api = createApi(options);
  const { read } = api;

  return {
    summarize: (body, once = {}) => read(runSchema, { method: 'POST', path: '/api/summaries', body, once }),
    fetchPage: (url) => read(pageSchema, { method: 'POST', path: '/api/pages', body: { url } }),
    reader: createReaderClient(api),
    spaces: createSpacesClient(api),
    threads: createThreadsClient(api),
    conversations: createConversationsClient(api),
    sessions: createSessionsClient(api),
    runs: {
      list: (query) => read(runPageSchema, { path: '/api/runs', query }),
      get: (id) => read(runWithSummarySchema, { path: `/api/runs/${encodeURIComponent(id)}` }),
      cancel: (id) => read(runSchema, { method: 'POST', path: `/api/runs/${encodeURIComponent(id)}/cancel` }),
      retry: (id, once = {}) =>
        read(runSchema, { method: 'POST', path: `/api/runs/${encodeURIComponent(id)}/retry`, once }),
      events: (id, eventsOptions) => readRunEvents(api, id, eventsOptions),
    },
    issues: {
      list: (query) => read(issuePageSchema, { path: '/api/issues', query }),
      get: (id) => read(shownIssueSchema, { path: `/api/issues/${encodeURIComponent(id)}` }),
      clear: async () => (await read(deletedSchema, { method: 'DELETE', path: '/api/issues' })).deleted,
    },
    models: {
      list: async () => (await read(modelListSchema, { path: '/api/models' })).items,
      get: (id) => read(modelProfileSchema, { path: modelPath(id) }),
      put: (body) => read(modelProfileSchema, { method: 'PUT', path: modelPath(body.id), body }),
      remove: async (id, replacement) =>
        void (await api.send({ method: 'DELETE', path: modelPath(id), query: { replacement } })),
      test: (id, once = {}) =>
        read(connectionTestSchema, { method: 'POST', path: `${modelPath(id)}/test`, once }),
    },
    login: {
      get: () => read(loginSchema, { path: '/api/login' }),
      end: async ({ everywhere = false } = {}) =>
        void (await api.send({
          method: 'DELETE',
          path: '/api/login',
          query: { everywhere: String(everywhere) },
        })),
    },
    settings: {
      get: () => read(settingsSchema, { path: '/api/settings' }),
      patch: (body) => read(settingsSchema, { method: 'PATCH', path: '/api/settings', body }),
    },
    templates: createTemplatesClient(api),
    agents: createAgentsClient(api),
    spending: createSpendingClient(api),
    storage: createStorageClient(api),
    health: () => read(healthSchema, { path: '/api/health' }),
    diagnosis: () => read(diagnosisSchema, { path: '/api/diagnosis' }),
    changes: (changesOptions) => readChanges(api, changesOptions),
  };
}

function modelPath(id: ModelProfileId): string {
  return `/api/models/${encodeURIComponent(id)}`;
}
