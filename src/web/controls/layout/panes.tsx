import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useKeptSize } from '#web/kept-state.ts';
import { useRoom } from './use-media.ts';

interface SplitterProps {
  label: string;
  /** `vertical` separates two columns, `horizontal` two rows. */
  orientation: 'vertical' | 'horizontal';
  /** The size of the pane before or after a vertical splitter, or below a horizontal one. */
  size: number;
  sized?: 'before' | 'after';
  min: number;
  max: number;
  initial: number;
  onResize(size: number): void;
  className?: string;
}

const stepPx = 16;
const pageSteps = 4;

/** Shows a handle that resizes two panes. It can be dragged, moved with arrow keys, or reset by double-click. */
export function Splitter({
  label,
  orientation,
  size,
  sized = 'before',
  min,
  max,
  initial,
  onResize,
  className = '',
}: SplitterProps) {
  const from = useRef<{ at: number; size: number } | null>(null);
  const isVertical = orientation === 'vertical';
  const resize = (next: number) => onResize(Math.round(Math.min(max, Math.max(min, next))));

  function drag(event: PointerEvent): void {
    if (from.current === null) return;
    const moved = (isVertical ? event.clientX : event.clientY) - from.current.at;
    resize(from.current.size + (isVertical && sized === 'before' ? moved : -moved));
  }

  function press(event: KeyboardEvent): void {
    const [before, after] = isVertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowDown', 'ArrowUp'];
    const [shrink, grow] = sized === 'before' ? [before, after] : [after, before];
    const step = stepPx * (event.shiftKey ? pageSteps : 1);
    if (event.key === grow) resize(size + step);
    else if (event.key === shrink) resize(size - step);
    else if (event.key === 'Home') resize(min);
    else if (event.key === 'End') resize(max);
    else return;
    event.preventDefault();
  }

  return (
    // A movable separator is a control, which WAI-ARIA calls a focusable separator.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="separator"
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={press}
      onDoubleClick={() => resize(initial)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { at: isVertical ? event.clientX : event.clientY, size };
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
      className={`relative z-10 shrink-0 touch-none bg-line outline-offset-0 transition-colors select-none before:absolute hover:bg-accent focus-visible:bg-accent active:bg-accent ${
        isVertical
          ? 'w-px cursor-col-resize before:inset-y-0 before:-inset-x-1'
          : 'h-px cursor-row-resize before:inset-x-0 before:-inset-y-1'
      } ${className}`}
    />
  );
}

interface ListDetailProps {
  /** The label of the handle between the list and the detail. */
  resize: string;
  /** The key under which the list's width is stored. */
  keptAs: string;
  widths: { initial: number; min: number; max: number };
  /** The pane to show where only one fits. */
  shown: 'list' | 'detail';
  /** Whether both panes fit. By default, this is where two panes fit. */
  isBeside?: boolean;
  list: ReactNode;
  children: ReactNode;
}

/** Shows a list and what is selected in it. Depending on the screen width, both or one of them are visible. */
export function ListDetail({ resize, keptAs, widths, shown, isBeside, list, children }: ListDetailProps) {
  const room = useRoom();
  const [width, setWidth] = useKeptSize({ key: keptAs, ...widths });
  const isBoth = isBeside ?? room > 1;
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-1">
      {/* The panes are hidden rather than absent, so that both keep what was typed and how far
          they were scrolled. */}
      <div
        hidden={!isBoth && shown === 'detail'}
        style={isBoth ? { width } : {}}
        className={`flex min-w-0 flex-col ${isBoth ? 'flex-none' : 'flex-1'}`}
      >
        {list}
      </div>
      {isBoth ? (
        <Splitter label={resize} orientation="vertical" size={width} {...widths} onResize={setWidth} />
      ) : null}
      <div hidden={!isBoth && shown === 'list'} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
        {children}
      </div>
    </div>
  );
}

/** A scrolling pane must be focusable so that it can be scrolled by keyboard. */
export const scrollable = { tabIndex: 0 } as const;
