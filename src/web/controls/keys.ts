import { useEffect } from 'react';

interface KeyHint {
  title: string;
  'aria-keyshortcuts': string | undefined;
}

/** Shows the key of a control in its tooltip, and names it to screen readers. */
export function keyHint(label: string, key: string | undefined): KeyHint {
  return { title: key === undefined ? label : `${label} (${key})`, 'aria-keyshortcuts': key };
}

/** Whether the keys belong to what has the focus: a field for text, an open dialog or a menu. */
export function ownsKeys(target: Element): boolean {
  return isTyping(target) || target.closest('[role="dialog"], [role="menu"]') !== null;
}

function isTyping(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target.closest('textarea, select, [contenteditable="true"]') !== null;
}

/**
 * Opens the search with Ctrl-K or ⌘K from anywhere. “/” opens it where no text is typed and no screen uses the key
 * for its own search.
 */
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
    // The window receives keys after the screens, which listen on the document.
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [setOpen]);
}

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
