import { ChevronRight, Rows3 } from 'lucide-react';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface FoldedCardProps {
  count: number;
  summary: string;
  isOpen: boolean;
  onToggle(): void;
}

/** Stands for the messages that are in the summary, and opens to show them. */
export function FoldedCard({ count, summary, isOpen, onToggle }: FoldedCardProps) {
  const { folded: words } = useStrings().spaces;
  return (
    <button
      type="button"
      data-testid="folded-card"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex w-full items-start gap-3 rounded-xl border border-line bg-sunken/50 px-4 py-3 text-start hover:bg-sunken"
    >
      <Rows3 aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="numeric font-medium">{words.heading(count)}</span>
          <span className="text-xs text-accent">{isOpen ? words.hide : words.show}</span>
        </span>
        {isOpen ? null : <span className="mt-0.5 line-clamp-2 text-muted wrap-anywhere">{summary}</span>}
      </span>
      <ChevronRight
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
      />
    </button>
  );
}
