import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FeedId, Folder, FolderId } from '#schema/feed.ts';
import type { FeedPatch, FolderPatch, RefreshProgress, SubscribeRequest } from '#schema/reader-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import type { Strings } from '#web/strings/en/en.ts';
import { readerKeys } from './reader-queries.ts';

/** Provides the actions on feeds and folders. An action is done once the changed data is refetched. */
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

const pollMs = 400;
/** How long the result of a refresh is shown. */
export const toldMs = 6000;

export type Refresh = ReturnType<typeof useRefresh>;

/** Follows the server's current refresh, whoever started it. */
export function useRefresh() {
  const client = useClient();
  const queryClient = useQueryClient();
  const { data: progress = null } = useQuery({
    queryKey: readerKeys.refresh(),
    queryFn: () => client.reader.feeds.progress(),
    refetchInterval: (query) => (query.state.data?.running === true ? pollMs : false),
  });
  const begin = useMutation({
    mutationFn: (feedId: FeedId | null) => client.reader.feeds.refresh(feedId ?? undefined),
    onSuccess: (begun) => queryClient.setQueryData(readerKeys.refresh(), begun),
  });
  return { progress, justDone: useJustDone(progress), begin };
}

/** Returns the result of a refresh that was seen running and has just ended. */
function useJustDone(progress: RefreshProgress | null): RefreshProgress | null {
  const running = progress?.running === true;
  const [state, setState] = useState<'idle' | 'running' | 'told'>('idle');
  if (running && state !== 'running') setState('running');
  if (!running && state === 'running') setState('told');
  useEffect(() => {
    if (state !== 'told') return undefined;
    const timer = setTimeout(() => setState('idle'), toldMs);
    return () => clearTimeout(timer);
  }, [state]);
  return state === 'told' ? progress : null;
}

/** Says how far a refresh is, or what it brought. */
export function describeRefresh(
  { running, done, total, failed, newEntries }: RefreshProgress,
  words: Strings['reader']['feeds'],
): string {
  if (running) return words.refreshing(done, total);
  return failed > 0 ? words.failed(failed) : words.refreshed(newEntries);
}
