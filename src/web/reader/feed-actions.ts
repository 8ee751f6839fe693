import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FeedId, Folder, FolderId } from '#schema/feed.ts';
import type { FeedPatch, FolderPatch, SubscribeRequest } from '#schema/reader-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { readerKeys } from './reader-keys.ts';

/** Actions on feeds and folders. An action is done once the changed data is refetched. */
export function useFeedActions() {
  const client = useClient();
  const queryClient = useQueryClient();
  const { feeds, folders, opml } = client.reader;
  const readAnew = () => queryClient.invalidateQueries({ queryKey: readerKeys.subscriptions() });
  const readAllAnew = async () => {
    await Promise.all([readAnew(), queryClient.resetQueries({ queryKey: readerKeys.lists() })]);
  };

  return {
    subscribe: useMutation({
      mutationFn: (request: SubscribeRequest) => feeds.subscribe(request),
      onSuccess: readAllAnew,
    }),
    addSample: useMutation({ mutationFn: () => feeds.addSample(), onSuccess: readAllAnew }),
    importOpml: useMutation({ mutationFn: (file: string) => opml.import(file), onSuccess: readAllAnew }),
    patchFeed: useMutation({
      mutationFn: ({ id, ...patch }: { id: FeedId } & FeedPatch) => feeds.patch(id, patch),
      onSuccess: readAnew,
    }),
    removeFeed: useMutation({ mutationFn: (id: FeedId) => feeds.remove(id), onSuccess: readAllAnew }),
    createFolder: useMutation({
      mutationFn: (name: Folder['name']) => folders.create({ name }),
      onSuccess: readAnew,
    }),
    patchFolder: useMutation({
      mutationFn: ({ id, ...patch }: { id: FolderId } & FolderPatch) => folders.patch(id, patch),
      onSuccess: readAnew,
    }),
    removeFolder: useMutation({ mutationFn: (id: FolderId) => folders.remove(id), onSuccess: readAnew }),
  };
}
