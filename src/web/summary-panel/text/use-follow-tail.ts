import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** A user this close to the end of the text wants to follow it; one further up does not. */
const nearPx = 24;

/** Text that is available immediately is read from the start; only slowly growing text is followed. */
const settleMs = 1000;

/** Keeps the end of a growing text visible inside its scrolling pane. A new text is shown from its top. */
export function useFollowTail(
  pane: RefObject<HTMLElement | null>,
  tail: RefObject<HTMLElement | null>,
  text: string,
): void {
  const isNear = useRef(true);
  const begunAt = useRef<number | null>(null);

  useEffect(() => {
    const element = pane.current;
    if (element === null) return undefined;
    const look = () => {
      isNear.current = distance(element, tail.current) <= nearPx;
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [pane, tail]);

  useLayoutEffect(() => {
    const element = pane.current;
    if (element === null || text === '') {
      begunAt.current = null;
      return;
    }
    if (begunAt.current === null) {
      begunAt.current = performance.now();
      isNear.current = true;
      element.scrollTo({ top: 0 });
      return;
    }
    const missing = distance(element, tail.current);
    const isSlow = performance.now() - begunAt.current > settleMs;
    if (isSlow && isNear.current && missing > 0) element.scrollBy({ top: missing });
  }, [pane, tail, text]);
}

/** How far the end of the text is below the visible area. */
function distance(pane: HTMLElement, tail: HTMLElement | null): number {
  if (tail === null) return 0;
  return tail.getBoundingClientRect().bottom - pane.getBoundingClientRect().bottom;
}
