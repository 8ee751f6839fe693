import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TagId } from '#schema/tags/tag.ts';
import type { TagExport, TagPatch } from '#schema/tags/tag-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';

/** Actions on the library. An action is done once the changed data is read. */
export function useTagActions() {
  const { tags } = useClient();
  const queryClient = useQueryClient();
  const onSuccess = async () => {
    await Promise.all(
      (['tags', 'entries'] as const).map((what) =>
        queryClient.invalidateQueries({ queryKey: queryKeys.changed(what) }),
      ),
    );
  };
  return {
    create: useMutation({
      mutationFn: (name: string) => tags.create({ name, synonyms: [] }),
      onSuccess,
    }),
    patch: useMutation({
      mutationFn: ({ id, ...patch }: { id: TagId } & TagPatch) => tags.patch(id, patch),
      onSuccess,
    }),
    merge: useMutation({
      mutationFn: ({ id, into }: { id: TagId; into: TagId }) => tags.merge(id, into),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: TagId) => tags.remove(id), onSuccess }),
    importFile: useMutation({ mutationFn: (file: TagExport) => tags.import(file), onSuccess }),
  };
}
