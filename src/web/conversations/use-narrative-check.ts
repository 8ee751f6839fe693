import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ConversationView } from '#schema/conversations/conversations-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useCheck } from '#web/summary-panel/check/use-check.ts';
import { laySupport } from '#web/summary-panel/passages/lay-support.ts';
import { conversationsKeys } from './conversations-keys.ts';

/** The verdicts on a conversation's narrative, by rules and by a model, as they arrive. */
export function useNarrativeCheck({ id, turns, state }: ConversationView) {
  const client = useClient();
  const queryClient = useQueryClient();
  const text = state.conversation.history_summary;
  const queryKey = conversationsKeys.grounding(id, turns, text);
  const { data, isError } = useQuery({
    queryKey,
    enabled: text !== '',
    queryFn: () => client.conversations.grounding(id),
    // A turn that left the narrative as it was does not hide its verdicts.
    placeholderData: (before) => (before?.text === text ? before : undefined),
  });
  const grounding = data?.text === text ? data : null;
  const hasSentences = text !== '' && (grounding === null || grounding.sentences.length > 0);
  const check = useCheck({
    target: hasSentences ? { kind: 'conversation', id } : null,
    text,
    onChanged: () =>
      Promise.all(
        [conversationsKeys.one(id), queryKey].map((key) => queryClient.invalidateQueries({ queryKey: key })),
      ),
  });

  const newest = check?.state?.check ?? null;
  const storedId = newest?.status === 'succeeded' ? newest.id : null;
  const isOther = data !== undefined && data.text !== text;
  const isBehind = grounding !== null && storedId !== null && storedId !== (grounding.check?.runId ?? null);
  useEffect(() => {
    // The narrative was replaced while it was compared, or a check ended in another tab and was not followed here.
    if (isOther || isBehind) void queryClient.invalidateQueries({ queryKey });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOther, text, isBehind, storedId]);

  const arrived = check?.arrived ?? null;
  const laid = useMemo(
    () => (grounding === null ? null : laySupport(grounding, arrived)),
    // Built anew with every render; its list is not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [grounding, arrived?.opinions],
  );
  return { check, laid, isComparing: hasSentences && grounding === null && !isError };
}
