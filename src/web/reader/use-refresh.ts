import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FeedId } from '#schema/feed.ts';
import type { RefreshProgress } from '#schema/reader-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import type { Strings } from '#web/strings/en/en.ts';
import { readerKeys } from './reader-keys.ts';

const pollMs = 400;
/** How long the result of a refresh is shown. */
export const toldMs = 6000;

export type Refresh = ReturnType<typeof useRefresh>;

/** The server's current refresh, whoever started it. */
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

/** The result of a refresh that was seen running and has just ended. */
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

/** How far it is, or what it brought. */
export function describeRefresh(
  { running, done, total, failed, newEntries }: RefreshProgress,
  words: Strings['reader']['feeds'],
): string {
  if (running) return words.refreshing(done, total);
  return failed > 0 ? words.failed(failed) : words.refreshed(newEntries);
}
