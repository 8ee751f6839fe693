import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SpaceId, ThreadId } from '#schema/spaces/space.ts';
import type { SpacePatch } from '#schema/spaces/spaces-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';
import { spacesKeys } from './spaces-keys.ts';

/** Actions on Spaces; a promise resolves once the change is on screen. */
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
  /** Creates a Space with that name and its first thread. */
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
