import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { measureStops, type Sheet, type SheetStop, settle, sheetHeights } from './sheet-stops.ts';

/** A press that moves less is a click. */
const slackPx = 6;
/** What the pointer did before is not a flick. */
const flickMs = 100;

interface Drag {
  pointerId: number;
  fromY: number;
  fromHeight: number;
  heights: Record<SheetStop, number>;
  /** The last moves. */
  moves: { at: number; y: number }[];
  isMoving: boolean;
}

/** Moves the sheet with the pointer that holds its handle. The page is not rendered again for each move. */
export function useSheetDrag(sheetRef: RefObject<HTMLElement | null>, { moveTo }: Sheet) {
  const drag = useRef<Drag | null>(null);
  /** The click that ends a drag does nothing. */
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
    /** Whether a click is one, and not the end of a drag. A key clicks too. */
    isClick: ({ detail }: MouseEvent) => detail === 0 || !wasDragged.current,
    handlers: {
      onPointerDown(event: PointerEvent): void {
        const element = sheetRef.current;
        const room = element?.parentElement?.clientHeight;
        if (!event.isPrimary || event.button !== 0 || element === null || room === undefined) return;
        wasDragged.current = false;
        // Otherwise a fast mouse would leave the handle behind.
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
