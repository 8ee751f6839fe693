import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '#client/create-client.ts';
import { wait } from '#client/wait.ts';
import type { Change } from '#schema/wire.ts';
import { queryKeys } from './query-keys.ts';

const restartMs = 2000;
/** A hundred runs that start and end in a second make the lists read a few times, not hundreds. */
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
      // To read anew now would call off what is being read, for instance the next page that someone asked for.
      // And an answer from before a change that is still under way would undo it on the screen.
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
      // The client gave up for now. The connection notice tells the reader, and this goes on trying.
    }
    await wait(restartMs, signal);
  }
}
