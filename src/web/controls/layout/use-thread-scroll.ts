import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Whoever comes down this near to the end wants to see what comes. */
const nearPx = 32;

interface Held {
  /** The reader is at the end, and stays there while it grows. */
  isAtEnd: boolean;
  top: number;
  /** Else the message at the top of what is in sight, and where it stands: it stays there. */
  anchor: { element: Element; offset: number } | null;
}

/**
 * Holds what is read in its place whatever is added before or after it. Of the browsers not all can do so themselves,
 * and none at the very top; so the pane has `overflow-anchor: none`.
 */
export function useThreadScroll(
  paneRef: RefObject<HTMLElement | null>,
  contentRef: RefObject<HTMLElement | null>,
  firstSeq: number | null,
) {
  const held = useRef<Held>({ isAtEnd: true, top: 0, anchor: null });
  const [isAtEnd, setAtEnd] = useState(true);

  useEffect(() => {
    const pane = paneRef.current;
    const content = contentRef.current;
    if (pane === null || content === null) return undefined;
    const look = () => {
      held.current = lookAt(pane, held.current);
      setAtEnd(held.current.isAtEnd);
    };
    // After layout and before paint, so that nothing is seen to move.
    const observer = new ResizeObserver(() => settle(pane, held.current));
    observer.observe(content);
    observer.observe(pane);
    pane.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      pane.removeEventListener('scroll', look);
    };
  }, [paneRef, contentRef]);

  useLayoutEffect(() => {
    if (paneRef.current !== null && firstSeq !== null) settle(paneRef.current, held.current);
  }, [paneRef, firstSeq]);

  function goToEnd(): void {
    const pane = paneRef.current;
    if (pane === null) return;
    held.current = { ...held.current, isAtEnd: true };
    setAtEnd(true);
    settle(pane, held.current);
  }

  return { isAtEnd, goToEnd };
}

function lookAt(pane: HTMLElement, before: Held): Held {
  const top = pane.scrollTop;
  const missing = pane.scrollHeight - pane.clientHeight - top;
  // A small step up is a wish to leave the end; a small step down is none to reach it yet.
  const isUp = top < before.top;
  const isAtEnd = missing <= 1 || (missing <= nearPx && !isUp) || (before.isAtEnd && !isUp);
  return { isAtEnd, top, anchor: isAtEnd ? null : findAnchor(pane) };
}

function findAnchor(pane: HTMLElement): Held['anchor'] {
  const edge = pane.getBoundingClientRect().top;
  for (const element of pane.querySelectorAll('[data-seq]')) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > edge) return { element, offset: top - edge };
  }
  return null;
}

function settle(pane: HTMLElement, { isAtEnd, anchor }: Held): void {
  if (isAtEnd) {
    pane.scrollTop = pane.scrollHeight;
    return;
  }
  if (anchor === null || !anchor.element.isConnected) return;
  const moved = anchor.element.getBoundingClientRect().top - pane.getBoundingClientRect().top - anchor.offset;
  if (Math.abs(moved) >= 1) pane.scrollTop += moved;
}
