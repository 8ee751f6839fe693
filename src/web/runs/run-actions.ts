import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RunId } from '#schema/ids.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';

/** Retries a run and opens the new one. */
export function useRetryRun() {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (id: RunId) => client.runs.retry(id),
    onSuccess: async (run) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.changed('runs') });
      await navigate({ to: '/runs', search: { tab: 'runs', run: run.id } });
    },
  });
}

export function useCancelRun() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: RunId) => client.runs.cancel(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.changed('runs') }),
  });
}

export function useClearIssues() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.issues.clear(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.changed('issues') }),
  });
}
