import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from './client-provider.tsx';
import { watchLists } from './watch-lists.ts';

/** Reads anew whatever the server says has changed, as long as someone can see it. */
export function useLiveLists(): void {
  const client = useClient();
  const queryClient = useQueryClient();
  useEffect(
    () => watchWhileVisible((signal) => watchLists({ client, queryClient, signal })),
    [client, queryClient],
  );
}

/** A browser opens six connections to a server over HTTP/1.1, all its tabs together: hidden ones give theirs back. */
export function watchWhileVisible(watch: (signal: AbortSignal) => Promise<void>): () => void {
  let watching: AbortController | null = null;

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
  };
}
