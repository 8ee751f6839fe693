import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { EntryId } from '#schema/entry.ts';
import { parseId } from '#web/api/parse-id.ts';
import type { ListSelection } from './use-selection.ts';

export const longPressMs = 450;
/** A finger that moves farther scrolls or swipes. */
export const slackPx = 10;

interface Press {
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout>;
}

/** Ctrl or Cmd and a click select a row, Shift and a click a range; on a touch screen a long press, then taps. */
export function useSelectGestures({
  ids,
  toggle,
  extendTo,
}: Pick<ListSelection, 'ids' | 'toggle' | 'extendTo'>) {
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
      // On a touch screen a long press would open the browser's menu for links.
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

/** The entry of the row that an event is about. */
export function entryAt(event: MouseEvent | PointerEvent): EntryId | null {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-entry]') : null;
  return row === null ? null : ((parseId(Number(row.dataset.entry)) as EntryId | undefined) ?? null);
}
