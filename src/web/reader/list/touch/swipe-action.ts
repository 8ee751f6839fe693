export type SwipeAction = 'read' | 'star' | 'summarize';

/** What a swipe does if the row is let go now. */
export interface Swipe {
  action: SwipeAction;
  /** The row has not been moved far enough yet. */
  isShort: boolean;
}

/** How far a row is moved for the first action in a direction, and to the left for the second. */
const firstPx = 80;
const secondPx = 190;
/** Beyond it, the row follows more slowly: there is no further action. */
const freePx = { left: 240, right: 110 };

/** Right: read or unread. Left: star, and farther left: summarize. */
export function swipeAt(movedPx: number): Swipe {
  if (movedPx > 0) return { action: 'read', isShort: movedPx < firstPx };
  return { action: movedPx <= -secondPx ? 'summarize' : 'star', isShort: movedPx > -firstPx };
}

/** Where the row is when the finger has moved so far. */
export function followFinger(movedPx: number): number {
  const free = movedPx > 0 ? freePx.right : freePx.left;
  const beyond = Math.max(0, Math.abs(movedPx) - free);
  return Math.sign(movedPx) * (Math.min(Math.abs(movedPx), free) + beyond / 4);
}

/** A finger that goes more up or down than sideways scrolls. */
export function isSideways(movedX: number, movedY: number): boolean {
  return Math.abs(movedX) > 1.5 * Math.abs(movedY);
}
