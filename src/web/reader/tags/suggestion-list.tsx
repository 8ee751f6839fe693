import { type RefObject, useRef } from 'react';
import type { TagSuggestion } from '#schema/tags/tag-wire.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { SummarySource } from '#web/summary-panel/grounding/summary-source.ts';
import { wordButtonClass } from '#web/tags/word-button.ts';
import { SuggestionChip } from './suggestion-chip.tsx';
import { useHoverOpen } from './use-hover-open.ts';

interface SuggestionListProps {
  suggestions: readonly TagSuggestion[];
  /** Null until the article is loaded. */
  source: SummarySource | null;
  /** Undefined: all of them. */
  onAccept(key?: string): void;
  onDismiss(key?: string): void;
  /** Gets the focus when the last suggestion is gone. */
  afterRef: RefObject<HTMLElement | null>;
}

/** Suggested tags, outlined until they are accepted. */
export function SuggestionList({ suggestions, source, onAccept, onDismiss, afterRef }: SuggestionListProps) {
  const { tags } = useStrings();
  const hover = useHoverOpen();
  const listRef = useRef<HTMLUListElement>(null);

  /** The focus would be lost with the chip that has it. */
  function leave(key: string | undefined, act: (key?: string) => void): void {
    const at = suggestions.findIndex((suggestion) => suggestion.key === key);
    const next = key === undefined ? undefined : (suggestions[at + 1] ?? suggestions[at - 1]);
    const button =
      next === undefined
        ? afterRef.current
        : listRef.current?.querySelector<HTMLElement>(`[data-suggestion="${CSS.escape(next.key)}"]`);
    hover.show(null);
    button?.focus({ preventScroll: true });
    act(key);
  }

  if (suggestions.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-1.5 gap-y-1.5">
      <ul ref={listRef} aria-label={tags.suggested} className="contents">
        {suggestions.map((suggestion) => (
          <SuggestionChip
            key={suggestion.key}
            suggestion={suggestion}
            source={source}
            hover={hover}
            onAccept={() => leave(suggestion.key, onAccept)}
            onDismiss={() => leave(suggestion.key, onDismiss)}
          />
        ))}
      </ul>
      {suggestions.length < 2 ? null : (
        <span className="flex">
          <button type="button" onClick={() => leave(undefined, onAccept)} className={wordButtonClass}>
            {tags.acceptAll}
          </button>
          <button type="button" onClick={() => leave(undefined, onDismiss)} className={wordButtonClass}>
            {tags.dismissAll}
          </button>
        </span>
      )}
    </div>
  );
}
