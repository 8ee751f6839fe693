import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SpaceId, ThreadId } from '#schema/spaces/space.ts';
import type { SpacePatch } from '#schema/spaces/spaces-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/queries.ts';

const pageSize = 20;

/** The threads of a Space, sorted newest first. */
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

/** The first part of a key is the name the server uses in change events. */
export const spacesKeys = {
  threads: (spaceId: SpaceId) => ['threads', 'list', spaceId] as const,
  thread: (id: ThreadId) => ['threads', 'one', id] as const,
  messages: (id: ThreadId) => ['threads', 'messages', id] as const,
  search: (query: string) => ['threads', 'search', query] as const,
  /** The versions up to one revision. */
  versions: (id: ThreadId, revision: number) => ['thread-versions', id, revision] as const,
  /** The costs up to one message. */
  costs: (id: ThreadId, lastSeq: number) => ['thread-costs', id, lastSeq] as const,
  /** The verdicts on one revision, which change only when a model checks it. */
  grounding: (id: ThreadId, revision: number) => ['thread-grounding', id, revision] as const,
};

/** Actions on Spaces. Their promises resolve once the change is on screen. */
export function useSpaceActions() {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const readSpaces = () => queryClient.invalidateQueries({ queryKey: queryKeys.spaces() });

  async function openThread(id: ThreadId): Promise<void> {
    await navigate({ to: '/spaces/thread/$threadId', params: { threadId: id }, search: {} });
  }

  const create = useMutation({
    mutationFn: (input: { name: string } & SpacePatch) => client.spaces.create(input),
    onSuccess: readSpaces,
  });
  const patch = useMutation({
    mutationFn: ({ id, ...changes }: { id: SpaceId } & SpacePatch) => client.spaces.patch(id, changes),
    onSuccess: () =>
      Promise.all([readSpaces(), queryClient.invalidateQueries({ queryKey: ['threads', 'one'] })]),
  });
  const remove = useMutation({
    mutationFn: (id: SpaceId) => client.spaces.remove(id),
    onSuccess: readSpaces,
  });
  const createThread = useMutation({
    mutationFn: (spaceId: SpaceId) => client.threads.create({ spaceId }),
    async onSuccess({ id, spaceId }) {
      void queryClient.invalidateQueries({ queryKey: spacesKeys.threads(spaceId) });
      await openThread(id);
    },
  });
  const begin = useMutation({
    mutationFn: async (name: string) => {
      const { id } = await client.spaces.create({ name });
      return client.threads.create({ spaceId: id });
    },
    async onSuccess({ id }) {
      await readSpaces();
      await openThread(id);
    },
  });

  return { create, patch, remove, createThread, begin };
}
