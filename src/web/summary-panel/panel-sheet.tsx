import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { useKeptFocus } from '#web/controls/focus/keep-focus.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { VerdictRing } from './grounding/verdict-marks.tsx';
import { type PanelControls, type PanelKeys, SummaryButton } from './panel-actions.tsx';
import type { PanelView } from './panel-view.ts';
import { firstSentence } from './text/parse-blocks.ts';
import {
  cycleStop,
  measureStops,
  type Sheet,
  type SheetStop,
  settle,
  sheetHeights,
  stepStop,
} from './use-panel-place.ts';

interface PanelSheetProps {
  sheet: Sheet;
  view: PanelView;
  isKnown: boolean;
  controls: PanelControls;
  keys: PanelKeys;
  /** The content below the handle. */
  children: ReactNode;
}

/**
 * Shows the Summary Panel on a phone as a sheet below the article. The sheet is dragged to one of three heights. The
 * article gives up as much room as the sheet takes, so both can be read and scrolled.
 */
export function PanelSheet({ sheet, view, isKnown, controls, keys, children }: PanelSheetProps) {
  const { panel: words } = useStrings();
  const handleRef = useRef<HTMLButtonElement>(null);
  const kept = useKeptFocus<HTMLElement>(handleRef);
  const { isDragged, isClick, handlers } = useSheetDrag(kept.ref, sheet);

  return (
    <section
      {...kept}
      aria-label={words.heading}
      data-dock="below"
      data-stop={sheet.stop}
      style={{ height: sheetHeights[sheet.stop] }}
      className={`@container relative z-10 flex min-h-0 shrink-0 flex-col overflow-clip rounded-t-2xl border-t border-line bg-surface shadow-[0_-2px_12px_rgb(0_0_0/0.08)] ${
        isDragged ? '' : 'transition-[height] duration-150 ease-out'
      }`}
    >
      <span
        aria-hidden
        className="pointer-events-none absolute top-1.5 left-1/2 z-10 h-1 w-9 -translate-x-1/2 rounded-full bg-edge/70"
      />
      <div className="flex h-[55px] shrink-0 items-center gap-2 pe-3">
        <SheetHandle
          sheet={sheet}
          view={view}
          isKnown={isKnown}
          isClick={isClick}
          handlers={handlers}
          handleRef={handleRef}
        />
        {/* A sheet of one line has no room for the button beside its summary. */}
        {sheet.stop === 'handle' && view.shown !== null ? null : (
          <SummaryButton controls={controls} keys={keys} />
        )}
      </div>
      {sheet.stop === 'handle' && !isDragged ? null : children}
    </section>
  );
}

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

/** Drags the sheet, and is also a button for users who cannot drag. In one line it shows the start of the summary. */
function SheetHandle({ sheet, view, isKnown, isClick, handlers, handleRef }: SheetHandleProps) {
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

/** A press that moves less is a click. */
const slackPx = 6;
/** Only the moves in this time before the release count as a flick. */
const flickMs = 100;

interface Drag {
  pointerId: number;
  fromY: number;
  fromHeight: number;
  heights: Record<SheetStop, number>;
  /** The last moves of the pointer. */
  moves: { at: number; y: number }[];
  isMoving: boolean;
}

/** Moves the sheet with the pointer that holds its handle. The page is not rendered again for each move. */
function useSheetDrag(sheetRef: RefObject<HTMLElement | null>, { moveTo }: Sheet) {
  const drag = useRef<Drag | null>(null);
  /** Whether the sheet was dragged, because the click that ends a drag must do nothing. */
  const wasDragged = useRef(false);
  const [isDragged, setDragged] = useState(false);

  function move(event: PointerEvent): void {
    const { current } = drag;
    const element = sheetRef.current;
    if (current?.pointerId !== event.pointerId || element === null) return;
    const grown = current.fromY - event.clientY;
    if (!current.isMoving && Math.abs(grown) < slackPx) return;
    if (!current.isMoving) {
      current.isMoving = true;
      wasDragged.current = true;
      setDragged(true);
    }
    current.moves = [...recent(current, event.timeStamp), { at: event.timeStamp, y: event.clientY }];
    const { handle, full } = current.heights;
    element.style.height = `${Math.min(full, Math.max(handle, current.fromHeight + grown))}px`;
  }

  function end(event: PointerEvent, isFlick: boolean): void {
    const { current } = drag;
    const element = sheetRef.current;
    if (current?.pointerId !== event.pointerId) return;
    drag.current = null;
    if (!current.isMoving || element === null) return;
    const moves = recent(current, event.timeStamp);
    const stop = settle({
      height: element.offsetHeight,
      speed: isFlick ? speedOf(moves) : 0,
      heights: current.heights,
    });
    // React changes the height only if the stop is another one.
    element.style.height = sheetHeights[stop];
    setDragged(false);
    moveTo(stop);
  }

  return {
    isDragged,
    /** Whether a click is intended and not the end of a drag. A click without a count comes from a key. */
    isClick: ({ detail }: MouseEvent) => detail === 0 || !wasDragged.current,
    handlers: {
      onPointerDown(event: PointerEvent): void {
        const element = sheetRef.current;
        const room = element?.parentElement?.clientHeight;
        if (!event.isPrimary || event.button !== 0 || element === null || room === undefined) return;
        wasDragged.current = false;
        // Without the capture, a fast mouse would leave the handle behind.
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = {
          pointerId: event.pointerId,
          fromY: event.clientY,
          fromHeight: element.offsetHeight,
          heights: measureStops(room),
          moves: [],
          isMoving: false,
        };
      },
      onPointerMove: move,
      onPointerUp: (event: PointerEvent) => end(event, true),
      onPointerCancel: (event: PointerEvent) => end(event, false),
    },
  };
}

function recent({ moves }: Drag, now: number): Drag['moves'] {
  return moves.filter(({ at }) => now - at <= flickMs);
}

function speedOf(moves: Drag['moves']): number {
  const [first, last] = [moves[0], moves.at(-1)];
  if (first === undefined || last === undefined || first.at === last.at) return 0;
  return (first.y - last.y) / (last.at - first.at);
}
