import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import type { EntryId } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import type { RunStatus } from '#schema/runs/run.ts';
import type { EntryTags } from '#schema/tag-wire.ts';
import type { TagId } from '#schema/tags/tag.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useFollowedRun } from '#web/api/use-followed-run.ts';
import { patchKnownHead } from '#web/reader/entry-actions.ts';
import { changingTags, tagKeys } from '#web/tags/tag-queries.ts';

type TagChange =
  | { kind: 'add'; name: string }
  | { kind: 'remove'; tagId: TagId }
  /** Without a key, the change applies to all suggestions. */
  | { kind: 'accept' | 'dismiss'; key?: string };

/** Provides the tags of an entry and what can be done with them. */
export function useEntryTags(entryId: EntryId) {
  const client = useClient();
  const queryClient = useQueryClient();
  const queryKey = tagKeys.ofEntry(entryId);
  const { ofEntry } = client.tags;
  const { data, error } = useQuery({ queryKey, queryFn: () => ofEntry.get(entryId) });

  useEffect(() => {
    if (data !== undefined)
      patchKnownHead(queryClient, entryId, { tags: data.tags.map(({ id, name }) => ({ id, name })) });
  }, [queryClient, entryId, data]);

  const change = useMutation({
    mutationKey: changingTags,
    // Changes run one after the other, so that the last answer shows all of them.
    scope: { id: 'entry-tags' },
    mutationFn: (asked: TagChange): Promise<EntryTags> => {
      if (asked.kind === 'add') return ofEntry.add(entryId, [asked.name]);
      if (asked.kind === 'remove') return ofEntry.remove(entryId, asked.tagId);
      return ofEntry[asked.kind](entryId, asked.key === undefined ? {} : { keys: [asked.key] });
    },
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess(answer) {
      queryClient.setQueryData(queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: tagKeys.library() });
    },
  });

  // The screen already says that the server cannot be reached, and the tags in the lists stay.
  const isAway = error !== null && toAppError(error).code === 'server_unreachable';
  return { data, error: isAway ? null : error, change, suggesting: useSuggesting(entryId, data) };
}

/** Follows the run that suggests tags while it is in progress, and says whether it failed or found nothing. */
function useSuggesting(entryId: EntryId, data: EntryTags | undefined) {
  const client = useClient();
  const queryClient = useQueryClient();
  const queryKey = tagKeys.ofEntry(entryId);
  const run = data?.run ?? null;
  const isRunning = run !== null && (run.status === 'queued' || run.status === 'running');
  const [foundNothing, setFoundNothing] = useState(false);
  const [seenId, setSeenId] = useState<RunId | null>(null);

  /** Whether Abort was pressed before the run was known. */
  const isAbortAsked = useRef(false);
  const abort = useMutation({ mutationFn: (id: RunId) => client.runs.cancel(id) });

  const start = useMutation({
    mutationKey: changingTags,
    mutationFn: () => client.tags.ofEntry.suggest(entryId),
    onSuccess: (started) => {
      queryClient.setQueryData<EntryTags>(queryKey, (known) =>
        known === undefined ? known : { ...known, run: started },
      );
      if (isAbortAsked.current) abort.mutate(started.id);
      return queryClient.invalidateQueries({ queryKey });
    },
  });

  const { followed } = useFollowedRun({
    runId: isRunning ? run.id : null,
    onEnd: ({ status }) => void readEnded(status),
  });

  async function readEnded(status: RunStatus): Promise<void> {
    await queryClient.invalidateQueries({ queryKey });
    const left = queryClient.getQueryData<EntryTags>(queryKey)?.suggestions.length;
    setFoundNothing(status === 'succeeded' && left === 0);
  }

  return {
    isRunning: isRunning || start.isPending,
    /** The progress on a long article, which is read in parts. */
    progress: followed?.progress ?? null,
    error: start.error ?? abort.error,
    /** The newest run, if it failed and its message was not closed yet. */
    failed: run !== null && run.status === 'failed' && run.id !== seenId ? run : null,
    /** Whether a run that was followed left nothing to accept. */
    foundNothing: foundNothing && !isRunning,
    start() {
      setFoundNothing(false);
      isAbortAsked.current = false;
      start.mutate();
    },
    abort() {
      if (isRunning) abort.mutate(run.id);
      else isAbortAsked.current = start.isPending;
    },
    dismissFailure() {
      start.reset();
      abort.reset();
      setSeenId(run?.id ?? null);
    },
  };
}
