import { useQuery } from '@tanstack/react-query';
import type { SummaryVersion, Thread } from '#schema/spaces/space.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { spacesKeys } from '#web/spaces/spaces-keys.ts';

interface Versions {
  versions: readonly SummaryVersion[];
  /** The summary contains a person's edits, which a rebuild from the messages would not restore. */
  isEdited: boolean;
}

export function useVersions(thread: Thread): Versions {
  const client = useClient();
  const { data } = useQuery({
    queryKey: spacesKeys.versions(thread.id, thread.summaryRevision),
    queryFn: () => client.threads.versions(thread.id),
    enabled: thread.summary !== null,
    // The list stays while the next one loads.
    placeholderData: (before) => before,
  });
  const versions = data ?? [];
  const last = versions.findIndex(({ reason }) => reason === 'rebuild');
  const since = last < 0 ? versions : versions.slice(0, last);
  const isByHand = thread.summary !== null && thread.summaryRunId === null;
  return {
    versions,
    isEdited: isByHand || since.some(({ reason, model }) => model === null || reason === 'restore'),
  };
}
