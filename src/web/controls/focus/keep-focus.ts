import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus when the focused control of an area disappears. It goes to the control that replaces it, marked
 * `data-takes-focus`, or to the fallback. Otherwise keyboard users would start at the top of the page again.
 */
export function useKeptFocus<T extends HTMLElement>(fallback: RefObject<HTMLElement | null>) {
  const areaRef = useRef<T>(null);
  const focused = useRef<Element | null>(null);

  // The effect runs after each render, because any render may have removed the control. React reports no blur for
  // what it removes.
  useLayoutEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const next = areaRef.current?.querySelector<HTMLElement>('[data-takes-focus]') ?? fallback.current;
    next?.focus({ preventScroll: true });
  });

  return {
    ref: areaRef,
    onFocus(event: FocusEvent) {
      focused.current = event.target;
    },
    onBlur() {
      focused.current = null;
    },
  };
}

/** Passes the focus between two buttons that replace each other, from the first to the second. */
export function useHandedFocus() {
  const ref = useRef<HTMLButtonElement>(null);
  const isFocused = useRef(false);
  useLayoutEffect(() => {
    // React reports no blur for an element that it removes.
    if (isFocused.current && document.activeElement === document.body) ref.current?.focus();
  });
  return {
    ref,
    onFocus: () => {
      isFocused.current = true;
    },
    onBlur: () => {
      isFocused.current = false;
    },
  };
}
