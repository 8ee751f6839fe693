import { useEffect, useRef } from 'react';
import { ownsKeys } from '#web/controls/keys.ts';
import type { Strings } from '#web/strings/en/en.ts';

export type Shortcut = keyof Strings['reader']['help']['keys'];

/** The Reader's shortcuts, in the order of the help dialog. */
export const shortcuts: readonly { name: Shortcut; keys: readonly string[]; shift?: boolean }[] = [
  { name: 'next', keys: ['j'] },
  { name: 'previous', keys: ['k'] },
  { name: 'open', keys: ['Enter'] },
  { name: 'page', keys: [' '] },
  { name: 'read', keys: ['m'] },
  { name: 'star', keys: ['s'] },
  { name: 'select', keys: ['x'] },
  { name: 'original', keys: ['o'] },
  { name: 'translate', keys: ['t'] },
  { name: 'nextMark', keys: ['n'] },
  { name: 'ask', keys: ['i'] },
  { name: 'summary', keys: ['u'] },
  { name: 'abort', keys: ['q'] },
  { name: 'copy', keys: ['c'] },
  { name: 'detail', keys: ['d'] },
  { name: 'language', keys: ['g'] },
  { name: 'dock', keys: ['b'] },
  { name: 'tag', keys: ['l'] },
  { name: 'search', keys: ['/'] },
  { name: 'add', keys: ['a'] },
  { name: 'refresh', keys: ['r'] },
  { name: 'markAllRead', keys: ['A'], shift: true },
  { name: 'help', keys: ['?'] },
  { name: 'back', keys: ['Escape'] },
];

/** Returns the key of a shortcut as its button and the palette name it. */
export function keyOf(name: Shortcut): string {
  const found = shortcuts.find((shortcut) => shortcut.name === name);
  return nameKey(found?.keys[0] ?? '');
}

/** Names a key as it is written on most keyboards. */
export function nameKey(key: string): string {
  return key === 'A' ? 'Shift+A' : key === 'Escape' ? 'Esc' : key;
}

export interface PressedKey {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Returns the action of a key, or null for a key that is not a shortcut. */
export function findShortcut({ key, shiftKey, ctrlKey, metaKey, altKey }: PressedKey): Shortcut | null {
  if (ctrlKey || metaKey || altKey) return null;
  const found = shortcuts.find(({ keys, shift = false }) => {
    // The position of “?” and “/” varies between keyboards, so Shift is ignored for them.
    const isLetter = /^[a-z]$/i.test(key);
    return keys.includes(key) && (!isLetter || shift === shiftKey);
  });
  return found?.name ?? null;
}

/** Each action returns whether it handled the key. Otherwise the key is left to the browser. */
type Actions = Partial<Record<Shortcut, () => boolean>>;

/** Handles shortcuts unless text is being typed or a dialog or menu is open. Each part of the screen has its own. */
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
      // Enter and Space activate the focused control.
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
