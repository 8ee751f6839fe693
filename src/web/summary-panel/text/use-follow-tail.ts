import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** A reader this near to the end of the text wants to see what comes; one further up wants to be left alone. */
const nearPx = 24;

/** Text that is there at once is read from its beginning; only text that takes its time is followed. */
const settleMs = 1000;

/** Keeps the end of a growing text in sight, inside its own scrolling pane. A text that begins is shown from its top. */
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

/** How far the text's end lies below what can be seen. */
function distance(pane: HTMLElement, tail: HTMLElement | null): number {
  if (tail === null) return 0;
  return tail.getBoundingClientRect().bottom - pane.getBoundingClientRect().bottom;
}
