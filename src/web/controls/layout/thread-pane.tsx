import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Shows a separator between messages, which labels what follows. */
export function Boundary({ words }: { words: string }) {
  return (
    <div role="separator" aria-label={words} className="flex items-center gap-3 text-xs text-muted">
      <span aria-hidden className="h-px flex-1 bg-line" />
      <span aria-hidden className="numeric">
        {words}
      </span>
      <span aria-hidden className="h-px flex-1 bg-line" />
    </div>
  );
}

/** A user who scrolls this close to the end wants to follow new text. */
const nearPx = 32;

interface Held {
  /** Whether the user is at the end and stays there as the thread grows. */
  isAtEnd: boolean;
  top: number;
  /** The topmost visible message and its position, which is kept if the user is not at the end. */
  anchor: { element: Element; offset: number } | null;
}

/**
 * Keeps the visible content in place, whatever is added before or after it. Not all browsers do this, and none does
 * it at the very top, so the pane has `overflow-anchor: none`.
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
    // The observer runs after layout and before paint, so that no movement is visible.
    const observer = new ResizeObserver(() => {
      settle(pane, held.current);
      if (!held.current.isAtEnd && held.current.anchor === null) look();
    });
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

  /** Keeps the position of the pane through the next change of its content, even at the end. */
  function stay(): void {
    held.current = { isAtEnd: false, top: paneRef.current?.scrollTop ?? 0, anchor: null };
  }

  return { isAtEnd, goToEnd, stay };
}

function lookAt(pane: HTMLElement, before: Held): Held {
  const top = pane.scrollTop;
  const missing = pane.scrollHeight - pane.clientHeight - top;
  // A small scroll up leaves the end, but a small scroll down does not yet return to it.
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
