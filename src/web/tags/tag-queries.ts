import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EntryId } from '#schema/entry.ts';
import type {
  BatchEntry,
  BatchId,
  EntrySelection,
  StartTaggingRequest,
  Tag,
  TaggingBatch,
} from '#schema/tag-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/queries.ts';

/** The first part of a key is the name the server uses in change events. */
export const tagKeys = {
  library: () => ['tags', 'library'] as const,
  ofEntry: (id: EntryId) => ['tags', 'of-entry', id] as const,
  batches: () => ['tags', 'batches'] as const,
  batch: (id: BatchId) => ['tags', 'batch', id] as const,
  batchEntries: (id: BatchId) => ['tags', 'batch-entries', id] as const,
  /** The estimate depends on the entries, the library and the models; it is requested when the dialog opens. */
  estimate: (selection: EntrySelection) => ['tagging-estimate', selection] as const,
};

/** Change events wait for mutations with this key, so that no older data appears meanwhile. */
export const changingTags = ['tags', 'change'] as const;

/** All tags, sorted by name. */
export function useTagLibrary() {
  const client = useClient();
  return useQuery({ queryKey: tagKeys.library(), queryFn: () => client.tags.list() });
}

/** Sorts by use. Tags used equally often keep their alphabetical order. */
export function byUse(tags: readonly Tag[]): Tag[] {
  return tags.toSorted((first, second) => second.entries - first.entries);
}

/** Batches, sorted newest first. */
export function useBatches() {
  const client = useClient();
  return useQuery({ queryKey: tagKeys.batches(), queryFn: () => client.tags.batches.list() });
}

export function useBatch(id: BatchId) {
  const client = useClient();
  return useQuery({ queryKey: tagKeys.batch(id), queryFn: () => client.tags.batches.get(id) });
}

export function useBatchEntries(id: BatchId, status: BatchEntry['status']) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [...tagKeys.batchEntries(id), status],
    queryFn: ({ pageParam, signal }) =>
      client.tags.batches.entries(
        id,
        { status, empty: 'false', limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    gcTime: 0,
  });
}

export function useStartBatch() {
  const client = useClient();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (request: StartTaggingRequest) => client.tags.batches.start(request),
    onSuccess: readAgain,
  });
}

/** The promise of an action resolves once the changed data is loaded. */
export function useBatchActions(id: BatchId) {
  const { batches } = useClient().tags;
  const onSuccess = useReadAgain();
  return {
    abort: useMutation({ mutationFn: () => batches.abort(id), onSuccess }),
    resume: useMutation({ mutationFn: () => batches.resume(id), onSuccess }),
    accept: useMutation({ mutationKey: changingTags, mutationFn: () => batches.accept(id), onSuccess }),
    /** Resolves to the batch before the undo, to report what was removed. */
    undo: useMutation({
      mutationFn: async (before: TaggingBatch) => {
        await batches.undo(id);
        return before;
      },
      onSuccess,
    }),
  };
}

export function useReadAgain(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryKeys.changed('tags') });
}
