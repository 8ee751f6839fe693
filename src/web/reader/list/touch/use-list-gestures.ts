import type { MouseEvent, PointerEvent } from 'react';
import type { EntryId } from '#schema/entry.ts';
import { useSelectGestures } from '#web/reader/list/use-select-gestures.ts';
import type { ListSelection } from '#web/reader/list/use-selection.ts';
import type { SwipeAction } from './swipe-action.ts';
import { useSwipe } from './use-swipe.ts';

/** Presses that select rows, and swipes that act on one. */
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
