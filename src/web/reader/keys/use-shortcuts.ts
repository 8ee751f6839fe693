import { useEffect, useRef } from 'react';
import { ownsKeys } from '#web/controls/owns-keys.ts';
import { findShortcut, type Shortcut } from './shortcuts.ts';

/** Returns whether the key was handled; otherwise it is left to the browser. */
type Actions = Partial<Record<Shortcut, () => boolean>>;

/** Shortcuts work unless text is being typed or a dialog or menu is open. Each part of the screen has its own. */
export function useShortcuts(actions: Actions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });

  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (ownsKeys(target)) return;
      const name = findShortcut(event);
      // These keys activate the focused control.
      if (name === null || ((name === 'open' || name === 'page') && isControl(target))) return;
      if (latest.current[name]?.() === true) event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isControl(target: Element): boolean {
  return target.closest('a, button, input, summary, [role="separator"]') !== null;
}
