import { ChevronUp } from 'lucide-react';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { EntryPanel } from './use-entry-panel.ts';

/** The collapsed panel: a row that shows whether there is a summary, and expands it. */
export function CollapsedRow({ panel, onExpand }: { panel: EntryPanel; onExpand(): void }) {
  const { panel: words } = useStrings();
  const { state } = panel;
  const isRunning = state.run !== null || state.pending !== null;
  const hasSummary = (state.stored?.length ?? 0) > 0;
  const told = isRunning ? words.running : hasSummary ? words.exists : null;
  return (
    <button
      type="button"
      aria-expanded={false}
      title={words.expand}
      onClick={onExpand}
      className="flex h-[43px] w-full items-center gap-2 px-3.5 text-start hover:bg-sunken/60 -outline-offset-2"
    >
      <ChevronUp aria-hidden className="size-4 text-muted" />
      <span className="font-medium">{words.heading}</span>
      {told === null ? null : (
        <>
          <span
            aria-hidden
            data-testid="summary-dot"
            title={told}
            className={`size-2 rounded-full bg-accent ${isRunning ? 'animate-pulse' : ''}`}
          />
          <span className="sr-only">{told}</span>
        </>
      )}
    </button>
  );
}
