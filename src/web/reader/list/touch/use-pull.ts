import { type RefObject, useEffect, useRef } from 'react';

/** A touch that moves less is a tap. */
const slackPx = 4;
/** The list follows the finger at half its speed, */
const share = 0.5;
const maxPx = 96;
/** and pulled this far, it is refreshed. */
export const enoughPx = 56;

interface PullOptions {
  areaRef: RefObject<HTMLElement | null>;
  isAtTop(): boolean;
  /** With each move; null when the finger has left or does something else. */
  onPull(px: number | null): void;
  /** When the finger leaves after a pull that was long enough. */
  onEnough(): void;
}

interface Touched {
  x: number;
  y: number;
  /** Null until a finger moves. */
  pulledPx: number | null;
}

/** A finger pulls the list down at its top. Touch events, because the browser ends pointer events when it scrolls. */
export function usePull({ areaRef, ...callbacks }: PullOptions): void {
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });

  useEffect(() => {
    const area = areaRef.current;
    if (area === null) return undefined;
    let touched: Touched | null = null;
    const listening = new AbortController();
    const { signal } = listening;
    area.addEventListener('touchstart', start, { passive: true, signal });
    area.addEventListener('touchmove', move, { passive: false, signal });
    area.addEventListener('touchend', end, { passive: true, signal });
    area.addEventListener('touchcancel', letGo, { passive: true, signal });
    return () => listening.abort();

    function start({ touches }: TouchEvent): void {
      const first = touches[0];
      letGo();
      if (first === undefined || touches.length > 1 || !latest.current.isAtTop()) return;
      touched = { x: first.clientX, y: first.clientY, pulledPx: null };
    }

    function move(event: TouchEvent): void {
      const first = event.touches[0];
      if (touched === null || first === undefined) return;
      const [movedX, movedY] = [first.clientX - touched.x, first.clientY - touched.y];
      if (touched.pulledPx === null) {
        if (Math.hypot(movedX, movedY) < slackPx) return;
        // Up, sideways or with two fingers: it scrolls, swipes or zooms.
        if (event.touches.length > 1 || movedY <= Math.abs(movedX) || !event.cancelable) {
          touched = null;
          return;
        }
      }
      event.preventDefault();
      touched.pulledPx = Math.min(maxPx, Math.max(0, movedY * share));
      latest.current.onPull(touched.pulledPx);
    }

    function end(): void {
      const isEnough = (touched?.pulledPx ?? 0) >= enoughPx;
      letGo();
      if (isEnough) latest.current.onEnough();
    }

    function letGo(): void {
      if (touched !== null && touched.pulledPx !== null) latest.current.onPull(null);
      touched = null;
    }
  }, [areaRef]);
}
