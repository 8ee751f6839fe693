import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import type { EntryId } from '#schema/entry.ts';
import { entryAt, longPressMs, slackPx } from '#web/reader/list/use-select-gestures.ts';
import { followFinger, isSideways, type Swipe, type SwipeAction, swipeAt } from './swipe-action.ts';

/** A touch that begins here belongs to the system: it goes back. */
const edgePx = 24;

interface Held {
  id: EntryId;
  row: HTMLElement;
  pointerId: number;
  x: number;
  y: number;
  at: number;
  movedPx: number;
  isSwiping: boolean;
}

interface SwipeOptions {
  /** While entries are selected, touches select. */
  isOff: boolean;
  onSwipe(id: EntryId, action: SwipeAction): void;
}

/** A finger or pen moves a row sideways. The list is rendered again only when the action changes, not with each move. */
export function useSwipe({ isOff, onSwipe }: SwipeOptions) {
  const held = useRef<Held | null>(null);
  /** The click that ends a swipe must not open the row. */
  const wasSwiped = useRef(false);
  const [swiped, setSwiped] = useState<(Swipe & { id: EntryId }) | null>(null);

  function letGo(): void {
    held.current?.row.style.removeProperty('--swipe');
    held.current = null;
    setSwiped(null);
  }

  return {
    swiped,
    onPointerDown(event: PointerEvent): void {
      if (held.current !== null) letGo();
      wasSwiped.current = false;
      const { clientX: x, clientY: y, pointerId, timeStamp: at } = event;
      const isAtEdge = x < edgePx || x > window.innerWidth - edgePx;
      const id = entryAt(event);
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('.swipe-row') : null;
      if (event.pointerType === 'mouse' || !event.isPrimary || isOff || isAtEdge) return;
      if (id !== null && row !== null)
        held.current = { id, row, pointerId, x, y, at, movedPx: 0, isSwiping: false };
    },
    onPointerMove(event: PointerEvent): void {
      const { current } = held;
      if (current === null || current.pointerId !== event.pointerId) return;
      const [movedX, movedY] = [event.clientX - current.x, event.clientY - current.y];
      if (!current.isSwiping) {
        if (Math.hypot(movedX, movedY) <= slackPx) return;
        // A press that was long has selected the row.
        if (!isSideways(movedX, movedY) || event.timeStamp - current.at > longPressMs) {
          held.current = null;
          return;
        }
        current.isSwiping = true;
        wasSwiped.current = true;
        // The row may leave the list meanwhile.
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      if (Math.abs(movedY) > Math.abs(movedX) + 2 * slackPx) {
        letGo();
        return;
      }
      current.movedPx = movedX;
      current.row.style.setProperty('--swipe', `${followFinger(movedX)}px`);
      const next = { id: current.id, ...swipeAt(movedX) };
      setSwiped((before) => (isSame(before, next) ? before : next));
    },
    onPointerUp(event: PointerEvent): void {
      const { current } = held;
      if (current === null || current.pointerId !== event.pointerId) return;
      const { action, isShort } = swipeAt(current.movedPx);
      letGo();
      if (current.isSwiping && !isShort) onSwipe(current.id, action);
    },
    onPointerCancel: letGo,
    /** Whether a click was the end of a swipe. A key clicks too. */
    isEnd: ({ detail }: MouseEvent) => detail !== 0 && wasSwiped.current,
  };
}

function isSame(one: (Swipe & { id: EntryId }) | null, other: Swipe & { id: EntryId }): boolean {
  return one?.id === other.id && one.action === other.action && one.isShort === other.isShort;
}
