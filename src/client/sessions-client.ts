import type { RecordKind, Session, SessionId } from '#schema/sessions/session.ts';
import { sessionSchema } from '#schema/sessions/session.ts';
import {
  type ContextQuery,
  type ImportReport,
  importReportSchema,
  type ListRecordsQuery,
  type ListSessionsQuery,
  type ObservationPage,
  observationPageSchema,
  type ProjectList,
  type PromptPage,
  projectListSchema,
  promptPageSchema,
  type QueuedAnswer,
  queuedAnswerSchema,
  type RecordList,
  recordListSchema,
  type SearchSessionsQuery,
  type SessionContext,
  type SessionHitPage,
  type SessionNews,
  type SessionPage,
  type SessionSummaryPage,
  type Stats,
  sessionContextSchema,
  sessionHitPageSchema,
  sessionNewsSchema,
  sessionPageSchema,
  sessionSummaryPageSchema,
  statsSchema,
  type Timeline,
  type TimelineQuery,
  timelineSchema,
} from '#schema/sessions/sessions-wire.ts';
import { deletedSchema } from '#schema/wire.ts';
import type { Api, KeyOptions } from './call-api.ts';
import { readEvents } from './read-events.ts';

interface ReadOptions {
  signal?: AbortSignal;
}

export interface SessionsClient {
  list(query?: Partial<ListSessionsQuery>): Promise<SessionPage>;
  get(id: SessionId): Promise<Session>;
  prompts(query?: Partial<ListRecordsQuery>): Promise<PromptPage>;
  observations(query?: Partial<ListRecordsQuery>): Promise<ObservationPage>;
  summaries(query?: Partial<ListRecordsQuery>): Promise<SessionSummaryPage>;
  records(refs: readonly string[]): Promise<RecordList>;
  search(query: Partial<SearchSessionsQuery>, options?: ReadOptions): Promise<SessionHitPage>;
  timeline(query: Partial<TimelineQuery>): Promise<Timeline>;
  context(query: Partial<ContextQuery>): Promise<SessionContext>;
  projects(): Promise<ProjectList>;
  stats(): Promise<Stats>;
  /** Of the newest turn; the session is named as its program names it. */
  summarize(contentSessionId: string, options?: KeyOptions): Promise<QueuedAnswer>;
  exportLines(query?: { project?: string | undefined }): Promise<Response>;
  importLines(jsonl: string): Promise<ImportReport>;
  removeRecord(kind: RecordKind, id: number): Promise<void>;
  remove(id: SessionId): Promise<void>;
  /** Returns how many sessions there were. */
  removeProject(project: string): Promise<number>;
  /** Events from now on; `connected` after each connect means: reload the lists. Ends with the signal. */
  follow(options?: ReadOptions): AsyncGenerator<SessionNews>;
}

/** Under the server's limit of a body, escapes of JSON included. */
const importCharacters = 4_000_000;

const recordPaths: Record<RecordKind, string> = {
  prompt: '/api/prompts',
  observation: '/api/observations',
  summary: '/api/summaries',
};

export function createSessionsClient(api: Api): SessionsClient {
  const { read, send } = api;
  const asJson = { format: 'json' };
  return {
    list: (query) => read(sessionPageSchema, { path: '/api/sessions', query }),
    get: (id) => read(sessionSchema, { path: `/api/sessions/${id}` }),
    prompts: (query) => read(promptPageSchema, { path: recordPaths.prompt, query }),
    observations: (query) => read(observationPageSchema, { path: recordPaths.observation, query }),
    summaries: (query) => read(sessionSummaryPageSchema, { path: recordPaths.summary, query }),
    records: (refs) =>
      read(recordListSchema, { path: '/api/session-records', query: { refs: refs.join(',') } }),
    search: (query, options) =>
      read(sessionHitPageSchema, { path: '/api/search', query: { ...query, ...asJson }, ...options }),
    timeline: (query) => read(timelineSchema, { path: '/api/timeline', query: { ...query, ...asJson } }),
    context: (query) =>
      read(sessionContextSchema, { path: '/api/context/inject', query: { ...query, ...asJson } }),
    projects: () => read(projectListSchema, { path: '/api/projects' }),
    stats: () => read(statsSchema, { path: '/api/stats' }),
    summarize: (contentSessionId, once = {}) =>
      read(queuedAnswerSchema, {
        method: 'POST',
        path: '/api/sessions/summarize',
        body: { contentSessionId },
        once,
      }),
    exportLines: (query) => send({ path: '/api/sessions/export.jsonl', query }),
    async importLines(jsonl) {
      const report: ImportReport = { added: 0, known: 0, refused: [] };
      for (const { text, linesBefore } of piecesOf(jsonl)) {
        const call = { method: 'POST', path: '/api/sessions/import', body: { jsonl: text } } as const;
        const { added, known, refused } = await read(importReportSchema, call);
        report.added += added;
        report.known += known;
        report.refused.push(...refused.map(({ line, reason }) => ({ line: line + linesBefore, reason })));
      }
      return report;
    },
    removeRecord: async (kind, id) =>
      void (await send({ method: 'DELETE', path: `${recordPaths[kind]}/${id}` })),
    remove: async (id) => void (await send({ method: 'DELETE', path: `/api/sessions/${id}` })),
    removeProject: async (project) =>
      (await read(deletedSchema, { method: 'DELETE', path: '/api/projects', query: { project } })).deleted,
    follow: (options) => follow(api, options),
  };
}

async function* follow(api: Api, { signal }: ReadOptions = {}): AsyncGenerator<SessionNews> {
  const nextCall = () => ({ path: '/stream' });
  for await (const news of readEvents(api, { nextCall, schema: sessionNewsSchema, signal })) {
    if (news !== null) yield news;
  }
}

/** Whole lines, as many per request as the server accepts. */
function* piecesOf(jsonl: string): Generator<{ text: string; linesBefore: number }> {
  let lines: string[] = [];
  let length = 0;
  let linesBefore = 0;
  for (const line of jsonl.split('\n')) {
    if (lines.length > 0 && length + line.length > importCharacters) {
      yield { text: lines.join('\n'), linesBefore };
      linesBefore += lines.length;
      lines = [];
      length = 0;
    }
    lines.push(line);
    length += line.length + 1;
  }
  yield { text: lines.join('\n'), linesBefore };
}
