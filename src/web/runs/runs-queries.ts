import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RunId } from '#schema/ids.ts';
import type { Issue } from '#schema/runs/issue.ts';
import type { RunStatus } from '#schema/runs/run.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/queries.ts';

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

const pageSize = 50;

export function useRunList(status: RunStatus | null) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: queryKeys.runList(status),
    queryFn: ({ pageParam }) =>
      client.runs.list({
        limit: pageSize,
        ...(status === null ? {} : { status }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function useIssueList(kind: Issue['kind'] | null) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: queryKeys.issueList(kind),
    queryFn: ({ pageParam }) =>
      client.issues.list({
        limit: pageSize,
        ...(kind === null ? {} : { kind }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
