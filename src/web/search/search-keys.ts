import { useEffect } from 'react';
import { ownsKeys } from '#web/controls/owns-keys.ts';

/** Ctrl-K or ⌘K from anywhere; “/” where no text is being typed and no screen uses it for its own search. */
export function useSearchKeys(setOpen: (update: (isOpen: boolean) => boolean) => void): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.altKey || event.shiftKey) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen((isOpen) => !isOpen);
      } else if (event.key === '/' && !event.ctrlKey && !event.metaKey) {
        const target = event.target instanceof Element ? event.target : document.body;
        if (ownsKeys(target)) return;
        event.preventDefault();
        setOpen(() => true);
      }
    }
    // On the window, which receives keys after the screens, which listen on the document.
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [setOpen]);
}

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
