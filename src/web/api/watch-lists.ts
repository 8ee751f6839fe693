import type { Query, QueryClient } from '@tanstack/react-query';
import type { Client } from '#client/create-client.ts';
import { wait } from '#client/wait.ts';
import type { Change } from '#schema/wire.ts';
import { queryKeys } from './query-keys.ts';

const restartMs = 2000;
/** A hundred runs that start and end within a second cause a few refetches, not hundreds. */
const gatherMs = 200;

interface Watching {
  client: Pick<Client, 'changes'>;
  queryClient: Pick<QueryClient, 'getQueryCache' | 'invalidateQueries' | 'isFetching' | 'isMutating'>;
  signal: AbortSignal;
}

/**
 * Refetches what the server reports as changed. Once connected, everything counts as changed, because nobody told what
 * happened before; what is requested after that is new enough.
 */
export async function watchLists({ client, queryClient, signal }: Watching): Promise<void> {
  const gathered = new Map<Change['what'], number>();
  const requestedAt = new WeakMap<Query, number>();
  const forget = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return;
    // The next page says nothing about those before it.
    if (event.action.meta?.fetchMore === undefined) requestedAt.set(event.query, performance.now());
  });

  function gather(what: Change['what'], toldAt: number): void {
    gathered.set(what, toldAt);
    if (gathered.size === 1) setTimeout(readAnew, gatherMs);
  }

  function readAnew(): void {
    const waiting = [...gathered];
    gathered.clear();
    for (const [what, toldAt] of waiting) {
      const older = {
        queryKey: queryKeys.changed(what),
        predicate: (query: Query) => (requestedAt.get(query) ?? 0) <= toldAt,
      };
      // Refetching now would cancel a fetch in progress, for example the next page the user asked for.
      // A response from before a pending change would undo it on screen.
      if (queryClient.isFetching(older) > 0 || isChanging(what)) gather(what, toldAt);
      else void queryClient.invalidateQueries(older);
    }
  }

  function isChanging(what: Change['what']): boolean {
    return queryClient.isMutating({ mutationKey: [what] }) > 0;
  }

  while (!signal.aborted) {
    try {
      for await (const { what } of client.changes({ signal })) gather(what, performance.now());
    } catch {
      // The client gave up for now. The connection notice informs the user, and this keeps retrying.
    }
    await wait(restartMs, signal);
  }
  forget();
}
