import { useInfiniteQuery } from '@tanstack/react-query';
import type { SpaceId } from '#schema/spaces/space.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { spacesKeys } from './spaces-keys.ts';

const pageSize = 20;

/** The threads of a Space, newest first. */
export function useThreads(spaceId: SpaceId) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: spacesKeys.threads(spaceId),
    queryFn: ({ pageParam }) =>
      client.threads.list({
        spaceId,
        limit: pageSize,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function useThreadSearch(query: string) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: spacesKeys.search(query),
    enabled: query !== '',
    queryFn: ({ pageParam, signal }) =>
      client.threads.search(
        { q: query, limit: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
