import type { QueryClient } from '@tanstack/react-query';
import type { Session, SessionRecord } from '#schema/sessions/session.ts';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import { type Scope, sessionsKeys } from '#web/sessions/sessions-keys.ts';
import { type KnownRecords, withChanged, withRecord } from '#web/sessions/timeline/known-records.ts';

type Told = Exclude<SessionNews, { type: 'connected' | 'sessions_imported' }>;

/** Applies an event to the displayed data. */
export function applyNews(
  queryClient: Pick<QueryClient, 'setQueryData' | 'setQueriesData'>,
  news: Told,
): void {
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
