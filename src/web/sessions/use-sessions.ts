import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { SessionId } from '#schema/sessions/session.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { sessionsKeys } from './sessions-keys.ts';
import { dayEdges, type SessionsSearch, toDate } from './sessions-search.ts';

const hitsAtOnce = 30;

export function useProjects() {
  const client = useClient();
  return useQuery({ queryKey: sessionsKeys.projects(), queryFn: () => client.sessions.projects() });
}

/** Projects of which nothing is recorded. */
export function useExcluded() {
  const client = useClient();
  return useQuery({ queryKey: sessionsKeys.excluded(), queryFn: () => client.sessions.excludedProjects() });
}

export const activityDays = 56;

/** Null: all projects. */
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

/** Null: none is open. */
export function useSession(id: SessionId | null) {
  const client = useClient();
  return useQuery({
    queryKey: sessionsKeys.session(id),
    queryFn: id === null ? skipToken : () => client.sessions.get(id),
  });
}

/** Requested exactly as the plugin does, so that what is shown is what it gets. */
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
