import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from '#web/api/client-provider.tsx';
import { watchWhileVisible } from '#web/api/use-live-lists.ts';
import { followSessions } from './follow-sessions.ts';

/** What happens in sessions comes onto the screen, as long as someone can see it. */
export function useLiveSessions(): void {
  const client = useClient();
  const queryClient = useQueryClient();
  useEffect(
    () => watchWhileVisible((signal) => followSessions({ client, queryClient, signal })),
    [client, queryClient],
  );
}
