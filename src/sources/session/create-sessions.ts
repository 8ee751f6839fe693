import { AppError } from '#schema/app-error.ts';
import type { RecordKind, RecordOf, Session, SessionEvent, SessionId } from '#schema/sessions/session.ts';
import type {
  CompleteAnswer,
  ContextQuery,
  ImportReport,
  IngestAnswer,
  IngestRequest,
  InitAnswer,
  InitRequest,
  ListRecordsQuery,
  ListSessionsQuery,
  ObservationRequest,
  ProjectList,
  QueuedAnswer,
  RecordList,
  SearchSessionsQuery,
  SessionContext,
  SessionCounts,
  SessionHitPage,
  SessionNews,
  SessionPage,
  SummarizeRequest,
  Timeline,
  TimelineQuery,
} from '#schema/sessions/sessions-wire.ts';
import { buildContext } from '#sources/session/context/build-context.ts';
import { shareDescriptions } from '#sources/session/records/describe-event.ts';
import { exportSessions } from '#sources/session/records/export-sessions.ts';
import { getRecords } from '#sources/session/records/get-records.ts';
import { createHiddenTexts } from '#sources/session/records/hidden-texts.ts';
import { importSessions } from '#sources/session/records/import-sessions.ts';
import { recordObservation } from '#sources/session/records/record-observation.ts';
import { recordPrompt } from '#sources/session/records/record-prompt.ts';
import { formatRef } from '#sources/session/records/record-ref.ts';
import { requireKey } from '#sources/session/records/session-key.ts';
import { showTimeline } from '#sources/session/records/show-timeline.ts';
import { announce } from './announce.ts';
import { ingestSummary } from './ingest-summary.ts';
import type { SessionPorts } from './ports.ts';
import { scopeToProject } from './project-scope.ts';
import { queueSummary } from './queue-summary.ts';
import { searchSessions } from './search-sessions.ts';
import { summarizeQuiet } from './summarize-quiet.ts';

interface Page<T> {
  items: T[];
  hasMore: boolean;
  offset: number;
  limit: number;
}

/** Everything about coding sessions. Private text is stripped here, before anything is written. */
export interface Sessions {
  init(request: InitRequest): Promise<InitAnswer>;
  observe(request: ObservationRequest): Promise<QueuedAnswer>;
  summarize(request: SummarizeRequest): Promise<QueuedAnswer>;
  ingest(request: IngestRequest): Promise<IngestAnswer>;
  complete(contentSessionId: string): Promise<CompleteAnswer>;

  list(query: ListSessionsQuery): Promise<SessionPage>;
  get(id: SessionId): Promise<Session>;
  listRecords<K extends RecordKind>(kind: K, query: ListRecordsQuery): Promise<Page<RecordOf[K]>>;
  getRecords(refs: readonly string[]): Promise<RecordList>;
  search(query: SearchSessionsQuery): Promise<SessionHitPage>;
  timeline(query: TimelineQuery): Promise<Timeline>;
  context(query: ContextQuery): Promise<SessionContext>;
  projects(): Promise<ProjectList>;
  counts(): Promise<SessionCounts>;

  export(which: { project?: string | undefined }): AsyncIterable<string>;
  import(jsonl: string): Promise<ImportReport>;
  removeRecord(kind: RecordKind, id: number): Promise<void>;
  remove(id: SessionId): Promise<void>;
  /** Returns how many sessions there were. */
  removeProject(project: string): Promise<number>;
  /** Deletes sessions past their retention. */
  sweep(): Promise<void>;
  /** Starts summaries of turns whose sender is gone. */
  summarizeQuiet(): Promise<void>;

  subscribe(handler: (event: SessionEvent) => void): () => void;
  /** Null: its subject was already deleted. */
  describe(event: SessionEvent): Promise<SessionNews | null>;
  /** Throws AppError `database_unavailable`. */
  ping(): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;

export function createSessions(ports: SessionPorts): Sessions {
  const { store, clock } = ports;
  const taking = { ...ports, hidden: createHiddenTexts() };

  async function cancelRuns(of: { id: SessionId } | { project: string }): Promise<void> {
    for (const runId of await store.listSessionRuns(of)) await ports.cancelRun(runId);
  }

  return {
    init: (request) => recordPrompt(taking, request),
    observe: (request) => recordObservation(taking, request),
    summarize: (request) => queueSummary(taking, request),
    ingest: (request) => ingestSummary(taking, request),
    async complete(contentSessionId) {
      const session = await store.completeSession(requireKey(contentSessionId), clock.now());
      if (session === null) return { status: 'skipped', reason: 'not_active' };
      await announce(ports, { type: 'session_completed', sessionDbId: session.id });
      return { status: 'completed', sessionDbId: session.id };
    },

    list: async ({ offset, limit, project }) =>
      toPage(await store.listSessions({ project, offset, limit: limit + 1 }), { offset, limit }),
    async get(id) {
      const session = await store.getSession(id);
      if (session === null) throw missingSession(id);
      return session;
    },
    async listRecords(kind, { project, sessionDbId, orderBy, offset, limit }) {
      const items = await store.listRecords(kind, {
        projects: project === undefined ? undefined : [project],
        sessionId: sessionDbId,
        order: orderBy === 'date_asc' ? 'oldest' : 'newest',
        offset,
        limit: limit + 1,
      });
      return toPage(items, { offset, limit });
    },
    getRecords: (refs) => getRecords(ports, refs),
    search: async (query) => searchSessions(ports, await scopeToProject(ports, query)),
    timeline: async (query) => showTimeline(ports, await scopeToProject(ports, query)),
    context: async (query) => buildContext(ports, await scopeToProject(ports, query)),
    async projects() {
      const items = await store.listProjects();
      return { items, projects: items.map(({ project }) => project).filter((project) => project !== '') };
    },
    counts: () => store.countSessions(),

    export: (which) => exportSessions(ports, which),
    import: (jsonl) => importSessions(ports, jsonl),
    async removeRecord(kind, id) {
      if (await store.deleteRecord(kind, id)) return;
      throw new AppError('not_found', `No ${kind} ${formatRef(kind, id)} found.`);
    },
    async remove(id) {
      await cancelRuns({ id });
      if ((await store.deleteSessions({ id })) === 0) throw missingSession(id);
    },
    async removeProject(project) {
      await cancelRuns({ project });
      return store.deleteSessions({ project });
    },
    async sweep() {
      const { retentionDays } = await ports.getSettings();
      if (retentionDays !== null) await store.deleteSessions({ before: clock.now() - retentionDays * dayMs });
    },

    summarizeQuiet: () => summarizeQuiet(taking),

    subscribe: (handler) => ports.events.subscribe(handler),
    describe: shareDescriptions(ports),
    ping: () => store.ping(),
  };
}

/** From one item more than the page shows. */
function toPage<T>(items: T[], { offset, limit }: { offset: number; limit: number }): Page<T> {
  return { items: items.slice(0, limit), hasMore: items.length > limit, offset, limit };
}

function missingSession(id: SessionId): AppError {
  return new AppError('not_found', `Session ${id} not found.`);
}
