import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from '#web/api/client-provider.tsx';
import { watchWhileVisible } from '#web/api/watch-while-visible.ts';
import { followSessions } from './follow-sessions.ts';

/** Shows session events live, while the page is visible. */
export function useLiveSessions(): void {
  const client = useClient();
  const queryClient = useQueryClient();
  useEffect(
    () => watchWhileVisible((signal) => followSessions({ client, queryClient, signal })),
    [client, queryClient],
  );
}
