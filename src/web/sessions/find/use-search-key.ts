import { type RefObject, useEffect } from 'react';
import { ownsKeys } from '#web/controls/owns-keys.ts';

/** “/” focuses the screen's search field. */
export function useSearchKey(inputRef: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (ownsKeys(target)) return;
      event.preventDefault();
      inputRef.current?.focus();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [inputRef]);
}
