import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ModelCheck } from '#schema/runs/grounding.ts';
import type { SummaryVersion, Thread } from '#schema/spaces/space.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { spacesKeys } from '#web/spaces/spaces-queries.ts';
import type { KnownMessages } from '#web/spaces/thread/messages/use-messages.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { RepairNote } from '#web/summary-panel/check/repair-note.tsx';
import { CheckProvider, useCheck } from '#web/summary-panel/check/use-check.ts';
import { CheckPart } from '#web/summary-panel/grounding/check-part.tsx';
import { GroundedText } from '#web/summary-panel/grounding/grounded-text.tsx';
import { GroundingWordsProvider } from '#web/summary-panel/grounding/grounding-words.ts';
import { laySupport } from '#web/summary-panel/passages/lay-support.ts';
import type { MessagePart } from '#web/summary-panel/passages/use-reveal.ts';
import { UsageTip, useCheckUsage } from '#web/summary-panel/usage-tip.tsx';

interface SummaryBodyProps {
  thread: Thread;
  summary: string;
  known: KnownMessages | null;
  onReveal(parts: readonly MessagePart[]): void;
}

export function SummaryBody({ thread, summary, known, onReveal }: SummaryBodyProps) {
  const { spaces } = useStrings();
  const { check, laid, isComparing } = useThreadCheck(thread, summary);
  // Sentence offsets are valid for one revision of the text only.
  const contentHash = String(thread.summaryRevision);
  const source =
    laid === null
      ? null
      : {
          text: laid.text,
          language: null,
          contentHash,
          show({ start }: { start: number }) {
            const parts = laid.partsAt(start);
            if (parts.length > 0) onReveal(parts);
            return parts.length > 0;
          },
        };
  const isChecked = laid !== null && laid.grounding.sentences.length > 0;
  return (
    <GroundingWordsProvider value={spaces.grounding}>
      <CheckProvider value={check}>
        <MadeLine thread={thread} known={known} check={laid?.grounding.check} />
        <RepairNote text={summary} />
        <div>
          <div data-testid="thread-summary">
            <GroundedText
              key={`${thread.id} ${thread.summaryRevision}`}
              summary={{ text: summary, grounding: laid?.grounding ?? null, contentHash }}
              language={null}
              source={source}
            />
          </div>
          {isChecked || isComparing ? (
            <p className="mt-2 flex min-w-0 text-xs text-muted">
              <CheckPart
                key={thread.id}
                grounding={laid?.grounding ?? null}
                summaryText={summary}
                sourceText={laid?.text ?? null}
                isChanged={false}
                side="bottom"
              />
            </p>
          ) : null}
        </div>
      </CheckProvider>
    </GroundingWordsProvider>
  );
}

/** The verdicts of rules and of a model on a thread's summary, updated as they arrive. */
function useThreadCheck(thread: Thread, summary: string) {
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

  // This tab does not follow a check that ended in another tab, so its verdicts must be refetched.
  const newest = check?.state?.check ?? null;
  const storedId = newest?.status === 'succeeded' ? newest.id : null;
  const readId = grounding?.check?.runId ?? null;
  const isBehind = grounding !== null && storedId !== null && storedId !== readId;
  useEffect(() => {
    if (isBehind) void queryClient.invalidateQueries({ queryKey });
    // Refetched once per check, because for a restored version the stored run may never match the newest check.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBehind, storedId]);

  const arrived = check?.arrived ?? null;
  const laid = useMemo(
    () => (grounding === null ? null : laySupport(grounding, arrived)),
    // `arrived` is a new object on every render, but its list of opinions is not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [grounding, arrived?.opinions],
  );
  return { check, laid, isComparing: grounding === null && !isError };
}

interface MadeLineProps {
  thread: Thread;
  known: KnownMessages | null;
  check?: ModelCheck | undefined;
}

/** Shows when and by whom a summary was made, and how much of the thread it covers. A tooltip shows check costs. */
export function MadeLine({ thread, known, check }: MadeLineProps) {
  const { spaces, separator } = useStrings();
  const formats = useFormats();
  const usage = useCheckUsage(check);
  const live = known?.items.filter(({ seq }) => seq > thread.summaryThroughSeq).length ?? 0;
  const by = useSummaryAuthor()({ model: thread.summaryModel });
  const parts = [
    thread.summaryUpdatedAt === null ? null : formats.time(thread.summaryUpdatedAt),
    by,
    known === null
      ? null
      : spaces.summary.covers(Math.max(0, thread.messageCount - live), thread.messageCount),
  ];
  const line = parts.filter((part) => part !== null).join(separator);
  return (
    <p data-testid="summary-made" className="numeric text-xs text-muted">
      {usage.length === 0 ? (
        line
      ) : (
        // The tooltip opens beside the drawer, where it covers nothing that can be clicked next.
        <UsageTip lines={usage} side="left">
          {line}
        </UsageTip>
      )}
    </p>
  );
}

/** The stored model name of the built-in model. */
const offlineModel = 'offline-extract';

export function useSummaryAuthor(): (of: Pick<SummaryVersion, 'model'>) => string {
  const { spaces, panel } = useStrings();
  return ({ model }) => {
    if (model === null) return spaces.summary.byYou;
    return model === offlineModel ? panel.offlineExtract : model;
  };
}
