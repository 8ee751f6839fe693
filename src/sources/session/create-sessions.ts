import { withPorts } from '#engine/with-ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { FixesQuery } from '#schema/sessions/fixes-wire.ts';
import type {
  RecordKind,
  RecordOf,
  SessionEvent,
  SessionId,
  SessionRecord,
} from '#schema/sessions/session.ts';
import type {
  ActivityQuery,
  CompleteAnswer,
  ContextQuery,
  ListRecordsQuery,
  ListSessionsQuery,
  ObservationRequest,
  ProjectList,
  QueuedAnswer,
  RecordList,
  SearchSessionsQuery,
  TimelineQuery,
} from '#schema/sessions/sessions-wire.ts';
import { buildContext } from '#sources/session/context/build-context.ts';
import { giveContext } from '#sources/session/context/give-context.ts';
import { listDeliveries, setSuperseded } from '#sources/session/context/list-deliveries.ts';
import { recallPrompt } from '#sources/session/context/recall-prompt.ts';
import { auditMemories } from '#sources/session/memories/audit-memories.ts';
import { createMemories } from '#sources/session/memories/create-memories.ts';
import { createExclusions } from '#sources/session/projects/exclusions.ts';
import { createProjectLanguages, createProjectRecall } from '#sources/session/projects/project-settings.ts';
import { createDescriptions } from '#sources/session/records/describe-event.ts';
import { createHiddenTexts } from '#sources/session/records/hidden-texts.ts';
import { importSessions } from '#sources/session/records/import-sessions.ts';
import { showTimeline } from '#sources/session/records/show-timeline.ts';
import { findFixes } from './find-fixes.ts';
import type { SessionPorts } from './ports.ts';
import { scopeToProject } from './project-scope.ts';
import { cleanText, cleanValue } from './records/clean-text.ts';
import { exportSessions } from './records/export-sessions.ts';
import { formatRef, parseRef } from './records/record-card.ts';
import { ingestSummary, recordPrompt } from './records/record-events.ts';
import {
  announce,
  announceAlone,
  eventKeyOf,
  eventTime,
  promptKeyOf,
  requireKey,
  type TakingPorts,
} from './records/take-event.ts';
import { readDate, searchSessions } from './search-sessions.ts';
import { queueSummary } from './start-summary.ts';

interface Page<T> {
  items: T[];
  hasMore: boolean;
  offset: number;
  limit: number;
}

export type Sessions = ReturnType<typeof createSessions>;

const dayMs = 24 * 60 * 60 * 1000;

/** Everything about coding sessions. Private text is stripped here, before anything is written. */
export function createSessions(ports: SessionPorts) {
  const { store, clock } = ports;
  const recording = createExclusions(ports);
  const news = createDescriptions(ports);
  const taking = { ...ports, hidden: createHiddenTexts(), recording, news };
  const memories = createMemories(ports);

  async function cancelRuns(of: { id: SessionId } | { project: string }): Promise<void> {
    for (const runId of await store.listSessionRuns(of)) await ports.cancelRun(runId);
  }

  return {
    ...withPorts(taking, {
      init: recordPrompt,
      observe: recordObservation,
      summarize: queueSummary,
      ingest: ingestSummary,
      /** Starts summaries of turns that went quiet without one. */
      summarizeQuiet,
      getRecords,
      export: exportSessions,
      import: importSessions,
      /** Returns the context for a session that begins or was compacted. */
      giveContext,
      /** Returns what earlier sessions say about a prompt. */
      recallPrompt,
      listDeliveries,
      setSuperseded,
      auditMemories,
    }),
    memories,
    languages: createProjectLanguages(ports),
    recallSwitch: createProjectRecall(ports),
    /** Manages the projects that are not recorded. */
    exclusions: {
      list: recording.list,
      exclude: recording.exclude,
      include: recording.include,
      refusesPrompt: recording.refusesPrompt,
    },
    hiddenTexts: taking.hidden,
    async complete(contentSessionId: string): Promise<CompleteAnswer> {
      const session = await store.completeSession(requireKey(contentSessionId), clock.now());
      if (session === null) return { status: 'skipped', reason: 'not_active' };
      await announce(taking, { type: 'session_completed', sessionDbId: session.id }, { session });
      return { status: 'completed', sessionDbId: session.id };
    },

    list: async ({ offset, limit, project }: ListSessionsQuery) =>
      toPage(await store.listSessions({ project, offset, limit: limit + 1 }), { offset, limit }),
    async get(id: SessionId) {
      const session = await store.getSession(id);
      if (session === null) throw missingSession(id);
      return session;
    },
    async listRecords<K extends RecordKind>(
      kind: K,
      { project, sessionDbId, dateStart, dateEnd, orderBy, offset, limit }: ListRecordsQuery,
    ): Promise<Page<RecordOf[K]>> {
      const items = await store.listRecords(kind, {
        projects: project === undefined ? undefined : [project],
        sessionId: sessionDbId,
        from: dateStart === undefined ? undefined : readDate(dateStart, 'start'),
        to: dateEnd === undefined ? undefined : readDate(dateEnd, 'end'),
        order: orderBy === 'date_asc' ? 'oldest' : 'newest',
        offset,
        limit: limit + 1,
      });
      return toPage(items, { offset, limit });
    },
    search: async (query: SearchSessionsQuery) => searchSessions(ports, await scopeToProject(ports, query)),
    timeline: async (query: TimelineQuery) => showTimeline(ports, await scopeToProject(ports, query)),
    fixes: async (query: FixesQuery) => findFixes(ports, await scopeToProject(ports, query)),
    context: async (query: ContextQuery) => buildContext(ports, await scopeToProject(ports, query)),
    async projects(): Promise<ProjectList> {
      const items = await store.listProjects();
      return { items, projects: items.map(({ project }) => project).filter((project) => project !== '') };
    },
    activity: async (query: ActivityQuery) => ({
      items: await store.listActivity({ ...query, now: clock.now() }),
    }),
    counts: () => store.countSessions(),

    async removeRecord(kind: RecordKind, id: number) {
      if (await store.deleteRecord(kind, id)) return;
      throw new AppError('not_found', `No ${kind} ${formatRef(kind, id)} found.`);
    },
    async remove(id: SessionId) {
      await cancelRuns({ id });
      if ((await store.deleteSessions({ id })) === 0) throw missingSession(id);
    },
    /** Returns how many sessions were deleted. */
    async removeProject(project: string) {
      await cancelRuns({ project });
      return store.deleteSessions({ project });
    },
    /** Deletes sessions past their retention, and memories that can no longer be restored. */
    async sweep() {
      await memories.sweep();
      await recording.sweep();
      const { retentionDays } = await ports.getSettings();
      if (retentionDays !== null) await store.deleteSessions({ before: clock.now() - retentionDays * dayMs });
    },

    /** Announces that records were stored without an event. */
    announceImport: () => announceAlone(ports, { type: 'sessions_imported' }),
    subscribe: (handler: (event: SessionEvent) => void) => ports.events.subscribe(handler),
    /** Null if the subject of the event was already deleted. */
    describe: news.describe,
    /** Throws AppError `database_unavailable`. */
    ping: () => store.ping(),
  };
}

