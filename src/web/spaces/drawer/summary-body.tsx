import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Thread } from '#schema/spaces/space.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { spacesKeys } from '#web/spaces/spaces-keys.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { CheckPart } from '#web/summary-panel/grounding/check-part.tsx';
import { GroundedText } from '#web/summary-panel/grounding/grounded-text.tsx';
import { GroundingWordsProvider } from '#web/summary-panel/grounding/grounding-words.ts';
import { laySupport } from './lay-support.ts';

interface SummaryBodyProps {
  thread: Thread;
  summary: string;
  onReveal(seq: number, passage: string): void;
}

/** The summary text, with the results of the check against its messages. */
export function SummaryBody({ thread, summary, onReveal }: SummaryBodyProps) {
  const { spaces } = useStrings();
  const client = useClient();
  const { data } = useQuery({
    queryKey: spacesKeys.grounding(thread.id, thread.summaryRevision),
    queryFn: () => client.threads.grounding(thread.id),
  });
  const laid = useMemo(
    () => (data?.summaryRevision === thread.summaryRevision ? laySupport(data) : null),
    [data, thread.summaryRevision],
  );
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
            const passage = laid.passageAt(start);
            if (passage !== null) onReveal(passage.seq, passage.text);
            return passage !== null;
          },
        };
  const isChecked = laid !== null && laid.grounding.sentences.length > 0;
  return (
    <GroundingWordsProvider value={spaces.grounding}>
      <div data-testid="thread-summary">
        <GroundedText
          key={thread.summaryRevision}
          summary={{ text: summary, grounding: laid?.grounding ?? null, contentHash }}
          language={null}
          source={source}
        />
      </div>
      {isChecked ? (
        <p className="mt-2 flex min-w-0 text-xs text-muted">
          <CheckPart
            grounding={laid.grounding}
            summaryText={summary}
            sourceText={laid.text}
            isChanged={false}
          />
        </p>
      ) : null}
    </GroundingWordsProvider>
  );
}
