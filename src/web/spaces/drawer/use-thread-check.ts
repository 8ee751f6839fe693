import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Thread } from '#schema/spaces/space.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { spacesKeys } from '#web/spaces/spaces-keys.ts';
import { useCheck } from '#web/summary-panel/check/use-check.ts';
import { laySupport } from '#web/summary-panel/passages/lay-support.ts';

/** The verdicts on a thread's summary, by rules and by a model, as they arrive. */
export function useThreadCheck(thread: Thread, summary: string) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { id, summaryRevision } = thread;
  const queryKey = spacesKeys.grounding(id, summaryRevision);
  const { data, isError } = useQuery({ queryKey, queryFn: () => client.threads.grounding(id) });
  const grounding = data?.summaryRevision === summaryRevision ? data : null;
  const hasSentences = grounding === null || grounding.sentences.length > 0;
  const check = useCheck({
    target: hasSentences ? { kind: 'thread', id } : null,
    text: summary,
    onChanged: () => queryClient.invalidateQueries({ queryKey: spacesKeys.thread(id) }),
  });

  // A check that ended in another tab was not followed here.
  const newest = check?.state?.check ?? null;
  const storedId = newest?.status === 'succeeded' ? newest.id : null;
  const readId = grounding?.check?.runId ?? null;
  const isBehind = grounding !== null && storedId !== null && storedId !== readId;
  useEffect(() => {
    if (isBehind) void queryClient.invalidateQueries({ queryKey });
    // Once for each check: a restored version may have been checked by another run than the one that is stored.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBehind, storedId]);

  const arrived = check?.arrived ?? null;
  const laid = useMemo(
    () => (grounding === null ? null : laySupport(grounding, arrived)),
    // Built anew with every render; its list is not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [grounding, arrived?.opinions],
  );
  return { check, laid, isComparing: grounding === null && !isError };
}
