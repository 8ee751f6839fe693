import type { ComponentProps, KeyboardEvent, MouseEvent, RefObject } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { VerdictRing } from '#web/summary-panel/grounding/verdict-ring.tsx';
import type { PanelView } from '#web/summary-panel/panel-view.ts';
import { firstSentence } from '#web/summary-panel/text/first-sentence.ts';
import { cycleStop, type Sheet, stepStop } from './sheet-stops.ts';

interface SheetHandleProps {
  sheet: Sheet;
  view: PanelView;
  /** Whether the stored summaries are known. */
  isKnown: boolean;
  isClick(event: MouseEvent): boolean;
  handlers: Pick<
    ComponentProps<'button'>,
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'
  >;
  handleRef: RefObject<HTMLButtonElement | null>;
}

/** Drags the sheet, and is a button for those who cannot. In one line it says what the summary says first. */
export function SheetHandle({ sheet, view, isKnown, isClick, handlers, handleRef }: SheetHandleProps) {
  const { panel, reader } = useStrings();
  const { sheet: words } = reader;
  const { stop, moveTo } = sheet;
  const isRunning = view.run !== null || view.starting;
  const summary = view.shown?.summary ?? null;

  function describe(): string {
    if (stop !== 'handle') return panel.heading;
    if (isRunning) return panel.running;
    if (summary !== null) return firstSentence(summary.text) || panel.exists;
    return isKnown ? words.none : panel.heading;
  }

  function press(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    moveTo(stepStop(stop, event.key === 'ArrowUp' ? 1 : -1));
  }

  const line = describe();
  return (
    <button
      ref={handleRef}
      type="button"
      aria-expanded={stop !== 'handle'}
      aria-label={stop === 'handle' ? words.open(line) : stop === 'half' ? words.enlarge : words.minimize}
      onClick={(event) => {
        if (isClick(event)) moveTo(cycleStop(stop));
      }}
      onKeyDown={press}
      {...handlers}
      className="relative flex h-full min-w-0 flex-1 cursor-grab touch-none items-center gap-2.5 rounded-tl-2xl ps-4 pt-2 text-start select-none -outline-offset-2 active:cursor-grabbing"
    >
      {stop !== 'handle' ? null : isRunning ? (
        <span aria-hidden className="size-2 shrink-0 animate-pulse rounded-full bg-accent" />
      ) : (
        <VerdictRing sentences={summary?.grounding?.sentences ?? []} className="size-5" />
      )}
      <span
        data-testid="handle-text"
        dir="auto"
        lang={stop === 'handle' && !isRunning ? (summary?.outputLanguage ?? undefined) : undefined}
        className={`min-w-0 flex-1 truncate ${stop === 'handle' ? '' : 'text-[0.9375rem] font-semibold'}`}
      >
        {line}
      </span>
    </button>
  );
}
