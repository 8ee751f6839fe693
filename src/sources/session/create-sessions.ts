import { withPorts } from '#engine/with-ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { FixesQuery } from '#schema/sessions/fixes-wire.ts';
import type { RecordKind, RecordOf, SessionEvent, SessionId } from '#schema/sessions/session.ts';
import type {
  ActivityQuery,
  CompleteAnswer,
  ContextQuery,
  ListRecordsQuery,
  ListSessionsQuery,
  ProjectList,
  SearchSessionsQuery,
  TimelineQuery,
} from '#schema/sessions/sessions-wire.ts';
import { buildContext } from '#sources/session/context/build-context.ts';
import { recallSession } from '#sources/session/context/recall-session.ts';
import { findFixes } from '#sources/session/fixes/find-fixes.ts';
import { createMemories } from '#sources/session/memories/create-memories.ts';
import { createExclusions } from '#sources/session/projects/exclusions.ts';
import { createProjectLanguages } from '#sources/session/projects/languages.ts';
import { createDescriptions } from '#sources/session/records/describe-event.ts';
import { exportSessions } from '#sources/session/records/export-sessions.ts';
import { getRecords } from '#sources/session/records/get-records.ts';
import { createHiddenTexts } from '#sources/session/records/hidden-texts.ts';
import { importSessions } from '#sources/session/records/import-sessions.ts';
import { recordObservation } from '#sources/session/records/record-observation.ts';
import { recordPrompt } from '#sources/session/records/record-prompt.ts';
import { formatRef } from '#sources/session/records/record-ref.ts';
import { requireKey } from '#sources/session/records/session-key.ts';
import { showTimeline } from '#sources/session/records/show-timeline.ts';
import { announce, announceAlone } from './announce.ts';
import { ingestSummary } from './ingest-summary.ts';
import type { SessionPorts } from './ports.ts';
import { scopeToProject } from './project-scope.ts';
import { queueSummary } from './queue-summary.ts';
import { readDate } from './read-date.ts';
import { searchSessions } from './search-sessions.ts';
import { summarizeQuiet } from './summarize-quiet.ts';

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
      /** Starts summaries of turns whose sender is gone. */
      summarizeQuiet,
      getRecords,
      export: exportSessions,
      import: importSessions,
      /** For a session whose context was compacted. */
      recall: recallSession,
    }),
    memories,
    languages: createProjectLanguages(ports),
    /** Projects of which nothing is recorded. */
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
    /** Returns how many sessions there were. */
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

    /** Something was stored otherwise than by an event. */
    announceImport: () => announceAlone(ports, { type: 'sessions_imported' }),
    subscribe: (handler: (event: SessionEvent) => void) => ports.events.subscribe(handler),
    /** Null: its subject was already deleted. */
    describe: news.describe,
    /** Throws AppError `database_unavailable`. */
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
