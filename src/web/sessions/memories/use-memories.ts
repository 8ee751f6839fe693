import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EditMemoryRequest, MemoryId, MemoryKind } from '#schema/sessions/memory.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { sessionsKeys } from '#web/sessions/sessions-keys.ts';

const memoriesAtOnce = 100;

export type MemoryState = 'current' | 'superseded' | 'proposed';

/** Null: everything. */
export function useMemories(project: string | null, state: MemoryState) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: sessionsKeys.memories(project, state),
    queryFn: ({ pageParam, signal }) =>
      client.memories.list(
        { ...(project === null ? {} : { project }), state, offset: pageParam, limit: memoriesAtOnce },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.hasMore ? page.offset + page.limit : null),
  });
}

export interface WrittenMemory {
  text: string;
  kind: MemoryKind;
  /** Null: all projects. */
  project: string | null;
}

/** A promise resolves once the change is on screen. */
export function useMemoryActions() {
  const client = useClient();
  const queryClient = useQueryClient();
  const readAgain = async () => {
    await Promise.all(
      [sessionsKeys.allMemories(), sessionsKeys.allContexts()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
  const save = useMutation({
    mutationFn: (memory: WrittenMemory) => client.memories.save(memory),
    onSuccess: readAgain,
  });
  const edit = useMutation({
    mutationFn: ({ id, ...memory }: EditMemoryRequest & { id: MemoryId }) => client.memories.edit(id, memory),
    onSuccess: readAgain,
  });
  const remove = useMutation({
    mutationFn: (id: MemoryId) => client.memories.remove(id),
    // One that somebody else removed is gone from the list too.
    onSettled: readAgain,
  });
  const restore = useMutation({
    mutationFn: (id: MemoryId) => client.memories.restore(id),
    onSuccess: readAgain,
  });
  const confirm = useMutation({
    mutationFn: (id: MemoryId) => client.memories.confirm(id),
    // One that was decided elsewhere no longer waits.
    onSettled: readAgain,
  });
  const dismiss = useMutation({
    mutationFn: (id: MemoryId) => client.memories.dismiss(id),
    onSettled: readAgain,
  });
  const undo = useMutation({
    mutationFn: (id: MemoryId) => client.memories.undo(id),
    onSuccess: readAgain,
  });
  return { save, edit, remove, restore, confirm, dismiss, undo };
}
