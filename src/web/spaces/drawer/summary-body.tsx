import type { Thread } from '#schema/spaces/space.ts';
import type { KnownMessages } from '#web/spaces/thread/messages/known-messages.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { CheckProvider } from '#web/summary-panel/check/check-provider.ts';
import { RepairNote } from '#web/summary-panel/check/repair-note.tsx';
import { CheckPart } from '#web/summary-panel/grounding/check-part.tsx';
import { GroundedText } from '#web/summary-panel/grounding/grounded-text.tsx';
import { GroundingWordsProvider } from '#web/summary-panel/grounding/grounding-words.ts';
import type { MessagePart } from '#web/summary-panel/passages/use-reveal.ts';
import { MadeLine } from './made-line.tsx';
import { useThreadCheck } from './use-thread-check.ts';

interface SummaryBodyProps {
  thread: Thread;
  summary: string;
  known: KnownMessages | null;
  onReveal(parts: readonly MessagePart[]): void;
}

/** The summary text, with the results of the check against its messages. */
export function SummaryBody({ thread, summary, known, onReveal }: SummaryBodyProps) {
  const { spaces } = useStrings();
  const { check, laid, isComparing } = useThreadCheck(thread, summary);
  // Offsets are valid for one revision of the text only.
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
