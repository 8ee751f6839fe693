import { useInfiniteQuery } from '@tanstack/react-query';
import type { Issue } from '#schema/runs/issue.ts';
import type { RunStatus } from '#schema/runs/run.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';

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
