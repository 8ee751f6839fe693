import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useMemo } from 'react';
import type { ConversationView } from '#schema/conversations/conversations-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { RepairNote } from '#web/summary-panel/check/repair-note.tsx';
import { CheckProvider, useCheck } from '#web/summary-panel/check/use-check.ts';
import { CheckPart } from '#web/summary-panel/grounding/check-part.tsx';
import { GroundedText } from '#web/summary-panel/grounding/grounded-text.tsx';
import { GroundingWordsProvider } from '#web/summary-panel/grounding/grounding-words.ts';
import { laySupport } from '#web/summary-panel/passages/lay-support.ts';
import type { TurnPart } from './turns-pane.tsx';
import { conversationsKeys } from './use-conversations.ts';

interface NarrativeProps {
  view: ConversationView;
  onReveal(parts: readonly TurnPart[]): void;
}

/** The conversation's narrative, shown above the turns with the results of checking it against them. */
export function Narrative({ view, onReveal }: NarrativeProps) {
  const { narrative, grounding: words } = useStrings().conversations;
  const { check, laid, isComparing } = useNarrativeCheck(view);
  const text = view.state.conversation.history_summary;
  // Sentence offsets are valid for one text only, so the text itself serves as its hash.
  const contentHash = text;
  const source = laid && {
    text: laid.text,
    language: null,
    contentHash,
    show({ start }: { start: number }) {
      const parts = laid.partsAt(start);
      if (parts.length > 0) onReveal(parts);
      return parts.length > 0;
    },
  };
  if (text === '') {
    return (
      <Frame line={null}>
        <p className="text-muted">{narrative.none}</p>
      </Frame>
    );
  }
  const isChecked = laid !== null && laid.grounding.sentences.length > 0;
  return (
    <GroundingWordsProvider value={words}>
      <CheckProvider value={check}>
        <Frame
          line={
            isChecked || isComparing ? (
              <CheckPart
                key={view.id}
                grounding={laid?.grounding ?? null}
                summaryText={text}
                sourceText={laid?.text ?? null}
                isChanged={false}
              />
            ) : null
          }
        >
          <div className="mb-2 empty:hidden">
            <RepairNote text={text} />
          </div>
          <div data-testid="narrative" className="wrap-anywhere">
            <GroundedText
              key={`${view.id} ${text}`}
              summary={{ text, grounding: laid?.grounding ?? null, contentHash }}
              language={null}
              source={source}
            />
          </div>
        </Frame>
      </CheckProvider>
    </GroundingWordsProvider>
  );
}

function Frame({ line, children }: { line: ReactNode; children: ReactNode }) {
  const { narrative } = useStrings().conversations;
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      // Positioned, because otherwise text for screen readers would scroll with the page instead of with this box.
      className="relative max-h-[30vh] shrink-0 overflow-y-auto border-b border-line bg-paper"
    >
      <div className="@container mx-auto max-w-[46rem] px-4 py-3 lg:px-6">
        <div className="mb-1 flex min-w-0 flex-wrap items-baseline gap-x-3 text-xs text-muted">
          <h2 id={id} className="font-medium">
            {narrative.heading}
          </h2>
          {line}
        </div>
        {children}
      </div>
    </section>
  );
}

/** The verdicts of rules and of a model on a conversation's narrative, updated as they arrive. */
function useNarrativeCheck({ id, turns, state }: ConversationView) {
  const client = useClient();
  const queryClient = useQueryClient();
  const text = state.conversation.history_summary;
  const queryKey = conversationsKeys.grounding(id, turns, text);
  const { data, isError } = useQuery({
    queryKey,
    enabled: text !== '',
    queryFn: () => client.conversations.grounding(id),
    // If a turn leaves the narrative unchanged, the previous verdicts stay visible.
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
    // The narrative changed during the comparison, or a check that this tab did not follow ended in another tab.
    if (isOther || isBehind) void queryClient.invalidateQueries({ queryKey });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOther, text, isBehind, storedId]);

  const arrived = check?.arrived ?? null;
  const laid = useMemo(
    () => (grounding === null ? null : laySupport(grounding, arrived)),
    // `arrived` is a new object on every render, but its list of opinions is not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [grounding, arrived?.opinions],
  );
  return { check, laid, isComparing: hasSentences && grounding === null && !isError };
}
