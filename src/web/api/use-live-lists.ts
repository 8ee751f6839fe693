import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from './client-provider.tsx';
import { queryKeys } from './query-keys.ts';

const restartMs = 2000;

/** Reads anew whatever the server says has changed. */
export function useLiveLists(): void {
  const client = useClient();
  const queryClient = useQueryClient();

  useEffect(() => {
    let watching: AbortController | null = null;

    async function watch(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        try {
          for await (const { what } of client.changes({ signal })) {
            void queryClient.invalidateQueries({ queryKey: queryKeys.changed(what) });
          }
        } catch {
          // The client gave up for now; the notice tells the reader, and this goes on trying.
        }
        await wait(restartMs, signal);
      }
    }

    // A browser opens six connections to a server over HTTP/1.1, all its tabs together: hidden ones give theirs back.
    function follow(): void {
      if (document.visibilityState === 'hidden') {
        watching?.abort();
        watching = null;
      } else if (watching === null) {
        watching = new AbortController();
        void watch(watching.signal);
      }
    }

    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      watching?.abort();
      watching = null;
    };
  }, [client, queryClient]);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
