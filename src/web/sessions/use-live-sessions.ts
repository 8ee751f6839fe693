import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Client } from '#client/create-client.ts';
import { wait } from '#client/wait.ts';
import type { Session, SessionRecord } from '#schema/sessions/session.ts';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { watchWhileVisible } from '#web/api/connection.ts';
import { type KnownRecords, withChanged, withRecord } from '#web/sessions/timeline/known-records.ts';
import { type Scope, sessionsKeys } from './sessions-queries.ts';

/** Shows session events live while the page is visible. */
export function useLiveSessions(): void {
  const client = useClient();
  const queryClient = useQueryClient();
  useEffect(
    () => watchWhileVisible((signal) => followSessions({ client, queryClient, signal })),
    [client, queryClient],
  );
}

const restartMs = 2000;
/** Events are batched for this long, so that a session with many tool calls causes few refetches. */
const gatherMs = 500;

/** Queries that must be refetched, because an event does not contain their data. */
const keysBesideNews = [
  sessionsKeys.projects(),
  sessionsKeys.allActivity(),
  sessionsKeys.allContexts(),
  sessionsKeys.allMemories(),
  sessionsKeys.allGiven(),
  sessionsKeys.allSearches(),
];

interface Following {
  client: { sessions: Pick<Client['sessions'], 'follow'> };
  queryClient: Pick<QueryClient, 'setQueryData' | 'setQueriesData' | 'invalidateQueries' | 'isFetching'>;
  signal: AbortSignal;
}

/** Updates the displayed data until the signal aborts. */
export async function followSessions({ client, queryClient, signal }: Following): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isAll = false;

  function gather(): void {
    timer ??= setTimeout(readAnew, gatherMs);
  }

  function readAnew(): void {
    timer = null;
    if (signal.aborted) return;
    const keys = isAll ? [sessionsKeys.all()] : keysBesideNews;
    // Refetching now would cancel a fetch in progress, or accept a response from before the event.
    if (keys.some((queryKey) => queryClient.isFetching({ queryKey }) > 0)) return gather();
    isAll = false;
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  }

  while (!signal.aborted) {
    try {
      for await (const news of client.sessions.follow({ signal })) {
        if (news.type === 'connected' || news.type === 'sessions_imported') isAll = true;
        else applyNews(queryClient, news);
        gather();
      }
    } catch {
      // The client gave up for now. The connection notice informs the user, and this loop retries.
    }
    await wait(restartMs, signal);
  }
}

type Told = Exclude<SessionNews, { type: 'connected' | 'sessions_imported' }>;

function applyNews(queryClient: Pick<QueryClient, 'setQueryData' | 'setQueriesData'>, news: Told): void {
  const { session } = news;
  queryClient.setQueryData<Session>(sessionsKeys.session(session.id), session);
  const record = recordOf(news);
  if (record === null) return;
  queryClient.setQueriesData<KnownRecords>(
    {
      queryKey: sessionsKeys.allRecords(),
      predicate: ({ queryKey }) => isIn(queryKey[2] as Scope, session, record),
    },
    (known) => known && (news.type === 'summary_changed' ? withChanged : withRecord)(known, record),
  );
}

function recordOf(news: Told): SessionRecord | null {
  if (news.type === 'new_prompt') return { kind: 'prompt', ...news.prompt };
  if (news.type === 'new_observation') return { kind: 'observation', ...news.observation };
  const isSummary = news.type === 'new_summary' || news.type === 'summary_changed';
  return isSummary ? { kind: 'summary', ...news.summary } : null;
}

function isIn(scope: Scope, { id, project }: Session, { kind, createdAt }: SessionRecord): boolean {
  if ('sessionDbId' in scope) return scope.sessionDbId === id;
  const { from = 0, to = Number.POSITIVE_INFINITY } = scope;
  return (
    (scope.project === undefined || scope.project === project) &&
    (scope.kind === undefined || scope.kind === kind) &&
    createdAt >= from &&
    createdAt <= to
  );
}
