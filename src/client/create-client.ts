import { changeKinds } from '#schema/change-kinds.ts';
import { keysLeftOutHeader } from '#schema/headers.ts';
import type { RunId } from '#schema/ids.ts';
import type { AgentConfig, AgentId, AgentPart } from '#schema/models/agent.ts';
import type { ModelProfileInput } from '#schema/models/model-profile.ts';
import { checkRoutes } from '#schema/routes/check-routes.ts';
import { conversationRoutes } from '#schema/routes/conversation-routes.ts';
import { entryRoutes, entrySummaryRoutes } from '#schema/routes/entry-routes.ts';
import { hookRoutes } from '#schema/routes/hook-routes.ts';
import { memoryRoutes } from '#schema/routes/memory-routes.ts';
import { projectRoutes } from '#schema/routes/project-routes.ts';
import { readerRoutes } from '#schema/routes/reader-routes.ts';
import {
  type ArgumentsOf,
  fillPath,
  pathNames,
  type ResultOf,
  type Route,
  type RouteTable,
} from '#schema/routes/route.ts';
import { issueRoutes, runRoutes, textRoutes } from '#schema/routes/run-routes.ts';
import { recordRoutes, sessionRoutes } from '#schema/routes/session-routes.ts';
import {
  agentRoutes,
  modelRoutes,
  settingsRoutes,
  spendingRoutes,
  storageRoutes,
  templateRoutes,
} from '#schema/routes/settings-routes.ts';
import { loginRoutes, statusRoutes } from '#schema/routes/status-routes.ts';
import { entryTagRoutes, taggingRoutes, tagRoutes } from '#schema/routes/tag-routes.ts';
import { spaceRoutes, threadRoutes } from '#schema/routes/thread-routes.ts';
import { translationRoutes } from '#schema/routes/translation-routes.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import type { ImportReport } from '#schema/sessions/export-wire.ts';
import type { RecordKind } from '#schema/sessions/session.ts';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import type { Change } from '#schema/wire.ts';
import { type Api, type ApiCall, type ApiOptions, createApi, type KeyOptions } from './call-api.ts';
import { readEvents } from './read-events.ts';

/** Keeps a request below the server's body limit, even after JSON escaping. */
const importCharacters = 4_000_000;

export type SessionsClient = ReturnType<typeof createSessionsClient>;

const sessionClientRoutes = {
  ...sessionRoutes,
  ...recordRoutes,
  ...projectRoutes,
  hooks: hookRoutes,
} as const;

export function createSessionsClient(api: Api) {
  const derived = deriveClient(api, sessionClientRoutes);
  const removers = {
    prompt: derived.removePrompt,
    observation: derived.removeObservation,
    summary: derived.removeSummary,
  };
  return {
    ...derived,
    records: (refs: readonly string[]) => derived.records({ refs: refs.join(',') }),
    removeRecord: (kind: RecordKind, id: number) => removers[kind](id as never),
    async importLines(jsonl: string): Promise<ImportReport> {
      const report: ImportReport = { added: 0, known: 0, refused: [] };
      for (const { text, linesBefore } of piecesOf(jsonl)) {
        const { added, known, refused } = await derived.importLines(text);
        report.added += added;
        report.known += known;
        report.refused.push(...refused.map(({ line, reason }) => ({ line: line + linesBefore, reason })));
      }
      return report;
    },
    /** Yields session events from now on. After each `connected`, reload the lists. Ends with the signal. */
    follow: (options?: CallOptions) => follow(api, options),
  };
}

async function* follow(api: Api, { signal }: CallOptions = {}): AsyncGenerator<SessionNews> {
  const { path, answer: schema } = sessionRoutes.events;
  for await (const news of readEvents(api, { nextCall: () => ({ path }), schema, signal })) {
    if (news !== null) yield news;
  }
}

/** Splits JSONL into groups of whole lines that each fit into one request. */
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

/** All actions that clients can call, by their place in the client. */
export const clientRoutes = {
  ...textRoutes,
  ...statusRoutes,
  reader: { ...readerRoutes, entries: entryRoutes, summaries: entrySummaryRoutes },
  spaces: spaceRoutes,
  threads: threadRoutes,
  conversations: conversationRoutes,
  sessions: sessionClientRoutes,
  memories: memoryRoutes,
  checks: checkRoutes,
  translations: translationRoutes,
  tags: { ...tagRoutes, ofEntry: entryTagRoutes, batches: taggingRoutes },
  runs: runRoutes,
  issues: issueRoutes,
  models: modelRoutes,
  agents: agentRoutes,
  login: loginRoutes,
  settings: settingsRoutes,
  templates: templateRoutes,
  spending: spendingRoutes,
  storage: storageRoutes,
} as const satisfies RouteTable;

/** The client API. All methods throw AppError. */
export type Client = ReturnType<typeof createClient>;

