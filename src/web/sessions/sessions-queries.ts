import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AppError } from '#schema/app-error.ts';
import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import { useClient } from '#web/api/client-provider.tsx';
import type { Strings } from '#web/strings/en/en.ts';
import { dayEdges, type SessionsSearch, type TimelineScope, toDate } from './sessions-search.ts';
import { type KnownRecords, recordRef, withoutRecord } from './timeline/known-records.ts';

const hitsAtOnce = 30;

export function useProjects() {
  const client = useClient();
  return useQuery({ queryKey: sessionsKeys.projects(), queryFn: () => client.sessions.projects() });
}

/** Projects excluded from recording. */
export function useExcluded() {
  const client = useClient();
  return useQuery({ queryKey: sessionsKeys.excluded(), queryFn: () => client.sessions.excludedProjects() });
}

export const activityDays = 56;

/** Null means all projects. */
export function useActivity(project: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: sessionsKeys.activity(project),
    queryFn: () =>
      client.sessions.activity({
        ...(project === null ? {} : { project }),
        days: activityDays,
        utcOffsetMinutes: -new Date().getTimezoneOffset(),
      }),
  });
}

/** Null if no session is open. */
export function useSession(id: SessionId | null) {
  const client = useClient();
  return useQuery({
    queryKey: sessionsKeys.session(id),
    queryFn: id === null ? skipToken : () => client.sessions.get(id),
  });
}

/** Sends the same request as the plugin, so that the page shows exactly what a session receives. */
export function useContext(project: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: sessionsKeys.context(project),
    queryFn: () => client.sessions.context(project === null ? {} : { project }),
  });
}

export function useHits({ q = '', type, from, to, project }: SessionsSearch) {
  const client = useClient();
  const asked: SessionsSearch = { q, ...(type && { type }), ...(from && { from }), ...(to && { to }) };
  return useInfiniteQuery({
    queryKey: sessionsKeys.search(project === undefined ? asked : { ...asked, project }),
    queryFn: ({ pageParam, signal }) =>
      client.sessions.search(
        {
          query: q,
          ...(type === undefined ? {} : { type }),
          ...(project === undefined ? {} : { project }),
          ...(from === undefined ? {} : { dateStart: toDate(dayEdges(from).start) }),
          ...(to === undefined ? {} : { dateEnd: toDate(dayEdges(to).end) }),
          orderBy: q === '' ? 'date_desc' : 'relevance',
          offset: pageParam,
          limit: hitsAtOnce,
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.hasMore ? page.offset + page.limit : null),
    // Keeps the previous results while the next search is running.
    placeholderData: (found) => found,
  });
}

/** The records of one session, or of a timeline. */
export type Scope = { sessionDbId: SessionId } | TimelineScope;

export const sessionsKeys = {
  all: () => ['sessions'] as const,
  projects: () => ['sessions', 'projects'] as const,
  language: (project: string) => ['sessions', 'language', project] as const,
  excluded: () => ['sessions', 'excluded'] as const,
  activity: (project: string | null) => ['sessions', 'activity', project] as const,
  allActivity: () => ['sessions', 'activity'] as const,
  records: (scope: Scope) => ['sessions', 'records', scope] as const,
  allRecords: () => ['sessions', 'records'] as const,
  session: (id: SessionId | null) => ['sessions', 'one', id] as const,
  context: (project: string | null) => ['sessions', 'context', project] as const,
  allContexts: () => ['sessions', 'context'] as const,
  memories: (project: string | null, state: string) => ['sessions', 'memories', project, state] as const,
  allMemories: () => ['sessions', 'memories'] as const,
  /** A change of a memory changes the audit. */
  audit: (project: string | null) => ['sessions', 'memories', project, 'audit'] as const,
  recall: (project: string) => ['sessions', 'recall', project] as const,
  given: (id: SessionId) => ['sessions', 'given', id] as const,
  allGiven: () => ['sessions', 'given'] as const,
  search: (search: SessionsSearch) => ['sessions', 'search', search] as const,
  allSearches: () => ['sessions', 'search'] as const,
  record: (ref: string) => ['session-record', ref] as const,
  /** The first part of the key is the name that the server uses in change events. */
  activeChecks: () => ['runs', 'of-session-summaries'] as const,
  lastRun: (id: SessionId) => ['runs', 'of-session', id] as const,
};

/** Null means all projects. */
export function projectName(project: string | null, { projects }: Strings['sessions']): string {
  if (project === null) return projects.all;
  return project === '' ? projects.unnamed : project;
}

/** The promise of an action resolves once the change is on screen. */
export function useSessionActions() {
  const client = useClient();
  const queryClient = useQueryClient();
  const readAnew = () => queryClient.invalidateQueries({ queryKey: sessionsKeys.all() });

  const removeRecord = useMutation({
    mutationFn: ({ kind, id }: { kind: RecordKind; id: number }) =>
      goneIsFine(client.sessions.removeRecord(kind, id)),
    onSuccess: (_, record) => {
      queryClient.setQueriesData<KnownRecords>({ queryKey: sessionsKeys.allRecords() }, (known) =>
        known === undefined ? known : withoutRecord(known, recordRef(record)),
      );
      return readAnew();
    },
  });
  const remove = useMutation({
    mutationFn: (id: SessionId) => goneIsFine(client.sessions.remove(id)),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: sessionsKeys.session(id) });
      queryClient.removeQueries({ queryKey: sessionsKeys.records({ sessionDbId: id }) });
      return readAnew();
    },
  });
  const removeProject = useMutation({
    mutationFn: (project: string) => client.sessions.removeProject(project),
    onSuccess: readAnew,
  });
  const setRecorded = useMutation({
    mutationFn: ({ project, isRecorded }: { project: string; isRecorded: boolean }) =>
      isRecorded
        ? goneIsFine(client.sessions.includeProject(project))
        : client.sessions.excludeProject(project),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsKeys.excluded() }),
  });
  const importLines = useMutation({
    mutationFn: async (file: File) => client.sessions.importLines(await file.text()),
    onSuccess: readAnew,
  });

  return { removeRecord, remove, removeProject, setRecorded, importLines };
}

/** Ignores `not_found`, because someone else already did the deletion. */
async function goneIsFine(removing: Promise<void>): Promise<void> {
  try {
    await removing;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  }
}
