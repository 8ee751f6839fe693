import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '#client/create-client.ts';
import { wait } from '#client/wait.ts';
import { sessionsKeys } from '#web/sessions/sessions-keys.ts';
import { applyNews } from './apply-news.ts';

const restartMs = 2000;
/** A session that uses many tools causes a few refetches, not hundreds. */
const gatherMs = 500;

/** Queries that events cannot be applied to. */
const keysBesideNews = [
  sessionsKeys.projects(),
  sessionsKeys.allActivity(),
  sessionsKeys.allContexts(),
  sessionsKeys.allMemories(),
  sessionsKeys.allSearches(),
];

interface Following {
  client: { sessions: Pick<Client['sessions'], 'follow'> };
  queryClient: Pick<QueryClient, 'setQueryData' | 'setQueriesData' | 'invalidateQueries' | 'isFetching'>;
  signal: AbortSignal;
}

/** Keeps the screen current until the signal aborts. */
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
      // The client gave up for now. The connection notice informs the user, and this keeps retrying.
    }
    await wait(restartMs, signal);
  }
}