export function createClient(options: ApiOptions) {
  const api = createApi(options);
  const derived = deriveClient(api, clientRoutes);
  return {
    ...derived,
    sessions: createSessionsClient(api),
    runs: {
      ...derived.runs,
      /** Yields each event once and in order until the run ends, even if the connection breaks. */
      events: (id: RunId, options?: RunEventsOptions) => readRunEvents(api, id, options),
    },
    models: {
      ...derived.models,
      put: (input: ModelProfileInput) => derived.models.put(input.id, input),
    },
    agents: { ...derived.agents, exportConfig: (id: AgentId) => exportAgent(api, id) },
    /** Yields what to reload: everything after each connect, then whatever changes. Ends with the signal. */
    changes: (options?: CallOptions) => readChanges(api, options),
  };
}

interface AgentExport {
  config: AgentConfig;
  /** The parts whose stored key was left out of the file. */
  keysLeftOut: AgentPart[];
}

const agentParts: Readonly<Record<AgentPart, true>> = { llm: true, summarizer: true };

async function exportAgent(api: Api, id: AgentId): Promise<AgentExport> {
  const route = agentRoutes.exportConfig;
  const response = await api.send({ path: fillPath(route, [id]) });
  const parts = response.headers.get(keysLeftOutHeader)?.split(',') ?? [];
  const keysLeftOut = parts.map((part) => part.trim()).filter(isAgentPart);
  return { config: await api.parse(route.answer, response, await response.text()), keysLeftOut };
}

function isAgentPart(part: string): part is AgentPart {
  return Object.hasOwn(agentParts, part);
}

async function* readChanges(api: Api, { signal }: CallOptions = {}): AsyncGenerator<Change> {
  const { path, answer: schema } = statusRoutes.changes;
  for await (const change of readEvents(api, { nextCall: () => ({ path }), schema, signal })) {
    if (change !== null) yield change;
    // Changes made before the connection are not reported.
    else for (const what of changeKinds) yield { what };
  }
}

interface RunEventsOptions {
  /** The last event that the caller has. If omitted, all events are read. */
  afterSeq?: number;
  signal?: AbortSignal;
}

async function* readRunEvents(
  api: Api,
  id: RunId,
  { afterSeq = 0, signal }: RunEventsOptions = {},
): AsyncGenerator<RunEvent> {
  let seq = afterSeq;
  const nextCall = (): ApiCall => ({
    path: fillPath(runRoutes.events, [id]),
    headers: seq === 0 ? {} : { 'last-event-id': String(seq) },
  });
  for await (const event of readEvents(api, { nextCall, schema: runRoutes.events.answer, signal })) {
    if (event === null || event.seq <= seq) continue;
    seq = event.seq;
    yield event;
    if (event.type === 'run-end') return;
  }
}

interface CallOptions {
  signal?: AbortSignal | undefined;
}

type OptionsOf<R extends Route> = R extends { keyed: true } ? CallOptions & KeyOptions : CallOptions;

/** Maps each route of the table to a function. */
type ClientOf<T> = {
  [K in keyof T]: T[K] extends Route
    ? (...args: [...ArgumentsOf<T[K]>, options?: OptionsOf<T[K]>]) => Promise<ResultOf<T[K]>>
    : ClientOf<T[K]>;
};

export function deriveClient<const T extends RouteTable>(api: Api, table: T): ClientOf<T> {
  const entries = Object.entries(table).map(([name, entry]) => [
    name,
    isRoute(entry) ? (...args: unknown[]) => call(api, entry, args) : deriveClient(api, entry),
  ]);
  return Object.fromEntries(entries);
}

function isRoute(entry: Route | RouteTable): entry is Route {
  return typeof entry.operationId === 'string';
}

async function call(api: Api, route: Route, args: unknown[]): Promise<unknown> {
  const { answer, type, result } = route;
  const request = toRequest(route, args);
  if (answer !== undefined && type === undefined) {
    const answered = await api.read(answer, request);
    // oxlint-disable-next-line house/no-untrusted-lookup -- The name is of a route.
    return result === undefined ? answered : (answered as Record<string, unknown>)[result];
  }
  const response = await api.send(request);
  if (type === undefined) return undefined;
  return type.startsWith('text/') && answer === undefined ? response.text() : response;
}

function toRequest(route: Route, args: unknown[]): ApiCall {
  const { method, body, query, keyed, type, plain, argument } = route;
  const count = pathNames(route).length;
  const sends = body !== undefined || query !== undefined;
  const sent = argument === undefined ? { ...(args[count] as object) } : { [argument]: args[count] };
  const { signal, idempotencyKey }: CallOptions & KeyOptions = args[sends ? count + 1 : count] ?? {};
  return {
    method,
    path: fillPath(route, args),
    ...(body !== undefined && { body: sent }),
    ...(query !== undefined && { query: { ...sent, ...(plain !== undefined && { format: 'json' }) } }),
    ...(type !== undefined && { headers: { accept: type } }),
    signal,
    ...(keyed && { once: { idempotencyKey } }),
  };
}
