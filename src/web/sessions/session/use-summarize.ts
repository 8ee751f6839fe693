import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Run } from '#schema/runs/run.ts';
import type { Session } from '#schema/sessions/session.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { sessionsKeys } from '#web/sessions/sessions-keys.ts';

/** Summarizes the newest turn on request, and reports how the session's last run went. */
export function useSummarize({ id, contentSessionId }: Session) {
  const client = useClient();
  const queryClient = useQueryClient();
  const queryKey = sessionsKeys.lastRun(id);
  const { data: lastRun = null } = useQuery({
    queryKey,
    queryFn: async () =>
      (
        await client.runs.list({
          // Not the checks of its summaries.
          taskType: 'session',
          sourceKind: 'session',
          sourceId: String(id),
          limit: 1,
        })
      ).items[0] ?? null,
  });

  const summarize = useMutation({
    mutationFn: async () => {
      const answer = await client.sessions.summarize(contentSessionId);
      if (answer.status === 'skipped') return answer.reason;
      await queryClient.invalidateQueries({ queryKey });
      // The same state of a turn is summarized only once.
      const run = queryClient.getQueryData<Run | null>(queryKey);
      return run?.id === lastRun?.id && run?.status === 'succeeded' ? 'up-to-date' : 'queued';
    },
  });

  const isRunning = lastRun?.status === 'queued' || lastRun?.status === 'running';
  return { summarize, lastRun, isRunning };
}
