import { useLayoutEffect, useRef } from 'react';

/** For two buttons that replace each other: the focus of the first one passes to the second. */
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
