import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** A reader this near to the end of the text wants to see what comes; one further up wants to be left alone. */
const nearPx = 24;

/** Keeps the end of a growing text in sight, inside its own scrolling pane. */
export function useFollowTail(
  pane: RefObject<HTMLElement | null>,
  tail: RefObject<HTMLElement | null>,
  text: string,
): void {
  const isNear = useRef(true);

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
    if (element === null || text === '' || !isNear.current) return;
    const missing = distance(element, tail.current);
    if (missing > 0) element.scrollBy({ top: missing });
  }, [pane, tail, text]);
}

/** How far the text's end lies below what can be seen. */
function distance(pane: HTMLElement, tail: HTMLElement | null): number {
  if (tail === null) return 0;
  return tail.getBoundingClientRect().bottom - pane.getBoundingClientRect().bottom;
}
