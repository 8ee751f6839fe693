import type { ModelCheck } from '#schema/runs/grounding.ts';
import type { Thread } from '#schema/spaces/space.ts';
import type { KnownMessages } from '#web/spaces/thread/messages/known-messages.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { useCheckUsage } from '#web/summary-panel/check/use-check-usage.ts';
import { UsageTip } from '#web/summary-panel/usage-tip.tsx';
import { useSummaryAuthor } from './use-summary-author.ts';

interface MadeLineProps {
  thread: Thread;
  known: KnownMessages | null;
  check?: ModelCheck | undefined;
}

/** When, by whom, and how much of the thread it covers; what a model's check cost appears on hover and focus. */
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
        // Beside the drawer, where it covers nothing that can be clicked next.
        <UsageTip lines={usage} side="left">
          {line}
        </UsageTip>
      )}
    </p>
  );
}
