import type { MemoryPolicyName } from '#schema/models/agent.ts';
import { type Run, runSchema } from '#schema/runs/run.ts';
import {
  type MessageId,
  type Space,
  type SpaceId,
  type SummaryVersion,
  spaceSchema,
  type Thread,
  type ThreadId,
  threadSchema,
} from '#schema/spaces/space.ts';
import {
  type EditMessageRequest,
  type Explanation,
  explanationSchema,
  type ListMessagesQuery,
  type ListThreadsQuery,
  type MessagePage,
  messagePageSchema,
  type RestoreSummary,
  type SearchThreadsQuery,
  type SendMessageRequest,
  type SpaceInput,
  type SpacePatch,
  type SummaryEdit,
  type SummaryRestored,
  spaceListSchema,
  summaryRestoredSchema,
  summaryVersionListSchema,
  type ThreadExport,
  type ThreadGrounding,
  type ThreadHitPage,
  type ThreadPage,
  type ThreadPatch,
  type ThreadView,
  type TurnStarted,
  threadExportSchema,
  threadGroundingSchema,
  threadHitPageSchema,
  threadPageSchema,
  threadViewSchema,
  turnStartedSchema,
} from '#schema/spaces/spaces-wire.ts';
import type { Api, KeyOptions } from './call-api.ts';

interface ReadOptions {
  signal?: AbortSignal;
}

export interface SpacesClient {
  list(): Promise<Space[]>;
  create(input: { name: string } & Partial<SpaceInput>): Promise<Space>;
  patch(id: SpaceId, patch: SpacePatch): Promise<Space>;
  remove(id: SpaceId): Promise<void>;
}

export interface ThreadsClient {
  list(query?: Partial<ListThreadsQuery>): Promise<ThreadPage>;
  create(input: { spaceId: SpaceId }): Promise<Thread>;
  get(id: ThreadId): Promise<ThreadView>;
  patch(id: ThreadId, patch: ThreadPatch): Promise<Thread>;
  remove(id: ThreadId): Promise<void>;
  messages(id: ThreadId, query?: Partial<ListMessagesQuery>, options?: ReadOptions): Promise<MessagePage>;
  send(id: ThreadId, request: SendMessageRequest, options?: KeyOptions): Promise<TurnStarted>;
  editLast(
    id: ThreadId,
    messageId: MessageId,
    request: EditMessageRequest & KeyOptions,
  ): Promise<TurnStarted>;
  retry(id: ThreadId, options?: KeyOptions): Promise<TurnStarted>;
  editSummary(id: ThreadId, edit: SummaryEdit): Promise<Thread>;
  rebuildSummary(id: ThreadId, options?: KeyOptions): Promise<Run>;
  versions(id: ThreadId): Promise<SummaryVersion[]>;
  restoreSummary(id: ThreadId, request: RestoreSummary, options?: KeyOptions): Promise<SummaryRestored>;
  grounding(id: ThreadId): Promise<ThreadGrounding>;
  search(query: { q: string } & Partial<SearchThreadsQuery>, options?: ReadOptions): Promise<ThreadHitPage>;
  explain(id: ThreadId, query?: { policy?: MemoryPolicyName | undefined }): Promise<Explanation>;
  exportMarkdown(id: ThreadId): Promise<string>;
  exportJson(id: ThreadId): Promise<ThreadExport>;
}

export function createSpacesClient({ read, send }: Api): SpacesClient {
  return {
    list: async () => (await read(spaceListSchema, { path: '/api/spaces' })).items,
    create: (body) => read(spaceSchema, { method: 'POST', path: '/api/spaces', body }),
    patch: (id, body) => read(spaceSchema, { method: 'PATCH', path: `/api/spaces/${id}`, body }),
    remove: async (id) => void (await send({ method: 'DELETE', path: `/api/spaces/${id}` })),
  };
}

export function createThreadsClient({ read, send }: Api): ThreadsClient {
  return {
    list: (query) => read(threadPageSchema, { path: '/api/threads', query }),
    create: (body) => read(threadSchema, { method: 'POST', path: '/api/threads', body }),
    get: (id) => read(threadViewSchema, { path: pathOf(id) }),
    patch: (id, body) => read(threadSchema, { method: 'PATCH', path: pathOf(id), body }),
    remove: async (id) => void (await send({ method: 'DELETE', path: pathOf(id) })),
    messages: (id, query, options) =>
      read(messagePageSchema, { path: `${pathOf(id)}/messages`, query, ...options }),
    send: (id, body, once = {}) =>
      read(turnStartedSchema, { method: 'POST', path: `${pathOf(id)}/messages`, body, once }),
    editLast(id, messageId, { idempotencyKey, ...body }) {
      const path = `${pathOf(id)}/messages/${messageId}`;
      return read(turnStartedSchema, { method: 'PUT', path, body, once: { idempotencyKey } });
    },
    retry: (id, once = {}) => read(turnStartedSchema, { method: 'POST', path: `${pathOf(id)}/retry`, once }),
    editSummary: (id, body) => read(threadSchema, { method: 'PUT', path: `${pathOf(id)}/summary`, body }),
    rebuildSummary: (id, once = {}) =>
      read(runSchema, { method: 'POST', path: `${pathOf(id)}/summary/rebuild`, once }),
    versions: async (id) =>
      (await read(summaryVersionListSchema, { path: `${pathOf(id)}/summary/versions` })).items,
    restoreSummary: (id, body, once = {}) =>
      read(summaryRestoredSchema, { method: 'POST', path: `${pathOf(id)}/summary/restore`, body, once }),
    grounding: (id) => read(threadGroundingSchema, { path: `${pathOf(id)}/summary/grounding` }),
    search: (query, options) => read(threadHitPageSchema, { path: '/api/threads/search', query, ...options }),
    explain: (id, query) => read(explanationSchema, { path: `${pathOf(id)}/explain`, query }),
    exportMarkdown: async (id) => (await send({ path: `${pathOf(id)}/export.md` })).text(),
    exportJson: (id) => read(threadExportSchema, { path: `${pathOf(id)}/export.json` }),
  };
}

function pathOf(id: ThreadId): string {
  return `/api/threads/${encodeURIComponent(id)}`;
}
