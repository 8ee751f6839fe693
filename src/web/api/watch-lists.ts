import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '#client/create-client.ts';
import { wait } from '#client/wait.ts';
import type { Change } from '#schema/wire.ts';
import { queryKeys } from './query-keys.ts';

const restartMs = 2000;
/** A hundred runs that start and end within a second cause a few refetches, not hundreds. */
const gatherMs = 200;

interface Watching {
  client: Pick<Client, 'changes'>;
  queryClient: Pick<QueryClient, 'invalidateQueries' | 'isFetching' | 'isMutating'>;
  signal: AbortSignal;
}

export async function watchLists({ client, queryClient, signal }: Watching): Promise<void> {
  const gathered = new Set<Change['what']>();

  function gather(what: Change['what']): void {
    gathered.add(what);
    if (gathered.size === 1) setTimeout(readAnew, gatherMs);
  }

  function readAnew(): void {
    const waiting = [...gathered];
    gathered.clear();
    for (const what of waiting) {
      const queryKey = queryKeys.changed(what);
      // Refetching now would cancel a fetch in progress, for example the next page the user asked for.
      // A response from before a pending change would undo it on screen.
      if (queryClient.isFetching({ queryKey }) > 0 || isChanging(what)) gather(what);
      else void queryClient.invalidateQueries({ queryKey });
    }
  }

  function isChanging(what: Change['what']): boolean {
    return queryClient.isMutating({ mutationKey: [what] }) > 0;
  }

  while (!signal.aborted) {
    try {
      for await (const { what } of client.changes({ signal })) gather(what);
    } catch {
      // The client gave up for now. The connection notice informs the user, and this keeps retrying.
    }
    await wait(restartMs, signal);
  }
}
