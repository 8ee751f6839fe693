import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { EntryId } from '#schema/entry.ts';
import { parseId } from '#web/api/parse-id.ts';
import type { ListSelection } from '#web/reader/list/use-selection.ts';

/** Handles presses that select rows and swipes that act on one row. */
export function useListGestures(
  selection: ListSelection,
  onSwipe: (id: EntryId, action: SwipeAction) => void,
) {
  const select = useSelectGestures(selection);
  const swipe = useSwipe({ isOff: selection.ids.size > 0, onSwipe });
  return {
    swiped: swipe.swiped,
    handlers: {
      onPointerDown(event: PointerEvent): void {
        select.onPointerDown(event);
        swipe.onPointerDown(event);
      },
      onPointerMove(event: PointerEvent): void {
        select.onPointerMove(event);
        swipe.onPointerMove(event);
      },
      onPointerUp(event: PointerEvent): void {
        select.onPointerUp();
        swipe.onPointerUp(event);
      },
      onPointerCancel(): void {
        select.onPointerCancel();
        swipe.onPointerCancel();
      },
      onContextMenu: select.onContextMenu,
      onClickCapture(event: MouseEvent): void {
        if (!swipe.isEnd(event)) {
          select.onClickCapture(event);
          return;
        }
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}

/** A touch that begins this close to the edge belongs to the system, which goes back. */
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
  /** Swipes are off while entries are selected, because touches then select. */
  isOff: boolean;
  onSwipe(id: EntryId, action: SwipeAction): void;
}

/**
 * Lets a finger or pen move a row sideways. The list is rendered again only when the action changes, not with each
 * move.
 */
function useSwipe({ isOff, onSwipe }: SwipeOptions) {
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
        // A long press has already selected the row.
        if (!isSideways(movedX, movedY) || event.timeStamp - current.at > longPressMs) {
          held.current = null;
          return;
        }
        current.isSwiping = true;
        wasSwiped.current = true;
        // The list still gets the pointer events if the row leaves the list meanwhile.
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
    /** Whether a click was the end of a swipe. A click without a count comes from a key. */
    isEnd: ({ detail }: MouseEvent) => detail !== 0 && wasSwiped.current,
  };
}

function isSame(one: (Swipe & { id: EntryId }) | null, other: Swipe & { id: EntryId }): boolean {
  return one?.id === other.id && one.action === other.action && one.isShort === other.isShort;
}

const longPressMs = 450;
/** A finger that moves farther scrolls or swipes. */
const slackPx = 10;

interface Press {
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Selects rows. Ctrl or Cmd and a click select one row, Shift and a click select a range. On a touch screen, a long
 * press selects a row, and taps then select more.
 */
function useSelectGestures({ ids, toggle, extendTo }: Pick<ListSelection, 'ids' | 'toggle' | 'extendTo'>) {
  const press = useRef<Press | null>(null);
  /** The click that ends a long press must not open the row. */
  const wasLong = useRef(false);
  const isTouch = useRef(false);

  useEffect(() => () => letGo(press), []);

  return {
    onPointerDown(event: PointerEvent): void {
      letGo(press);
      wasLong.current = false;
      isTouch.current = event.pointerType === 'touch';
      const id = entryAt(event);
      if (!isTouch.current || id === null) return;
      const timer = setTimeout(() => {
        wasLong.current = true;
        toggle(id);
      }, longPressMs);
      press.current = { x: event.clientX, y: event.clientY, timer };
    },
    onPointerMove({ clientX, clientY }: PointerEvent): void {
      const { current } = press;
      if (current !== null && Math.hypot(clientX - current.x, clientY - current.y) > slackPx) letGo(press);
    },
    onPointerUp: () => letGo(press),
    onPointerCancel: () => letGo(press),
    onContextMenu(event: MouseEvent): void {
      // On a touch screen, a long press would otherwise open the browser's menu for links.
      if (isTouch.current) event.preventDefault();
    },
    onClickCapture(event: MouseEvent): void {
      const id = entryAt(event);
      if (id === null) return;
      const isRange = event.shiftKey;
      const isOne = event.ctrlKey || event.metaKey || (isTouch.current && ids.size > 0);
      if (!isRange && !isOne && !wasLong.current) return;
      event.preventDefault();
      event.stopPropagation();
      if (wasLong.current) wasLong.current = false;
      else if (isRange) extendTo(id);
      else toggle(id);
    },
  };
}

function letGo(press: RefObject<Press | null>): void {
  if (press.current !== null) clearTimeout(press.current.timer);
  press.current = null;
}

/** Returns the entry of the row in which an event happened. */
function entryAt(event: MouseEvent | PointerEvent): EntryId | null {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-entry]') : null;
  return row === null ? null : ((parseId(Number(row.dataset.entry)) as EntryId | undefined) ?? null);
}

export type SwipeAction = 'read' | 'star' | 'summarize';

/** The action of a swipe if the row is let go now. */
export interface Swipe {
  action: SwipeAction;
  /** Whether the row has not been moved far enough yet. */
  isShort: boolean;
}

/** The distances that trigger the first action in a direction, and the second action to the left. */
const firstPx = 80;
const secondPx = 190;
/** Beyond this distance the row follows more slowly, because there is no further action. */
const freePx = { left: 240, right: 110 };

/** A swipe to the right marks as read or unread. A swipe to the left stars, and farther left it summarizes. */
export function swipeAt(movedPx: number): Swipe {
  if (movedPx > 0) return { action: 'read', isShort: movedPx < firstPx };
  return { action: movedPx <= -secondPx ? 'summarize' : 'star', isShort: movedPx > -firstPx };
}

/** Returns the position of the row when the finger has moved this far. */
export function followFinger(movedPx: number): number {
  const free = movedPx > 0 ? freePx.right : freePx.left;
  const beyond = Math.max(0, Math.abs(movedPx) - free);
  return Math.sign(movedPx) * (Math.min(Math.abs(movedPx), free) + beyond / 4);
}

/** A finger that goes more up or down than sideways scrolls. */
export function isSideways(movedX: number, movedY: number): boolean {
  return Math.abs(movedX) > 1.5 * Math.abs(movedY);
}
