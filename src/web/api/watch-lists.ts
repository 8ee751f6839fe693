import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '#client/create-client.ts';
import { queryKeys } from './query-keys.ts';

const restartMs = 2000;

interface Watching {
  client: Client;
  queryClient: QueryClient;
  signal: AbortSignal;
}

export async function watchLists({ client, queryClient, signal }: Watching): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { what } of client.changes({ signal })) {
        void queryClient.invalidateQueries({ queryKey: queryKeys.changed(what) });
      }
    } catch {
      // The client gave up for now. The connection notice tells the reader, and this goes on trying.
    }
    await wait(restartMs, signal);
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