/** Makes a page from items with one more than the page shows. */
function toPage<T>(items: T[], { offset, limit }: { offset: number; limit: number }): Page<T> {
  return { items: items.slice(0, limit), hasMore: items.length > limit, offset, limit };
}

function missingSession(id: SessionId): AppError {
  return new AppError('not_found', `Session ${id} not found.`);
}

/** Idle time before a turn is summarized. A running plugin requests or sends a summary well before. */
const quietMs = 15 * 60_000;

/** Older sessions are skipped, so that a first start does not pay for a whole history. */
const maxAgeMs = 24 * 60 * 60_000;

const maxSessions = 20;

/**
 * Starts a summary for sessions that went quiet in the middle of a turn, because OpenCode was killed or could not
 * reach the worker. A completed session already has its summary or needs none.
 */
async function summarizeQuiet(ports: TakingPorts): Promise<void> {
  const now = ports.clock.now();
  const span = { from: now - maxAgeMs, to: now - quietMs, limit: maxSessions };
  for (const contentSessionId of await ports.store.listUnsummarized(span)) {
    await queueSummary(ports, { contentSessionId, ifMissing: true });
  }
}

const maxRefs = 50;

/** Records by reference, in the requested order. */
async function getRecords(
  { store }: Pick<SessionPorts, 'store'>,
  refs: readonly string[],
): Promise<RecordList> {
  const items: SessionRecord[] = [];
  const missing: string[] = [];
  for (const name of refs.slice(0, maxRefs)) {
    const ref = parseRef(name);
    const record = ref === null ? null : await readRecord({ store }, ref);
    if (record === null) missing.push(name);
    else items.push(record);
  }
  return { items, missing: [...missing, ...refs.slice(maxRefs)] };
}

async function readRecord(
  { store }: Pick<SessionPorts, 'store'>,
  { kind, id }: NonNullable<ReturnType<typeof parseRef>>,
): Promise<SessionRecord | null> {
  if (kind === 'prompt') return mark(kind, await store.getRecord(kind, id));
  if (kind === 'observation') return mark(kind, await store.getRecord(kind, id));
  return mark(kind, await store.getRecord(kind, id));
}

function mark<K, R extends object>(kind: K, record: R | null): ({ kind: K } & R) | null {
  return record === null ? null : { kind, ...record };
}

/** Stores a tool's input and output, unless the turn is private. */
async function recordObservation(ports: TakingPorts, request: ObservationRequest): Promise<QueuedAnswer> {
  const contentSessionId = requireKey(request.contentSessionId);
  if (await ports.recording.refuses(contentSessionId)) return { status: 'skipped', reason: 'excluded' };
  const hidden = ports.hidden.of(contentSessionId);
  const input = cleanValue(request.tool_input, hidden);
  const response = cleanValue(request.tool_response, hidden);
  if (input.isEntirelyPrivate && response.isEntirelyPrivate) return { status: 'skipped', reason: 'private' };
  const added = await ports.store.addObservation({
    contentSessionId,
    toolName: cleanText(request.tool_name, hidden).text,
    toolInput: input.text,
    toolResponse: response.text,
    cwd: cleanText(request.cwd ?? '', hidden).text,
    eventKey: eventKeyOf(ports, request.eventId),
    promptKey: promptKeyOf(ports, request.promptEventId),
    at: eventTime(ports.clock.now(), request.at),
  });
  if (added.kind === 'private') return { status: 'skipped', reason: 'private' };
  const { session, observation: record } = added;
  const sessionDbId = session.id;
  if (added.isNewSession) await announce(ports, { type: 'session_started', sessionDbId }, { session });
  if (added.isNew)
    await announce(ports, { type: 'new_observation', sessionDbId, id: record.id }, { session, record });
  return { status: 'queued' };
}
